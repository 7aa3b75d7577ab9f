"""Times, as they are kept."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from carteado.store import micros, moment

times = st.datetimes(timezones=st.just(UTC))


@given(times)
def test_a_time_comes_back_as_it_was_kept(time: datetime) -> None:
    assert moment(micros(time)) == time


@given(times, times)
def test_kept_times_sort_as_times_do(one: datetime, other: datetime) -> None:
    assert (micros(one) < micros(other)) == (one < other)


def test_times_are_microseconds_since_1970_wherever_they_were_told() -> None:
    west = datetime(
        1969, 12, 31, 21, 0, 1, 7, tzinfo=datetime.fromisoformat("2026-01-01T00-03:00").tzinfo
    )
    assert micros(west) == 1_000_007
    assert micros(datetime(1970, 1, 1, tzinfo=UTC) - timedelta(microseconds=1)) == -1
