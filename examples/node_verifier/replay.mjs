/** A record against the rules: its secrets, then every move in order, then the result. */

import { canonical } from './proof.mjs';
import * as estouPorUma from './rules/estou_por_uma.mjs';
import * as euFaco from './rules/eu_faco.mjs';
import { InvalidMatch, Refused, refuseIf } from './rules/refused.mjs';
import * as sevn from './rules/sevn.mjs';
import { Shuffles, brokenLink } from './shuffle.mjs';

const GAMES = [euFaco, estouPorUma, sevn];

/** Something in a record that does not hold. */
class Fault extends Error {
  constructor(reason, told = '', more = {}) {
    super(told);
    Object.assign(this, { reason, more });
  }
}

/**
 * What is checked, in the order in which reasons count: each step tells what it found, and rests on
 * those before it.
 */
const STEPS = {
  ruleset: findRules,
  match: openMatch,
  chain: checkChain,
  moves: play,
  result: compare,
};

/** The checks of a record, up to the first that does not hold. */
export function replayed(record) {
  const checks = [];
  const found = { record };
  for (const [name, step] of Object.entries(STEPS)) {
    try {
      checks.push({ name, reason: '', told: step(found) });
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      return [...checks, { name, reason: fault.reason, told: fault.message, ...fault.more }];
    }
  }
  return checks;
}

function findRules(found) {
  const { ruleset, options } = found.record;
  found.game = GAMES.find((game) => game.ruleset === ruleset && options?.[game.name]);
  if (!found.game) throw new Fault('RULESET_UNKNOWN', `no rules for ${ruleset} and its options`);
  return `the rules of ${ruleset} are known`;
}

function openMatch(found) {
  const { options, seats } = found.record;
  try {
    found.match = new found.game.Match(options[found.game.name], seats);
  } catch (invalid) {
    if (!(invalid instanceof InvalidMatch)) throw invalid;
    throw new Fault('MATCH_INVALID', invalid.message);
  }
  return `${seats} seats may play with these options`;
}

function checkChain({ record }) {
  const broken = brokenLink(record.anchor, record.secrets);
  if (broken) throw new Fault('SECRET_MISMATCH', `secret ${broken} leads elsewhere`);
  return `${record.secrets.length} secrets lead to the anchor`;
}

/** Plays every move; the secrets have to be those of the rounds that were counted, no more and no less. */
function play({ record, game, match }) {
  const shuffles = shufflesOf(record);
  for (const [number, move] of record.moves.entries()) {
    try {
      playMove({ record, game, match, shuffles }, move, number === 0);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      const told = `move ${number}: ${refused.message}`;
      throw new Fault('MOVE_REFUSED', told, { move: number, refusal: refused.message });
    }
  }
  if (record.secrets.length !== match.opened) {
    throw new Fault('SECRET_MISMATCH', `${match.opened} rounds are open to all`);
  }
  return `${record.moves.length} moves in ${match.round} rounds are as the rules have them`;
}

const shufflesOf = ({ ruleset, secrets, moves, seats }) =>
  new Shuffles(ruleset, secrets, moves[0]?.action?.deal?.entropy ?? [], seats);

/** One move: a deal by nobody, or an action by a seat of the match. */
function playMove(table, { seat, action = {} }, isFirst) {
  if (action.deal) {
    refuseIf(seat !== undefined, 'DEAL_BELONGS_TO_TABLE');
    deal(table, action.deal.entropy, isFirst);
  } else {
    refuseIf(seat === undefined, 'SEAT_MISSING');
    refuseIf(seat >= table.record.seats, 'SEAT_RANGE');
    act(table, seat, action);
  }
}

/**
 * Deals a round that is due; only the first deal takes what the seats add, up to 64 bytes each or
 * nothing at all.
 */
function deal({ record, match, shuffles }, entropy, isFirst) {
  refuseIf(match.phase === 'OVER', 'ROUND_OVER');
  refuseIf(match.phase !== 'DEAL', 'WRONG_PHASE');
  refuseIf(!isFirst && entropy.length > 0, 'ENTROPY_TOO_LATE');
  const isOneEach = entropy.length === record.seats && entropy.every((entry) => entry.length <= 64);
  refuseIf(entropy.length > 0 && !isOneEach, 'ENTROPY_COUNT');
  const round = match.round + 1;
  if (!record.secrets[round - 1]) throw new Fault('SECRET_MISMATCH', `secret ${round} is missing`);
  match.deal(shuffles.ofRound(round));
}

/** What is the same in every game is checked first: that the round goes on, and has this verb (G-5, G-20). */
function act({ game, match }, seat, action) {
  refuseIf(match.phase === 'OVER', 'ROUND_OVER');
  refuseIf(match.phase === 'DEAL', match.round > 0 ? 'ROUND_OVER' : 'WRONG_PHASE');
  const verb = game.verbs.find((one) => action[one]);
  refuseIf(!verb, 'WRONG_PHASE');
  match[verb](seat, action[verb]);
  match.afterAction?.();
}

/** The places that the record claims have to be those that the rules give, once the match is over. */
function compare({ record, match }) {
  const places = match.phase === 'OVER' ? match.placements() : [];
  if (canonical(places) !== canonical(record.placements)) {
    throw new Fault('RESULT_MISMATCH', 'the rules give other places');
  }
  return places.length ? 'the places are those that the rules give' : 'the match is not over';
}
