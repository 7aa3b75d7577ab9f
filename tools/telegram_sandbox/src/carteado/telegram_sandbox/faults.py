"""Faults: what is to go wrong with the bot's next calls."""

from dataclasses import dataclass

from carteado.telegram_sandbox.errors import ApiError, NotPossible, too_many_requests

DROP_REPLY, TIMEOUT = "drop_reply", "timeout"
"""The call is done; its reply never arrives, or never in time."""

_DESCRIPTIONS = {
    "400": "Bad Request: have no rights to send a message",
    "403": "Forbidden: bot was kicked from the supergroup chat",
    "429": "Too Many Requests",
    "500": "Internal Server Error",
    "502": "Bad Gateway",
}


@dataclass(slots=True)
class Fault:
    """One plan.

    Attributes:
        method: The method that it strikes.
        kind: ``drop_reply``, ``timeout``, or the code of an error that comes instead of the call being done.
        times: How many calls it still strikes.
        chat_id: Strikes only calls about this chat.
        retry_after: For a 429.
        description: What the error says, where the usual words will not do.
    """

    method: str
    kind: str
    times: int = 1
    chat_id: int | None = None
    retry_after: int = 3
    description: str = ""

    @property
    def error(self) -> ApiError | None:
        """The error that comes instead; None where the call is done."""
        if self.kind in {DROP_REPLY, TIMEOUT}:
            return None
        if self.kind == "429":
            return too_many_requests(self.retry_after)
        return ApiError(int(self.kind), self.description or _DESCRIPTIONS[self.kind])


class Faults:
    """All plans."""

    def __init__(self) -> None:
        self._plans: list[Fault] = []

    def plan(self, fault: Fault) -> None:
        """Adds a plan.

        Raises:
            NotPossible: There is no such kind.
        """
        if fault.kind not in {DROP_REPLY, TIMEOUT, *_DESCRIPTIONS}:
            raise NotPossible(f"no such fault: {fault.kind}")
        self._plans.append(fault)

    def strike(self, method: str, chat_id: int | None) -> Fault | None:
        """The fault that strikes a call, if one does; it is used up by that."""
        for fault in self._plans:
            if fault.method == method and fault.chat_id in {None, chat_id} and fault.times > 0:
                fault.times -= 1
                return fault
        return None
