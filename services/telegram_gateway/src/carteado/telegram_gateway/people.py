"""Who somebody is at the tables: a pseudonym, so that nobody's account number leaves the gateway."""

APPLICATION = "telegram"
"""The application that the gateway's credential for tables belongs to."""


def player_id(key: str) -> str:
    """The identifier of a player, or of a group, for the services."""
    return f"{APPLICATION}/{key}"


def key_of(identifier: str) -> str:
    """The gateway's own key for a player of its; any other identifier gives a key that nobody has."""
    application, _, key = identifier.partition("/")
    return key if application == APPLICATION else ""
