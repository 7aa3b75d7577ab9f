"""What the house demands of itself and no linter watches."""

import logging
import re
import subprocess
from pathlib import Path

import grpc
import pytest

from carteado.api.engine.v1 import engine_pb2
from carteado.api.estou_por_uma.v1 import estou_por_uma_pb2
from carteado.api.eu_faco.v1 import eu_faco_pb2
from carteado.api.game.v1 import game_pb2
from carteado.api.sevn.v1 import sevn_pb2
from carteado.api.tables.v1 import tables_pb2
from tests.house.sources import MEMBERS, ROOT, SOURCES, lengths, strings

PROPER_NOUNS = ("Eu Faço!", "Mão do Dia")


def tracked() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [path for name in listed.stdout.splitlines() if (path := ROOT / name).is_file()]


def test_the_namespace_has_no_init_file_so_that_every_member_may_add_to_it() -> None:
    assert not list(ROOT.glob("*/*/src/carteado/__init__.py"))
    assert not (ROOT / "proto/gen/carteado/__init__.py").exists()


@pytest.mark.parametrize("member", MEMBERS, ids=lambda path: path.parent.name)
def test_every_member_says_what_it_is_and_is_typed(member: Path) -> None:
    readme = (member.parent / "README.md").read_text()
    assert len(readme.splitlines()) > 3
    name = member.parent.name
    assert (member.parent / "src" / "carteado" / name / "py.typed").exists()


def test_functions_are_paragraphs() -> None:
    measured = {name: lines for path in SOURCES for name, lines in lengths(path).items()}
    longest = sorted(measured.values())
    assert longest[len(longest) * 9 // 10] <= 15
    assert {name: lines for name, lines in measured.items() if lines > 40} == {}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_words_for_players_stand_in_catalogs_not_in_code(path: Path) -> None:
    accented = re.compile("[à-öø-ÿÀ-ÖØ-Þ]")
    texts = strings(path)
    for noun in PROPER_NOUNS:
        texts = [text.replace(noun, "") for text in texts]
    assert [text for text in texts if accented.search(text)] == []


def test_no_lock_file_with_addresses_and_no_path_of_a_machine_is_kept() -> None:
    names = {path.name for path in tracked()}
    assert not names & {"uv.lock", "poetry.lock", "Pipfile.lock"}
    assert "://" not in (ROOT / "constraints.txt").read_text()
    path_of_a_machine = re.compile(r"/(home|root|work|Users)/[a-z]")
    found = [
        str(path.relative_to(ROOT))
        for path in tracked()
        if path.suffix in {".py", ".toml", ".txt", ".yaml", ".json", ".sh", ""}
        and path_of_a_machine.search(path.read_text(errors="ignore"))
        and path != Path(__file__)
    ]
    assert found == []


def test_every_link_between_pages_leads_somewhere() -> None:
    broken = [
        f"{path.relative_to(ROOT)}: {target}"
        for path in tracked()
        if path.suffix == ".md"
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text())
        if not (path.parent / target).exists()
    ]
    assert broken == []


def test_nothing_is_left_for_later_in_the_code() -> None:
    unfinished = re.compile(r"\b(TODO|FIXME|XXX)\b|pytest\.skip\(|\bxfail\(")
    found = [
        str(path.relative_to(ROOT))
        for path in tracked()
        if path.suffix in {".py", ".proto"}
        and path != Path(__file__)
        and unfinished.search(path.read_text())
    ]
    assert found == []


def reasons_in_code() -> set[str]:
    """Words in capitals that the services and the rules say, but for names of the contract's enums."""
    files = [engine_pb2, estou_por_uma_pb2, eu_faco_pb2, game_pb2, sevn_pb2, tables_pb2]
    enums = {
        value.name
        for file in files
        for enum in file.DESCRIPTOR.enum_types_by_name.values()
        for value in enum.values
    }
    sources = [
        path for path in SOURCES if {"services", "rules", "runtime", "translate"} & set(path.parts)
    ]
    said = {
        text
        for path in sources
        for text in strings(path)
        if re.fullmatch(r"[A-Z]+(_[A-Z]+)*", text)
    }
    return {word for word in said if len(word) > 6} - enums


def test_every_reason_is_documented_and_no_other() -> None:
    page = (ROOT / "docs/errors.md").read_text()
    rows = set(re.findall(r"^\| `([A-Z_]+)` \|", page.split("## Every service")[1], re.MULTILINE))
    codes = {code.name for code in grpc.StatusCode} | set(logging.getLevelNamesMapping())
    said = reasons_in_code() - (codes - rows)
    assert sorted(said - rows) == []
    assert sorted(rows - said) == []


@pytest.mark.parametrize("service", ["engine", "tables", "ranking", "telegram_gateway"])
def test_every_setting_of_a_service_stands_in_its_readme(service: str) -> None:
    settings = __import__(f"carteado.{service}.settings", fromlist=["Settings"]).Settings
    readme = (ROOT / "services" / service / "README.md").read_text()
    missing = [name for name in settings.model_fields if name.upper() not in readme]
    assert missing == []


def test_every_decision_record_has_its_number_context_choice_and_price() -> None:
    records = sorted((ROOT / "docs/adr").glob("*.md"))
    assert [path.name[:4] for path in records] == [f"{n:04}" for n in range(1, len(records) + 1)]
    for path in records:
        text = path.read_text()
        assert all(f"**{part}.**" in text for part in ("Context", "Choice", "Given up")), path.name
