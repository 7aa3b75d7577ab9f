"""Tables: where matches are held. Players, seats, an append-only log, clocks, watching and records."""
