"""Where the secrets of the shuffles lie until they are opened: sealed with AES-GCM, each for its own table."""

import hmac
import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from carteado.runtime.keys import Keyset
from carteado.tables import refusals

SECRET_BYTES = 32
NONCE_BYTES = 12


class Vault:
    """Seals and opens the secrets of tables."""

    def __init__(self, keyset: Keyset) -> None:
        self._keyset = keyset

    def seal(self, table_id: str, secret: bytes) -> bytes:
        """``length of key id | key id | nonce | ciphertext``; nobody can move it to another table."""
        key_id = self._keyset.primary.encode()
        nonce = secrets.token_bytes(NONCE_BYTES)
        cipher = AESGCM(self._keyset.keys[self._keyset.primary])
        sealed = cipher.encrypt(nonce, secret, table_id.encode())
        return bytes([len(key_id)]) + key_id + nonce + sealed

    def open(self, table_id: str, sealed: bytes) -> bytes:
        """The secret of a table.

        Raises:
            Refused: DATA_LOSS, where the key that sealed it is gone, or it was altered or is another table's.
        """
        length = 1 + sealed[0]
        key_id = sealed[1:length].decode()
        if key_id not in self._keyset.keys:
            raise refusals.lost("SECRET_KEY_UNKNOWN", "the key that sealed this table is gone")
        nonce, ciphertext = sealed[length : length + NONCE_BYTES], sealed[length + NONCE_BYTES :]
        try:
            return AESGCM(self._keyset.keys[key_id]).decrypt(nonce, ciphertext, table_id.encode())
        except InvalidTag as error:
            raise refusals.lost("SECRET_ALTERED", "the secret of this table was altered") from error


def draw() -> bytes:
    """A new secret, from the operating system's generator."""
    return secrets.token_bytes(SECRET_BYTES)


def advice_seed(secret: bytes, ply: int) -> bytes:
    """What a house rival's chances depend on: the same for a decision however often it is asked, and nobody's guess."""
    return hmac.digest(secret, f"carteado/advice/1|{ply}".encode(), "sha256")
