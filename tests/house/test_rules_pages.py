"""The pages for players: they tell every clause, the same rule under the same number in each language, and counts that come out as they say."""

import re
from pathlib import Path

import pytest

from carteado.rules.sevn.cards import (
    ADDS,
    FEATHERWEIGHT,
    HEAVYWEIGHT,
    STRAIGHT,
    TIMES_2,
    VALUES,
    WORTH,
)
from carteado.rules.sevn.scoring import score_of

RULES = Path(__file__).parent.parent.parent / "docs" / "rules"
PAGES = {"eu-faco": "eu_faco", "estou-por-uma": "estou_por_uma", "sevn": "sevn"}
"""The pages of each game, by name, with the page of its clauses."""
LANGUAGES = ("pt-BR", "en", "pt-PT")

CLAUSE = re.compile(r"\b(?:EF|EPU|SV)-R?\d+|\bG-\d+")
DEFINED = re.compile(r"^- \*\*((?:EF|EPU|SV)-R?\d+)\*\*", re.MULTILINE)
PARAGRAPH = re.compile(r"^(?=\*\*\d+\.\*\*)", re.MULTILINE)
COUNT = re.compile(r"^\| ([^|]*?) ?\| ([^|]*?) ?\| [^|]+ \| (\d+) \|$", re.MULTILINE)
"""A row of values, what lies beside it, the sum, and what it comes to."""
SEVN_BONUS = 17

EXTRAS = {
    **{f"+{worth}": card for card, worth in ADDS.items()},
    "\N{MULTIPLICATION SIGN}2": TIMES_2,
    **dict.fromkeys(("Peso-pluma", "Featherweight"), FEATHERWEIGHT),
    **dict.fromkeys(("Peso-pesado", "Heavyweight"), HEAVYWEIGHT),
    **dict.fromkeys(("Escada", "Straight"), STRAIGHT),
}


def pages_of(game: str) -> list[Path]:
    pages = [RULES / language / f"{game}.md" for language in LANGUAGES]
    return [page for page in pages if page.exists()]


def told(page: Path) -> list[tuple[str, list[str]]]:
    """The number of each paragraph, with the clauses that it tells."""
    paragraphs = PARAGRAPH.split(page.read_text())[1:]
    texts = [paragraph.split("\n\n##")[0] for paragraph in paragraphs]
    return [(text.split(".")[0], sorted(CLAUSE.findall(text))) for text in texts]


@pytest.mark.parametrize("game", PAGES)
def test_a_paragraph_is_the_same_rule_in_every_language(game: str) -> None:
    first, *others = [told(page) for page in pages_of(game)]
    assert others
    assert [number for number, _ in first] == [f"**{n}" for n in range(1, len(first) + 1)]
    for other in others:
        assert other == first


@pytest.mark.parametrize(("game", "reference"), PAGES.items())
def test_every_clause_is_told_and_no_other(game: str, reference: str) -> None:
    clauses = (RULES / f"{reference}.md").read_text()
    known = set(CLAUSE.findall(clauses)) | set(
        re.findall(r"\bG-\d+", (RULES / "eu_faco.md").read_text())
    )
    cited = {clause for _, own in told(pages_of(game)[0]) for clause in own}
    assert sorted(set(DEFINED.findall(clauses)) - cited) == []
    assert sorted(cited - known) == []
    assert len(DEFINED.findall(clauses)) > 25


@pytest.mark.parametrize("page", pages_of("sevn"), ids=lambda page: page.parent.name)
def test_the_counts_of_sevn_come_out_as_the_page_says(page: Path) -> None:
    rows = COUNT.findall(page.read_text())
    assert len(rows) >= 10
    for values, extras, points in rows:
        row = [card_worth(value) for value in values.split()]
        beside = [EXTRAS[extra] for extra in extras.split()]
        assert score_of(row, beside, SEVN_BONUS).points == int(points), (values, extras)


def card_worth(value: str) -> int:
    """The card with this value."""
    worth = int(value.replace("\N{MINUS SIGN}", "-"))
    return next(card for card in VALUES if WORTH[card] == worth)
