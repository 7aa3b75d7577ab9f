"""The canonical form of a message, for whatever is hashed or signed: its default JSON mapping in the form of RFC 8785.

Protobuf's own bytes are not canonical and are never hashed or signed.
"""

import hashlib

import rfc8785
from google.protobuf.json_format import MessageToDict, SerializeToJsonError
from google.protobuf.message import Message


class NotCanonicalError(ValueError):
    """The message has no JSON form: a duration or a time in it is not normalised."""


def canonical_form(message: Message) -> bytes:
    """UTF-8 JSON with sorted names and no white space; the same for equal messages everywhere.

    Raises:
        NotCanonicalError: There is none.
    """
    try:
        return rfc8785.dumps(MessageToDict(message))
    except SerializeToJsonError as error:
        raise NotCanonicalError(str(error)) from error


def digest(message: Message) -> bytes:
    """SHA-256 of the canonical form, 32 bytes."""
    return hashlib.sha256(canonical_form(message)).digest()
