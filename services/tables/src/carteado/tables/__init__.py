"""Where matches are held."""
