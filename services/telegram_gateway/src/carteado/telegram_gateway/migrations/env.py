"""Alembic's own entrance: runs on the connection that it was handed."""

from alembic import context

from carteado.telegram_gateway import schema

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=schema.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
