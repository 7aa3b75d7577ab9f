"""``python -m carteado.tables``: serves until it is told to stop."""

import asyncio

from carteado.runtime import logs
from carteado.runtime.server import told_to_stop
from carteado.tables.server import running
from carteado.tables.settings import Settings


async def serve(settings: Settings) -> None:
    """Runs tables until SIGTERM or SIGINT."""
    told = told_to_stop()
    async with running(settings):
        await told.wait()


def main() -> None:
    """The process edge."""
    settings = Settings()
    logs.configure("tables", settings.log_level, settings.log_format)
    asyncio.run(serve(settings))


if __name__ == "__main__":
    main()
