"""The carteado command: starts the services as child processes and plays at their tables."""
