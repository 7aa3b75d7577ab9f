/** Verifies proofs: node verify.mjs FILE... [--key FINGERPRINT] [--json] */

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { textOf } from './bytes.mjs';
import { judged } from './verdict.mjs';

const USAGE = 'usage: node verify.mjs FILE... [--key FINGERPRINT] [--json]';
const OPTIONS = { key: { type: 'string' }, json: { type: 'boolean' } };

/** Ends the program because it was asked for what cannot be done. */
function stop(message) {
  console.error(message);
  process.exit(2);
}

function asked() {
  try {
    const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
    return positionals.length ? { ...values, files: positionals } : stop(USAGE);
  } catch (error) {
    return stop(`${error.message}\n${USAGE}`);
  }
}

function bytesFrom(file) {
  try {
    return readFileSync(file);
  } catch (error) {
    return stop(`${file}: ${error.message}`);
  }
}

/** What a file holds; bytes that are no text stand for none, which is no proof either. */
function textFrom(bytes) {
  try {
    return textOf(bytes);
  } catch {
    return '';
  }
}

const failing = ({ checks }) => checks.filter(({ reason }) => reason);

/** A verdict for machines: every reason in order, and where the rules refuse a move, which one and why. */
function inJson(verdict) {
  const reasons = failing(verdict).map(({ reason }) => reason);
  const { move = null, refusal = '' } = verdict.checks.at(-1);
  return JSON.stringify({ reason: reasons[0] ?? '', reasons, move, refusal });
}

/** A verdict in one line. */
function inOneLine(verdict) {
  const [first] = failing(verdict);
  if (first) return `refused: ${first.reason}`;
  const { record, key } = verdict.proof;
  const { ruleset, seats, secrets, moves } = record;
  const counts = `${seats} seats, ${secrets.length} rounds, ${moves.length} moves`;
  return `holds: ${ruleset}, ${counts}, signed by ${key.id}`;
}

/** A verdict with a line for each check. */
function inFull(verdict) {
  const lines = verdict.checks.map(({ name, reason, told }) =>
    reason ? `FAIL ${reason} ${told}`.trimEnd() : `ok   ${name}: ${told}`,
  );
  return [...lines, inOneLine(verdict)].join('\n');
}

const { files, key, json } = asked();
const contents = files.map(bytesFrom);
for (const [at, bytes] of contents.entries()) {
  const verdict = await judged(textFrom(bytes), key);
  if (failing(verdict).length) process.exitCode = 1;
  if (json) console.log(inJson(verdict));
  else if (files.length > 1) console.log(`${files[at]}: ${inOneLine(verdict)}`);
  else console.log(inFull(verdict));
}
