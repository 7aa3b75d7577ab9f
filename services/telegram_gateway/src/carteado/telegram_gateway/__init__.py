"""telegram_gateway."""
