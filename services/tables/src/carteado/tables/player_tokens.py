"""Tokens of players: made for one player of an application, opened without asking anybody, worth nothing once the application's own is gone."""

import base64
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import grpc
import msgspec
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from carteado.runtime.applications import Scope
from carteado.runtime.credentials import Credentials, Identity, current, token_in
from carteado.runtime.errors import Refused
from carteado.runtime.keys import Keyset
from carteado.tables import refusals
from carteado.tables.limits import named_in
from carteado.tables.scopes import FOR_APPLICATIONS_ALONE, SCOPES

PREFIX = "carteado-player_"
DERIVED_FOR = b"carteado/player-token/1"
LIFETIME = timedelta(hours=1)
"""Of a token for which nothing else was asked."""

FOR_APPLICATIONS = ("labels", "group")
"""Fields that are an application's own."""


class Claim(msgspec.Struct, frozen=True, array_like=True):
    """What a token says.

    Attributes:
        player_id: For whom it was made.
        credential: Id of the application's token that it was made with.
        expires: When it ends.
    """

    player_id: str
    credential: str
    expires: datetime


class PlayerTokens:
    """Knows applications by their credentials, and players by the tokens that were made for them."""

    def __init__(self, credentials: Credentials, keyset: Keyset) -> None:
        self._credentials = credentials
        others = [key for key_id, key in keyset.keys.items() if key_id != keyset.primary]
        self._seals = MultiFernet([_seal(keyset.keys[keyset.primary]), *map(_seal, others)])

    def issue(self, issuer: Identity, player_id: str, lifetime: timedelta) -> tuple[str, datetime]:
        """A token for a player of the application that asks, and when it ends: no later than the application's own."""
        ends = min(datetime.now(UTC) + lifetime, issuer.expires)
        claim = msgspec.json.encode(Claim(player_id, issuer.credential, ends))
        return PREFIX + self._seals.encrypt(claim).decode(), ends

    def authenticate(self, authorization: str | None) -> Identity:
        """The application, or the player of one, that shows this header.

        Raises:
            Refused: UNAUTHENTICATED, for a missing, unknown or expired token, or one whose application's was revoked.
        """
        token = token_in(authorization)
        if not token.startswith(PREFIX):
            return self._credentials.authenticate(authorization)
        try:
            opened = self._seals.decrypt(token.removeprefix(PREFIX).encode())
        except InvalidToken:
            raise Refused(grpc.StatusCode.UNAUTHENTICATED, "CREDENTIAL_UNKNOWN") from None
        claim = msgspec.json.decode(opened, type=Claim)
        holder = self._credentials.holder(claim.player_id.partition("/")[0], claim.credential)
        return current(replace(holder, player_id=claim.player_id, expires=claim.expires))


def _seal(key: bytes) -> Fernet:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=DERIVED_FOR).derive(key)
    return Fernet(base64.urlsafe_b64encode(derived))


def check(identity: Identity, method: str, request: object) -> None:
    """Keeps the holder of a player's token to that player, and off what is an application's own.

    Raises:
        Refused: PERMISSION_DENIED, with NOT_YOUR_PLAYER or APPLICATION_REQUIRED.
    """
    if not identity.player_id:
        return
    named = named_in(request)
    is_public = not named and SCOPES[method] is Scope.READ
    has_own_fields = any(getattr(request, field, None) for field in FOR_APPLICATIONS)
    if named not in ("", identity.player_id):
        raise refusals.forbidden("NOT_YOUR_PLAYER", "a player's token acts for that player alone")
    if method in FOR_APPLICATIONS_ALONE or has_own_fields or not (named or is_public):
        raise refusals.forbidden(
            "APPLICATION_REQUIRED", "for the application itself, not for a player's token"
        )
