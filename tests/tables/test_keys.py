"""The vault of secrets and the keys of records."""

import json

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from carteado.api.game.v1 import game_pb2
from carteado.runtime.canonical import canonical_form
from carteado.runtime.errors import Refused
from carteado.runtime.keys import Keyset
from carteado.tables.signing import SigningKeys
from carteado.tables.vault import Vault, advice_seed, draw


def test_a_secret_comes_out_of_the_vault_as_it_went_in() -> None:
    vault, secret = Vault(Keyset.parse(Keyset.make())), draw()
    sealed = vault.seal("table", secret)
    assert secret not in sealed
    assert vault.open("table", sealed) == secret
    assert vault.seal("table", secret) != sealed


def test_a_secret_opens_for_its_own_table_alone() -> None:
    vault = Vault(Keyset.parse(Keyset.make()))
    with pytest.raises(Refused, match="SECRET_ALTERED"):
        vault.open("other", vault.seal("table", draw()))


def test_a_retired_key_still_opens_and_the_new_one_seals() -> None:
    old, new = (Keyset.parse(Keyset.make()) for _ in range(2))
    both = Vault(Keyset(new.primary, {**old.keys, **new.keys}))
    sealed = Vault(old).seal("table", b"s" * 32)
    assert both.open("table", sealed) == b"s" * 32
    with pytest.raises(Refused, match="SECRET_KEY_UNKNOWN"):
        Vault(old).open("table", both.seal("table", draw()))


def test_a_rivals_chances_depend_on_secret_and_ply_alone() -> None:
    assert advice_seed(b"s", 1) == advice_seed(b"s", 1)
    assert len({advice_seed(b"s", 1), advice_seed(b"s", 2), advice_seed(b"t", 1)}) == 3


def test_a_signature_holds_for_the_canonical_form() -> None:
    keys = SigningKeys.parse(SigningKeys.make())
    record = game_pb2.Record(ruleset="eu_faco/1", seats=2)
    signature, key_id = keys.sign(record)
    assert key_id == keys.keys[0].id
    public = Ed25519PublicKey.from_public_bytes(keys.keys[0].public)
    public.verify(signature, canonical_form(record))


def test_the_key_in_use_comes_first_and_there_is_exactly_one() -> None:
    old, new = (json.loads(SigningKeys.make())["keys"][0] for _ in range(2))
    del old["private"]
    old["retired_at"] = new["valid_from"]
    keys = SigningKeys.parse(json.dumps({"keys": [old, new]}))
    assert [key.id for key in keys.keys] == [new["id"], old["id"]]
    for wrong in ([old], [new, new], [{**new, "private": None}], [{**new, "id": "k1"}], "x"):
        with pytest.raises(ValueError, match="signing key"):
            SigningKeys.parse(json.dumps({"keys": wrong}))
