"""The wire contract of carteado, generated from ``proto/carteado/api``; only this file and ``py.typed`` are written by hand."""
