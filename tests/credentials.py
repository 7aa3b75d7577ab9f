"""Files of credentials for the services that tests start."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from carteado.runtime.applications import Application, Applications, Scope, kept

ALL = tuple(Scope)


def write_credentials(path: Path, tokens: Mapping[str, str], scopes: Iterable[Scope] = ALL) -> Path:
    """A file that lets each application in with its token, to everything or to what the scopes open."""
    content = {name: Application(tuple(scopes), (kept(token),)) for name, token in tokens.items()}
    Applications(content).write(path)
    return path
