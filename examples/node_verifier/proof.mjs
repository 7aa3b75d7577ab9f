/** A proof as a file: its format, the canonical form, the digests of its parts, its key. */

import { base64Of, bytesOf, hexOf } from './bytes.mjs';
import { NotCanonical, bytes, isObjectOf, record } from './contract.mjs';
import { isSigned, sha256 } from './digest.mjs';

const FORMAT = 'carteado/proof/1';
const MEMBERS = ['format', 'record', 'digests', 'signature', 'key'];

/** Each part that has a digest, with the reason where it is not what the digest says, in order. */
const REASONS_OF_PARTS = {
  ruleset: 'RULESET_ALTERED',
  options: 'OPTIONS_ALTERED',
  seats: 'SEATS_ALTERED',
  anchor: 'ANCHOR_ALTERED',
  entropy: 'ENTROPY_ALTERED',
  moves: 'MOVE_ALTERED',
  order: 'ORDER_ALTERED',
  secrets: 'SECRET_ALTERED',
  placements: 'RESULT_ALTERED',
};

/** The canonical form of a JSON value: names sorted, no white space (RFC 8785). */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
}

/**
 * The proof that a text holds: `json` is the record as it stands there, `record` the same with every
 * field filled in. Throws NotCanonical where the text is no proof.
 */
export function read(text) {
  const content = parsed(text);
  hasMembers(MEMBERS, content, 'a proof');
  if (content.format !== FORMAT) throw new NotCanonical(`the format is not ${FORMAT}`);
  hasMembers(Object.keys(REASONS_OF_PARTS), content.digests, 'digests');
  for (const [part, digest] of Object.entries(content.digests)) bytes.read(digest, part);
  hasMembers(['id', 'publicKey'], content.key, 'key');
  if (typeof content.key.id !== 'string') throw new NotCanonical('key.id is a text');
  return {
    json: content.record,
    record: record.read(content.record, 'record'),
    digests: content.digests,
    signature: bytes.read(content.signature, 'signature'),
    key: { id: content.key.id, publicKey: bytes.read(content.key.publicKey, 'publicKey') },
  };
}

function hasMembers(names, value, where) {
  isObjectOf(names, value, where);
  const missing = names.find((name) => !Object.hasOwn(value, name));
  if (missing) throw new NotCanonical(`${where} has a member ${missing}`);
}

function parsed(text) {
  try {
    const value = JSON.parse(text);
    namesDiffer(text);
    return value;
  } catch (error) {
    throw new NotCanonical(error.message);
  }
}

/** In JSON every brace, and every text, with the colon that makes it a name. */
const BRACES_AND_TEXTS = /[{}]|"(?:[^"\\]|\\.)*"(\s*:)?/g;

/** Fails where an object has two members of one name: readers would disagree on which one counts. */
function namesDiffer(json) {
  const open = [];
  for (const [token, colon] of json.matchAll(BRACES_AND_TEXTS)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon) {
      const name = JSON.parse(token.slice(0, -colon.length));
      if (open.at(-1).has(name)) throw new NotCanonical(`${name} stands twice`);
      open.at(-1).add(name);
    }
  }
}

/** The id of a key: the first 16 hexadecimal digits of the SHA-256 of its 32 bytes. */
export const fingerprint = (publicKey) => hexOf(sha256(publicKey)).slice(0, 16);

/** Whether the key of a proof signed the canonical form of its record; may be a promise. */
export const isSignedByItsKey = ({ json, signature, key }) =>
  isSigned(key.publicKey, signature, bytesOf(canonical(json)));

/**
 * The reason for each part that is not what its digest says; the order counts only where the moves
 * are the same.
 */
export function alteredParts({ json, digests }) {
  const altered = Object.entries(parts(json))
    .filter(([part, value]) => digests[part] !== base64Of(sha256(bytesOf(canonical(value)))))
    .map(([part]) => REASONS_OF_PARTS[part]);
  return altered.filter((one) => one !== 'ORDER_ALTERED' || !altered.includes('MOVE_ALTERED'));
}

/** What each digest is of, in the order in which reasons count. */
function parts(json) {
  const [first, ...others] = json.moves ?? [];
  const order = first ? [withoutEntropy(first), ...others] : [];
  const { ruleset = null, options = null, seats = null, anchor = null } = json;
  const { secrets = null, placements = null } = json;
  const entropy = first?.action?.deal?.entropy ?? null;
  const moves = order
    .map(canonical)
    .sort()
    .map((form) => JSON.parse(form));
  return { ruleset, options, seats, anchor, entropy, moves, order, secrets, placements };
}

function withoutEntropy(move) {
  if (!move.action?.deal) return move;
  const { entropy, ...deal } = move.action.deal;
  return { ...move, action: { ...move.action, deal } };
}
