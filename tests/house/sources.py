"""The sources of the house, read once."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = ("libs", "services", "tools")
MEMBERS = sorted(path for folder in FOLDERS for path in ROOT.glob(f"{folder}/*/pyproject.toml"))
SOURCES = sorted(path for folder in FOLDERS for path in ROOT.glob(f"{folder}/*/src/**/*.py"))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def strings(path: Path) -> list[str]:
    """Every string constant of a module that is no docstring."""
    docstrings = {
        id(node.value)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    return [
        node.value
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in docstrings
    ]


def lengths(path: Path) -> dict[str, int]:
    """Lines of the body of every function, docstring excluded."""
    measured = {}
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body
            if ast.get_docstring(node) is not None:
                body = body[1:]
            if body:
                last = body[-1].end_lineno or 0
                measured[f"{path.name}:{node.name}"] = last - body[0].lineno + 1
    return measured
