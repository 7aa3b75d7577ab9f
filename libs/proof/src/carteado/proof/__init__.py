"""A record with its signature, as a file: written, read, and checked as far as no rules are needed."""
