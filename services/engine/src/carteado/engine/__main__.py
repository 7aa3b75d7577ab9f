"""``python -m carteado.engine``: serves until it is told to stop."""

import asyncio

from carteado.engine.server import running
from carteado.engine.settings import Settings
from carteado.runtime import logs
from carteado.runtime.server import told_to_stop


async def serve(settings: Settings) -> None:
    """Runs the engine until SIGTERM or SIGINT."""
    told = told_to_stop()
    async with running(settings):
        await told.wait()


def main() -> None:
    """The process edge."""
    settings = Settings()
    logs.configure("engine", settings.log_level, settings.log_format)
    asyncio.run(serve(settings))


if __name__ == "__main__":
    main()
