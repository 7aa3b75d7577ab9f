"""``python -m carteado.engine``: serves until it is told to stop."""

from carteado.engine.server import running
from carteado.engine.settings import Settings
from carteado.runtime import process


def main() -> None:
    """The process edge."""
    process.run("engine", Settings, running)


if __name__ == "__main__":
    main()
