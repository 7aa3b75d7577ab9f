"""Mutants of the rules, made and tried by mutmut in a copy of the tree, and which of them survive.

As a program it tries the mutants of some modules, and prints the survivors that are not listed as survivors.md wants them:
``python -m tests.mutation.mutation PATTERN ... [tests/JUDGE ...]``, such as ``'eu_faco/*'`` or ``match.py tests/rules/test_match.py``.
"""

import os
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent.parent
RULES = "src/carteado/rules"
LISTED = Path(__file__).with_name("survivors.md")
JUDGES = ("tests/mutation/few_matches.py", "tests/rules", "tests/vectors")
"""The tests that a mutant must fail one of."""
CHILDREN = 2
MEMORY = 2 << 30
"""Bytes that a trial may use; some mutants never stop collecting."""
KILLED = {"killed", "timeout"}
SETTINGS = """
[tool.mutmut]
source_paths = ["src"]
only_mutate = {mutated}
do_not_mutate = ["{rules}/rivals/*"]
pytest_add_cli_args_test_selection = {judges}
use_git_change_detection = false

[tool.pytest.ini_options]
addopts = '''
    --import-mode=importlib -p no:cacheprovider -p _hypothesis_pytestplugin --hypothesis-seed={seed}
    -p pytest_timeout --timeout=60 --timeout-method=thread
    --ignore-glob=*/test_rival*.py -k "not no_other_package"
'''
pythonpath = ["."]
filterwarnings = ["error"]
"""
"""House rivals are no rules. What runs with no other package cannot run with mutmut in it."""


@dataclass(frozen=True)
class Outcome:
    """What became of the mutants.

    Attributes:
        modules: The modules that were mutated, such as ``eu_faco.rules``.
        mutants: How many there were.
        survivors: Those that no test failed with: module, function, and the lines that differ.
    """

    modules: frozenset[str]
    mutants: int
    survivors: tuple[str, ...]


def listed() -> list[str]:
    """The survivors that were reviewed."""
    return re.findall(r"^```diff\n(.*?)\n```$", LISTED.read_text(), re.MULTILINE | re.DOTALL)


def tried(folder: Path, patterns: Sequence[str], judges: Sequence[str], seed: int) -> Outcome:
    """Tries every mutant of the modules that fit one of the patterns.

    mutmut forks each trial from a process that has the rules imported, too late for what runs on import, and counts a test that took too long on a busy
    machine as one that failed. So whatever is not as it is listed is tried once more in a process of its own: who survives unlisted, and who is listed and does not.
    """
    copy_tree(folder, patterns, judges, seed)
    mutmut(folder, "run", "--max-children", str(CHILDREN))
    results = mutmut(folder, "results", "--all", "true").split("\n")
    status = dict(line.strip().rsplit(": ", 1) for line in results if "__mutmut_" in line)
    known = set(listed())
    places = {tuple(one.partition("\n")[0].split(": ")) for one in known}
    mutants = {
        name: told(name, mutmut(folder, "show", name))
        for name, became in status.items()
        if became not in KILLED or place_of(name) in places
    }
    alive = {
        name: mutant
        for name, mutant in mutants.items()
        if status[name] not in KILLED or mutant in known
    }
    doubtful = [
        name for name, mutant in alive.items() if (status[name] in KILLED) == (mutant in known)
    ]
    with ThreadPoolExecutor(CHILDREN) as pool:
        again = pool.map(lambda name: survives(folder, name, judges), doubtful)
        killed = {name for name, survived in zip(doubtful, again, strict=True) if not survived}
    return Outcome(
        modules=frozenset(place_of(name)[0] for name in status),
        mutants=len(status),
        survivors=tuple(mutant for name, mutant in alive.items() if name not in killed),
    )


def copy_tree(folder: Path, patterns: Sequence[str], judges: Sequence[str], seed: int) -> None:
    """The rules and the tests, laid out so that the path of each module below ``src`` is its name, as mutmut demands."""
    clean = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "libs/rules/src", folder / "src", ignore=clean)
    shutil.copytree(ROOT / "tests", folder / "tests", ignore=clean)
    mutated = [f"{RULES}/{pattern}" for pattern in patterns]
    settings = SETTINGS.format(rules=RULES, mutated=mutated, judges=list(judges), seed=seed)
    (folder / "pyproject.toml").write_text(settings)


def environment(**more: str) -> dict[str, str]:
    """No plugin but those that the settings name, no option from outside, and the same order of sets each time."""
    fixed = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": "", "PYTHONHASHSEED": "0"}
    return {**os.environ, **fixed, "PYTHONDONTWRITEBYTECODE": "1", **more}


def limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def mutmut(folder: Path, *arguments: str) -> str:
    """What mutmut says; it stops where a test fails without a mutant, or none fails when every function raises."""
    program = Path(sys.executable).with_name("mutmut")
    done = subprocess.run(
        [program, *arguments],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        preexec_fn=limit_memory,
    )
    assert done.returncode == 0, f"{done.returncode}\n{done.stdout[-4000:]}"
    return done.stdout


def survives(folder: Path, name: str, judges: Sequence[str]) -> bool:
    """Whether all judges pass with the mutant, in a process that imports the rules with it."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-q", *judges],
        cwd=folder / "mutants",
        env=environment(MUTANT_UNDER_TEST=name, PYTHONPATH=str(folder / "mutants" / "src")),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
        preexec_fn=limit_memory,
    )
    return done.returncode == 0


def place_of(name: str) -> tuple[str, str]:
    """Module and function of a mutant, from mutmut's name: ``carteado.rules.match.xǁMatchǁact__mutmut_7``, or ``x_`` before a function of no class."""
    module, _, mangled = name.partition("__mutmut_")[0].rpartition(".")
    return module.removeprefix("carteado.rules."), mangled[2:].replace("ǁ", ".")


def told(name: str, shown: str) -> str:
    """A mutant by its place and the lines that differ, whatever stands above it in the file."""
    lines = shown.split("@@", 1)[1].splitlines()
    module, function = place_of(name)
    return "\n".join([f"{module}: {function}", *(one for one in lines if one[:1] in {"-", "+"})])


if __name__ == "__main__":
    chosen = [one for one in sys.argv[1:] if one.startswith("tests/")]
    patterns = [one for one in sys.argv[1:] if one not in chosen]
    with TemporaryDirectory() as temporary:
        outcome = tried(Path(temporary), patterns, chosen or JUDGES, seed=1)
    for survivor in outcome.survivors:
        if survivor not in listed():
            print(f"```diff\n{survivor}\n```")  # noqa: T201
    print(f"{len(outcome.survivors)} of {outcome.mutants} mutants survive")  # noqa: T201
