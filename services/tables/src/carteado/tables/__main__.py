"""``python -m carteado.tables``: serves until it is told to stop."""

from carteado.runtime import process
from carteado.tables.server import running
from carteado.tables.settings import Settings


def main() -> None:
    """The process edge."""
    process.run("tables", Settings, running)


if __name__ == "__main__":
    main()
