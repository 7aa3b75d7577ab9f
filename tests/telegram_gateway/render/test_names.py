"""Names come from anybody: they stay on their line, in their place, within their width, and pose as nothing else."""

import html
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carteado.api.tables.v1 import tables_pb2
from carteado.telegram_gateway.render import names
from tests.telegram_gateway.render.limits import length, plain
from tests.telegram_gateway.render.scenes import HOSTILE_NAMES, words_in

ISOLATES = "\u2068\u2069"
ANYTHING = st.one_of(
    st.text(max_size=64),
    st.text("\u202e\u2066\u0301\u0336\u200d\u3164\U0001f916ab @/.\n", max_size=64),
)


def person(name: str) -> tables_pb2.Player:
    return tables_pb2.Player(id="telegram/1", name=name)


@settings(deadline=None)
@given(ANYTHING)
def test_a_name_is_one_line_of_visible_characters_and_no_longer_than_its_width(name: str) -> None:
    shown = names.plain(person(name), words_in("pt_BR"))
    inside = shown.strip(ISOLATES)
    assert inside.strip()
    assert length(inside) <= names.WIDTH
    assert "".join(inside.split(" ")).strip() == "".join(inside.split())
    assert not {unicodedata.category(each) for each in inside} & {
        "Cc",
        "Cf",
        "Cs",
        "Co",
        "Zl",
        "Zp",
    }
    assert shown in (inside, f"\u2068{inside}\u2069")


@settings(deadline=None)
@given(ANYTHING)
def test_a_name_in_html_is_nothing_but_text(name: str) -> None:
    words = words_in("en")
    shown = names.shown(person(name), words)
    assert plain(shown) == names.plain(person(name), words) == html.unescape(shown)


@settings(deadline=None)
@given(ANYTHING)
def test_nothing_in_a_name_mentions_commands_links_or_poses_as_a_house_rival(name: str) -> None:
    assert not set(names.clean(name)) & set("@#/.\n" + names.ROBOT)


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_the_worst_of_names_is_cut_to_its_width(name: str) -> None:
    cut = names.clean(name, 10).strip(ISOLATES)
    assert length(cut) <= 10


def test_marks_do_not_pile_up_over_other_lines() -> None:
    assert names.clean("Ze\u0301") == "Z\u00e9"
    assert names.clean("Z\u0336\u0337\u0338\u0334\u0335o") == "Z\u0336\u0337o"
    assert names.clean("\u0301\u0301Ana") == "Ana"


def test_names_of_other_scripts_keep_the_marks_that_they_need() -> None:
    assert (
        names.clean("\u0939\u093f\u0928\u094d\u0926\u0940")
        == "\u0939\u093f\u0928\u094d\u0926\u0940"
    )


def test_a_name_from_right_to_left_does_not_reorder_what_follows() -> None:
    assert names.clean("\u05d3\u05df") == "\u2068\u05d3\u05df\u2069"
    assert names.clean("Dan") == "Dan"


def test_a_name_with_nothing_visible_in_it_has_a_name_for_that() -> None:
    assert names.plain(person("\u200b\u3164"), words_in("pt_BR")) == "Sem nome"


def test_house_rivals_are_marked_and_so_is_who_is_played_for() -> None:
    words = words_in("pt_BR")
    rival = tables_pb2.Player(id="house/2", name="2")
    stands_in = tables_pb2.CONTROLLER_STAND_IN
    seats = [
        tables_pb2.Seat(player=rival, controller=tables_pb2.CONTROLLER_RIVAL),
        tables_pb2.Seat(player=person("Ana"), controller=tables_pb2.CONTROLLER_PLAYER),
        tables_pb2.Seat(player=person("Bia <3"), controller=stands_in),
    ]
    shown = [names.seated(seat, words) for seat in seats]
    assert shown == ["\U0001f916 Rival 2", "Ana", "Bia &lt;3 \U0001f916"]
