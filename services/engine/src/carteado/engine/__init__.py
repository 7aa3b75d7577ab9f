"""The rules as a stateless service."""
