"""What may come of a call of the Bot API, other than its answer. No text carries the token, or what was to be sent.

CallFailed
├── MessageGone     the message was deleted, or can no longer be changed
├── Unreachable     the chat or person cannot be written to: blocked, never started, kicked, unknown
├── ThreadClosed    the topic is closed or gone, or the bot may not write
├── Moved           the group has another number now
├── Flooded         too many calls; wait so many seconds
├── Passing         the network, a timeout, or Telegram's own trouble; the call may have been carried out
├── Rejected        Telegram will never take this call as it is
├── BadToken        the token is not, or no longer, a bot's; a ValueError too, for no setting is as wrong
└── Conflict        somebody else takes the updates of this bot
"""


class CallFailed(Exception):  # noqa: N818 - the names say what happened
    """A call that came to nothing."""


class MessageGone(CallFailed):
    """The message is not there to be changed."""


class Unreachable(CallFailed):
    """Nobody is there to be written to."""


class ThreadClosed(CallFailed):
    """The bot may not write there, for now."""


class Moved(CallFailed):
    """The group became a supergroup.

    Attributes:
        new_chat_id: Its number from now on.
    """

    def __init__(self, new_chat_id: int) -> None:
        super().__init__(f"the group is {new_chat_id} now")
        self.new_chat_id = new_chat_id


class Flooded(CallFailed):
    """Too many calls.

    Attributes:
        seconds: How long to wait.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(f"wait {seconds} s")
        self.seconds = seconds


class Passing(CallFailed):
    """It may work later.

    Attributes:
        cause: The name of what went wrong.
    """

    def __init__(self, cause: str) -> None:
        super().__init__(cause)
        self.cause = cause


class Rejected(CallFailed):
    """It will never work.

    Attributes:
        reason: Telegram's word for it, cut off where it begins to repeat what was sent.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class BadToken(CallFailed, ValueError):  # noqa: N818 - the same
    """The token opens nothing."""

    def __init__(self) -> None:
        super().__init__("Telegram does not know the token of the bot")


class Conflict(CallFailed):
    """Somebody else takes the updates."""
