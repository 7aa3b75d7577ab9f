"""The rules of carteado's games: deterministic, integers only, nothing but the standard library."""
