"""Times as stores keep them: microseconds since 1970, so that they sort and compare alike everywhere."""

from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


def micros(moment: datetime) -> int:
    """A time, to the store."""
    return (moment - EPOCH) // MICROSECOND


def moment(micros: int) -> datetime:
    """A time, from the store."""
    return EPOCH + micros * MICROSECOND
