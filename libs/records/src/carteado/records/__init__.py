"""Matches outside the rules: on the wire, as records, verified without a service, and in a text that people read."""
