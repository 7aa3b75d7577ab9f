"""The canonical form of a message, for whatever is hashed or signed: its default JSON mapping in the form of RFC 8785.

Protobuf's own bytes are not canonical and are never hashed or signed.
"""

import hashlib

import rfc8785
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message


def canonical_form(message: Message) -> bytes:
    """UTF-8 JSON with sorted names and no white space; the same for equal messages everywhere."""
    return rfc8785.dumps(MessageToDict(message))


def digest(message: Message) -> bytes:
    """SHA-256 of the canonical form, 32 bytes."""
    return hashlib.sha256(canonical_form(message)).digest()
