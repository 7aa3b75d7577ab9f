"""The client of carteado tables."""
