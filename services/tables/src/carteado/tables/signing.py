"""The keys that records are signed with: Ed25519, each with an id and the dates between which its signatures count."""

from datetime import UTC, datetime
from typing import Self

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from google.protobuf.message import Message

from carteado.proof.signature import fingerprint
from carteado.runtime.canonical import canonical_form


class SigningKey(msgspec.Struct, frozen=True):
    """One key of the file. A retired one keeps its public half alone.

    Attributes:
        id: Its fingerprint, as signatures name it.
        public: 32 bytes.
        valid_from: Signatures count from then on.
        private: 32 bytes, of the key in use.
        retired_at: New signatures do not count from then on.
    """

    id: str
    public: bytes
    valid_from: datetime
    private: bytes | None = None
    retired_at: datetime | None = None


class SigningKeys(msgspec.Struct, frozen=True):
    """Every key, the one in use first."""

    keys: tuple[SigningKey, ...]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads ``{"keys": [{"id", "public", "valid_from", "private", "retired_at"}, ...]}``, bytes in base64.

        Raises:
            ValueError: It has another form, an id is not the fingerprint of its key, or not exactly one key is in use.
        """
        try:
            content = msgspec.json.decode(text, type=cls)
        except msgspec.DecodeError as error:
            raise ValueError("not a file of signing keys") from error
        if not all(key.id == fingerprint(key.public) for key in content.keys):
            raise ValueError("the id of a signing key is its fingerprint")
        in_use = [key for key in content.keys if key.retired_at is None]
        if len(in_use) != 1 or in_use[0].private is None:
            raise ValueError("exactly one signing key is in use, and has its private half")
        retired = [key for key in content.keys if key.retired_at is not None]
        return cls((*in_use, *retired))

    @staticmethod
    def make() -> str:
        """The text of a new file with one key, valid from now on."""
        private = Ed25519PrivateKey.generate()
        public = private.public_key().public_bytes_raw()
        key = SigningKey(
            id=fingerprint(public),
            public=public,
            valid_from=datetime.now(UTC),
            private=private.private_bytes_raw(),
        )
        return msgspec.json.encode(SigningKeys((key,))).decode()

    @property
    def in_use(self) -> SigningKey:
        """The key that signs."""
        return self.keys[0]

    def sign(self, message: Message) -> tuple[bytes, str]:
        """The signature over the canonical form, and the id of the key."""
        key = self.in_use
        assert key.private is not None
        private = Ed25519PrivateKey.from_private_bytes(key.private)
        return private.sign(canonical_form(message)), key.id
