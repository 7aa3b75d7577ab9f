/** Everything that is checked of a proof. */

import { NotCanonical } from './contract.mjs';
import { alteredParts, fingerprint, isSignedByItsKey, read } from './proof.mjs';
import { replayed } from './replay.mjs';

const holds = (name, told) => ({ name, reason: '', told });
const fails = (name, reason, told = '') => ({ name, reason, told });

/**
 * The verdict on the text of a proof: `checks`, in the order in which reasons count, each with a
 * `name`, a `reason`, which is empty where it holds, and what it `told`; and the `proof`, unless the
 * text is none. `expectedKey` is the fingerprint of the key that has to have signed; undefined for any.
 */
export async function judged(text, expectedKey) {
  let proof;
  try {
    proof = read(text);
  } catch (fault) {
    if (!(fault instanceof NotCanonical)) throw fault;
    return { checks: [fails('format', 'FORMAT_UNKNOWN', fault.message)] };
  }
  const checks = [
    holds('format', 'it is a proof'),
    ...checksOfKey(proof.key, expectedKey),
    ...checksOfParts(proof),
    checkOfSignature(await isSignedByItsKey(proof)),
    ...replayed(proof.record),
  ];
  return { checks, proof };
}

function checksOfKey({ id, publicKey }, expected) {
  const own = fingerprint(publicKey);
  const isNamedRight = own === id;
  const isExpected = expected === undefined || expected === id;
  const checks = [];
  if (!isNamedRight) checks.push(fails('key', 'KEY_MISMATCH', `${id} is not ${own}`));
  if (!isExpected) checks.push(fails('key', 'KEY_UNKNOWN', `${id} is not ${expected}`));
  if (checks.length) return checks;
  return [holds('key', `${id} is its fingerprint${expected ? ', and the one expected' : ''}`)];
}

function checksOfParts(proof) {
  const altered = alteredParts(proof);
  if (altered.length === 0) return [holds('digests', 'every part is what its digest says')];
  return altered.map((reason) => fails('digests', reason));
}

const checkOfSignature = (isSigned) =>
  isSigned
    ? holds('signature', 'the key signed this record')
    : fails('signature', 'SIGNATURE_INVALID', 'the key did not sign this record');
