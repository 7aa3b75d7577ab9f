"""telegram_sandbox."""
