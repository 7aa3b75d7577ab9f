"""The carteado command."""
