"""The public keys that records are checked against: Ed25519, each with an id and the dates between which its signatures count."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Self

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from carteado.runtime import refusals

Moment = Annotated[datetime, msgspec.Meta(tz=True)]
Half = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]


class PublicKey(msgspec.Struct, frozen=True):
    """One key of the file.

    Attributes:
        id: Its identifier, as signatures name it.
        public: 32 bytes.
        valid_from: Its signatures count from then on, also those of matches that ended before and were sent late.
        retired_at: It signs no match that ended from then on.
        private: Never set; a file that has it is another service's.
    """

    id: str
    public: Half
    valid_from: Moment
    retired_at: Moment | None = None
    private: bytes | None = None

    def counts(self, end: datetime, now: datetime) -> bool:
        """True when the key may have signed a match that ended then: it is in use by now, and was not retired before."""
        return self.valid_from <= now and (self.retired_at is None or end < self.retired_at)


@dataclass(frozen=True, slots=True)
class Signed:
    """A match as it was signed.

    Attributes:
        key_id: The key that is said to have signed.
        signature: The signature.
        form: What was signed.
        end: When the match ended.
    """

    key_id: str
    signature: bytes
    form: bytes
    end: datetime


class PublicKeys(msgspec.Struct, frozen=True):
    """Every key of tables that counts or ever counted."""

    keys: tuple[PublicKey, ...]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads ``{"keys": [{"id", "public", "valid_from", "retired_at"}, ...]}``, bytes in base64.

        Raises:
            ValueError: It has another form, no key, two of one id, or a private half, which is none of our business.
        """
        try:
            content = msgspec.json.decode(text, type=cls)
        except msgspec.DecodeError as error:
            raise ValueError("not a file of public signing keys") from error
        if any(key.private is not None for key in content.keys):
            raise ValueError("the file of signing keys holds a private half: give the public ones")
        if not content.keys or len({key.id for key in content.keys}) < len(content.keys):
            raise ValueError("a file of signing keys has at least one, each with an id of its own")
        return content

    def verify(self, signed: Signed, now: datetime) -> None:
        """Holds a signature against the key that it names.

        Raises:
            Refused: The key is not one of ours, did not sign this, or was not in use then.
        """
        key = next((one for one in self.keys if one.id == signed.key_id), None)
        if key is None:
            raise refusals.not_now("SIGNING_KEY_UNKNOWN", "no key has this id")
        try:
            Ed25519PublicKey.from_public_bytes(key.public).verify(signed.signature, signed.form)
        except InvalidSignature:
            raise refusals.malformed("SIGNATURE_INVALID", "the key did not sign this") from None
        if not key.counts(signed.end, now):
            raise refusals.not_now(
                "SIGNING_KEY_OUT_OF_DATE", "the key was retired before, or is not in use yet"
            )
