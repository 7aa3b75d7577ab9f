"""What comes in, by what it is: to whom it goes, and in what order."""

from carteado.telegram_gateway.company import Company
from carteado.telegram_gateway.followers import Followers
from carteado.telegram_gateway.handlers.commands import Commands
from carteado.telegram_gateway.handlers.guesses import Guesses
from carteado.telegram_gateway.handlers.opening import Opening
from carteado.telegram_gateway.handlers.taps import Taps
from carteado.telegram_gateway.incoming import (
    Blocked,
    Command,
    Incoming,
    Membership,
    Migrated,
    Replied,
    Tapped,
)


class Router:
    """Hands each thing that comes in to whoever handles it."""

    def __init__(self, company: Company, followers: Followers) -> None:
        self._with = company
        self._followers = followers
        opening = Opening(company, followers)
        self._guesses = Guesses(company, opening)
        self._commands = Commands(company, followers, opening, self._guesses)
        self._taps = Taps(company, opening, self._guesses)

    async def handle(self, incoming: Incoming) -> None:
        """Handles one; what it raises means that it may be handled again."""
        match incoming:
            case Command():
                self._with.outbox.heard(incoming.chat.id)
                await self._commands.handle(incoming)
            case Replied():
                self._with.outbox.heard(incoming.chat.id)
                await self._guesses.replied(incoming)
            case Tapped():
                if incoming.chat is not None:
                    self._with.outbox.heard(incoming.chat.id)
                await self._taps.handle(incoming)
            case Migrated():
                await self._with.outbox.move(incoming.old_id, incoming.new_id)
                self._followers.move(incoming.old_id, incoming.new_id)
            case Blocked():
                await self._open_or_shut(incoming)
            case Membership():
                await self._entered(incoming)

    async def _open_or_shut(self, blocked: Blocked) -> None:
        """Somebody let the bot into the private chat, or shut it out."""
        await self._with.store.meet(blocked.user)
        await self._with.store.set_private(blocked.user.id, is_open=not blocked.is_blocked)
        self._with.outbox.heard(blocked.user.id)

    async def _entered(self, membership: Membership) -> None:
        """The bot was let in, shut out, or may write again: then its tables are shown."""
        await self._with.store.enter(membership.chat)
        chat_id = membership.chat.id
        await self._with.store.set_reachable(chat_id, is_reachable=membership.can_send)
        if membership.can_send:
            self._with.outbox.heard(chat_id)
            for follower in self._followers:
                if follower.place.chat_id == chat_id:
                    await follower.again()


def lane_of(incoming: Incoming) -> str:
    """What keeps its order: all that one person does. Nobody waits for what another one does, however much that is."""
    match incoming:
        case Tapped() | Replied() | Blocked():
            return f"person/{incoming.user.id}"
        case Command():
            return f"person/{incoming.user.id}" if incoming.user else f"chat/{incoming.chat.id}"
        case Membership():
            return f"chat/{incoming.chat.id}"
        case Migrated():
            return f"chat/{incoming.old_id}"
