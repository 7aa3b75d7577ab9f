"""The result of a table: the places that the rules give, with whoever left below everybody who stayed."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec.structs import replace

from carteado.tables.table import Place


def final_places(places: Iterable[Place], leavers: Collection[int]) -> tuple[Place, ...]:
    """The places of the table, by seat. Those who left are placed among themselves, after the others."""
    ranking = list(places)
    stayed = [place for place in ranking if place.seat not in leavers]
    left = [place for place in ranking if place.seat in leavers]
    placed = (*_ranked(stayed, first=1), *_ranked(left, first=len(stayed) + 1))
    return tuple(sorted(placed, key=lambda place: place.seat))


def _ranked(ranking: Sequence[Place], first: int) -> Iterator[Place]:
    """Numbers places anew from the first one; equal ones stay equal (1, 2, 2, 4)."""
    for place in ranking:
        better = sum(other.place < place.place for other in ranking)
        yield replace(place, place=first + better)
