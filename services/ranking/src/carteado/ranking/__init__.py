"""Rates players from the records of matches, each of which the engine plays again first."""
