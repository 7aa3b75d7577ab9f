"""Answers the vectors of fairness.json with the shuffles of the rules."""

from itertools import islice
from typing import Any

from carteado.rules.eu_faco.cards import DECK
from carteado.rules.shuffle import (
    Chain,
    FairShuffler,
    OpenedSecrets,
    salt,
    shuffle_key,
    words,
)

DECKS: dict[str, list[int]] = {
    "eu_faco/1": list(DECK),
    "estou_por_uma/1": sorted([*range(1, 53)] * 2),
    "sevn/1": sorted(
        [1]
        + [number + 1 for number in range(1, 14) for _ in range(number)]
        + [15, 16, 17] * 2
        + list(range(18, 24))
        + list(range(24, 32)) * 2
    ),
}
"""The deck of each ruleset's default options, in ascending order of wire numbers."""


def shuffle(given: Any) -> dict[str, Any]:
    """Every step of one shuffle; the chain is checked link by link on the way."""
    chain = Chain(bytes.fromhex(given["secret"]))
    number, purpose, ruleset = given["round"], given["purpose"], given["ruleset"]
    opened = OpenedSecrets(chain.anchor, [chain.of(n) for n in range(1, number + 1)])
    assert opened.hold()
    entropy = [bytes.fromhex(entry) for entry in given["entropy"]]
    key = shuffle_key(chain.of(number), salt(entropy), ruleset, number, purpose)
    shuffler = FairShuffler(opened.of, salt(entropy), ruleset)
    answer: dict[str, Any] = {
        "anchor": chain.anchor.hex(),
        "round_secret": chain.of(number).hex(),
        "salt": salt(entropy).hex(),
        "key": key.hex(),
        "words": list(islice(words(key), 10)),
    }
    if purpose == "dealer":
        answer["dealer"] = shuffler.below(number, purpose, len(entropy))
    else:
        answer["deck"] = shuffler.shuffled(number, purpose, given.get("cards", DECKS[ruleset]))
    return answer


KINDS = {"shuffle": shuffle}
