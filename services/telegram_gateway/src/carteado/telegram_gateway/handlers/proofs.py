"""After the match: its signed record, for whoever wants to check that nobody cheated."""

import asyncio

from carteado.api.tables.v1.tables_pb2 import TABLE_STATE_FINISHED, Table
from carteado.proof.file import written
from carteado.proof.signature import Key, Proof
from carteado.telegram_gateway.company import Company
from carteado.telegram_gateway.handlers.asking import Asked
from carteado.telegram_gateway.message import Message
from carteado.telegram_gateway.places import Place
from carteado.telegram_gateway.render import proof
from carteado.telegram_gateway.said import Said

MOST_CHARACTERS = 4_000_000
"""Many times the longest match that people play: what is longer is not sent into a chat."""


class Proofs:
    """Sends the proof of a match into the chat where it was played."""

    def __init__(self, company: Company) -> None:
        self._with = company

    async def send(self, asked: Asked) -> Said:
        """Once for each match and chat; of one that was deleted since, a new one."""
        table = await self._with.tables.get_table(asked.hosted.table_id)
        if table.state != TABLE_STATE_FINISHED:
            return Said(asked.words("MATCH_NOT_OVER"), is_alert=True)
        signed = await self._signed(table)
        content = await asyncio.to_thread(written, signed)
        if len(content) > MOST_CHARACTERS:
            return Said(asked.words("proof_too_long"), is_alert=True)
        place = Place(asked.hosted.chat_id, asked.hosted.thread_id)
        spot = f"{asked.hosted.code}/proof"
        is_there = await self._with.store.message(place.chat_id, spot) is not None
        words = await self._with.group_words(place.chat_id)
        message = proof.proof(table, words, key=signed.key.id, content=content)

        async def render() -> Message:
            return message

        self._with.outbox.show(place, spot, render, lasts=False)
        file = proof.file_name(table)
        if is_there:
            return Said(asked.words("proof_sent_already", file=file))
        return Said(asked.words("proof_sent", file=file))

    async def _signed(self, table: Table) -> Proof:
        """The record with the signature of the tables service, and the key that made it."""
        answer = await self._with.tables.record(table.id)
        keys = {key.id: key.public_key for key in await self._with.tables.signing_keys()}
        return Proof(answer.record, answer.signature, Key(answer.key_id, keys[answer.key_id]))
