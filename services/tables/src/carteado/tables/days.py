"""The days of the Mão do Dia (EF-R29): which one it is, when it is over, and what its cards follow from."""

import hmac
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from carteado.runtime.keys import Keyset
from carteado.tables import refusals
from carteado.tables.table import JsonObject, Level, Purpose, Terms

ZONE = ZoneInfo("America/Sao_Paulo")
"""Where a day begins and ends."""
GAME = "GAME_EU_FACO"
OPTIONS: JsonObject = {"euFaco": {"fixedRounds": [1, 2, 3, 4, 5]}}
RIVALS = (Level.NORMAL, Level.NORMAL, Level.NORMAL)
"""Who sits there beside the player (EF-R27)."""
TERMS = Terms(options=OPTIONS, game=GAME, max_seats=1 + len(RIVALS), purpose=Purpose.DAILY)


class Days:
    """The secrets of the days.

    Args:
        keyset: What they follow from, by its primary key; None where this house has no Mão do Dia.
    """

    def __init__(self, keyset: Keyset | None) -> None:
        self._keyset = keyset

    def secret(self, day: str) -> bytes:
        """The last secret of a day's chain: ``HMAC-SHA256(daily key, "carteado/daily/1|" + day)``.

        Raises:
            Refused: FAILED_PRECONDITION / DAILY_UNAVAILABLE, where there is no key.
        """
        if self._keyset is None:
            raise refusals.not_now("DAILY_UNAVAILABLE", "this house has no Mão do Dia")
        key = self._keyset.keys[self._keyset.primary]
        return hmac.digest(key, f"carteado/daily/1|{day}".encode(), "sha256")


def day_of(now: datetime) -> str:
    """The day, as YYYY-MM-DD, that a moment belongs to."""
    return now.astimezone(ZONE).date().isoformat()


def day_after(day: str) -> str:
    """The next one."""
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


def is_over(day: str, now: datetime) -> bool:
    """True once nobody can play the cards of a day any more for the first time, so that its secrets may be told."""
    begins = datetime.combine(date.fromisoformat(day_after(day)), time(), ZONE)
    return now >= begins
