"""The proof of a match, as a file under which stands who sat where, who signed, and how to check it."""

from carteado.api.tables.v1.tables_pb2 import Table
from carteado.telegram_gateway.message import Document, Message
from carteado.telegram_gateway.render.scene import game_name, paragraphs, scene_of
from carteado.words import Words


def file_name(table: Table) -> str:
    """What the file is called: the game, and the code of the table."""
    return f"{game_name(table).replace('_', '-')}-{table.code}.json"


def proof(table: Table, words: Words, *, key: str, content: str) -> Message:
    """The file in the group. Records count seats from 0, people from 1.

    Args:
        table: The table as the public sees it, its match over.
        words: The language.
        key: The fingerprint of the key that signed.
        content: What is in the file.
    """
    scene, name = scene_of(table, words), file_name(table)
    seats = enumerate(scene.names, start=1)
    sat = [words("proof_seat", number=number, name=each) for number, each in seats]
    check = words("proof_check", key=key, file=name)
    return Message(
        paragraphs(words("proof_head"), "\n".join(sat), check), document=Document(name, content)
    )
