"""``python -m carteado.telegram_gateway``: plays until it is told to stop."""

from carteado.runtime import process
from carteado.telegram_gateway.server import running
from carteado.telegram_gateway.settings import Settings


def main() -> None:
    """The process edge."""
    process.run("telegram_gateway", Settings, running)


if __name__ == "__main__":
    main()
