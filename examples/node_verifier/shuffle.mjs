/** How cards are shuffled: docs/fairness.md, step by step. */

import { bytesOf, hexOf } from './bytes.mjs';
import { hkdf, sha256 } from './digest.mjs';

const WORDS = 2 ** 32;

/** The secret of the round before: SHA-256("carteado/chain/1" || s[i]). */
const before = (secret) => sha256(bytesOf('carteado/chain/1'), secret);

/** The first secret, counted from 1, that does not lead to the one before it; undefined where all do. */
export function brokenLink(anchor, secrets) {
  const chain = [anchor, ...secrets];
  const broken = secrets.findIndex(
    (secret, at) => secret.length !== 32 || hexOf(before(secret)) !== hexOf(chain[at]),
  );
  return broken < 0 ? undefined : broken + 1;
}

/** What the seats add, as one salt; nothing at all counts as an empty entry for each seat. */
function saltOf(entropy, seats) {
  const entries = entropy.length ? entropy : Array(seats).fill(new Uint8Array());
  return sha256(...entries.flatMap((entry) => [Uint8Array.of(entry.length), entry]));
}

/** The shuffles of a match. */
export class Shuffles {
  constructor(ruleset, secrets, entropy, seats) {
    Object.assign(this, { ruleset, secrets, salt: saltOf(entropy, seats) });
  }

  /** Those of one round. */
  ofRound(round) {
    const key = (purpose) => {
      const info = `carteado/shuffle/1|${this.ruleset}|${round}|${purpose}`;
      return hkdf(this.secrets[round - 1], this.salt, bytesOf(info));
    };
    return {
      /** A number from 0, drawn for this purpose. */
      below: (purpose, limit) => below(words(key(purpose)), limit),
      /** These cards in a random order, whatever their order was; the first is the top. */
      shuffled: (purpose, cards) => shuffled(words(key(purpose)), cards),
    };
  }
}

/** The stream SHA-256(key || 0) || SHA-256(key || 1) || ..., four bytes at a time. */
function* words(key) {
  for (let counter = 0n; ; counter += 1n) {
    const number = new DataView(new ArrayBuffer(8));
    number.setBigUint64(0, counter);
    const block = new DataView(sha256(key, new Uint8Array(number.buffer)).buffer);
    for (let at = 0; at < block.byteLength; at += 4) yield block.getUint32(at);
  }
}

/** The next word that gives every number below the limit the same chance. */
function below(stream, limit) {
  let word;
  do word = stream.next().value;
  while (word >= WORDS - (WORDS % limit));
  return word % limit;
}

function shuffled(stream, cards) {
  const deck = [...cards].sort((one, other) => one - other);
  for (let i = deck.length - 1; i > 0; i -= 1) {
    const j = below(stream, i + 1);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return deck;
}
