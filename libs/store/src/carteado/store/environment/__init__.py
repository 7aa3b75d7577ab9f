"""What alembic runs, and what it writes a new step from."""
