"""HTML as Telegram reads it."""

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.telegram_sandbox.entities import from_html, trimmed, units, with_found
from carteado.telegram_sandbox.errors import ApiError


@pytest.mark.parametrize(
    ("source", "text", "entities"),
    [
        ("<b>a</b>b", "ab", [("bold", 0, 1)]),
        ("<b>a<i>b</i></b>", "ab", [("bold", 0, 2), ("italic", 1, 1)]),
        ("<B>a</B>", "a", [("bold", 0, 1)]),
        ("🂡<u>x</u>", "🂡x", [("underline", 2, 1)]),
        ("<s>1</s><del>2</del>", "12", [("strikethrough", 0, 1), ("strikethrough", 1, 1)]),
        ("<tg-spoiler>x</tg-spoiler>", "x", [("spoiler", 0, 1)]),
        ("<pre>x\ny</pre>", "x\ny", [("pre", 0, 3)]),
        ("<blockquote expandable>x</blockquote>", "x", [("blockquote", 0, 1)]),
        ("  <b> a</b>\n", "a", [("bold", 0, 1)]),
        ("<b></b>a", "a", []),
        ("1 &lt; 2 &amp; 3 &#x41; &eacute;", "1 < 2 & 3 A &eacute;", []),
    ],
)
def test_tags_become_entities(source: str, text: str, entities: list[tuple[str, int, int]]) -> None:
    read, found = from_html(source)
    assert read == text
    assert [(one["type"], one["offset"], one["length"]) for one in found] == entities


def test_a_link_keeps_where_it_leads() -> None:
    text, [link] = from_html('<a href="https://t.me/x?start=a&amp;b=1">abrir</a>')
    assert (text, link["type"], link["url"]) == ("abrir", "text_link", "https://t.me/x?start=a&b=1")


@pytest.mark.parametrize(
    "source",
    ["<b>a", "a</b>", "<b><i>a</b></i>", "<p>a</p>", "a < b", "<b", "<>", "<span>a</span>"],
)
def test_what_is_not_closed_or_not_known_is_refused(source: str) -> None:
    with pytest.raises(ApiError, match="can't parse entities"):
        from_html(source)


def test_commands_names_and_links_are_found_in_plain_text() -> None:
    text = "/jogar@carteado_bot com @Ana_Lima em https://example.org/x ou a/b"
    found = with_found(text, [])
    said = {one["type"]: text[one["offset"] :][: one["length"]] for one in found}
    assert said == {
        "bot_command": "/jogar@carteado_bot",
        "mention": "@Ana_Lima",
        "url": "https://example.org/x",
    }


def test_nothing_is_found_inside_of_code() -> None:
    text, entities = from_html("<code>/jogar</code> <b>/mesa</b>")
    kinds = [one["type"] for one in with_found(text, entities)]
    assert kinds == ["code", "bold", "bot_command"]


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_an_escaped_text_comes_through_as_it_was(text: str) -> None:
    read, entities = from_html(f"<b>{html.escape(text)}</b>")
    assert read == trimmed(text, [])[0]
    assert [one["length"] for one in entities] == ([units(read)] if read else [])
