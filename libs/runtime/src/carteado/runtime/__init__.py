"""What every service needs at its edge: settings, logs, credentials, keys and the life of a gRPC server.

No word of the games may enter here; import-linter sees to it.
"""
