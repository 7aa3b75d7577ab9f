"""The tags above the moves: all of a proof that is not a move."""

FORMAT = "carteado/text/1"
NAMES = ("ruleset", "options", "seats", "anchor", "secrets", "places", "key", "signature")
"""In the order in which they are written."""

NOTHING = "-"
"""Stands for a seat that adds nothing to the shuffles, and for a move that names no seat."""

DEAL = "deal"
COMMENT = ";"
"""From here to the end of the line nothing is read."""
