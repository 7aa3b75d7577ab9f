"""``python -m carteado.ranking``: serves until it is told to stop."""

from carteado.ranking.server import running
from carteado.ranking.settings import Settings
from carteado.runtime import process


def main() -> None:
    """The process edge."""
    process.run("ranking", Settings, running)


if __name__ == "__main__":
    main()
