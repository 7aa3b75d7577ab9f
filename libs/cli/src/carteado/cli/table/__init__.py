"""``carteado play``: one person at a table of house rivals, in a terminal, with the rules and nothing else."""
