/**
 * The messages of a record as the contract has them (carteado.api.game.v1.Record), and their default
 * JSON mapping: fields without presence left out at zero, enum values by name, bytes in base64.
 */

import { bytesOfBase64 } from './bytes.mjs';

/** What is in no canonical mapping. */
export class NotCanonical extends Error {}

function must(holds, what) {
  if (!holds) throw new NotCanonical(what);
}

// A kind of value: what it is where it is absent, and how it is read from JSON.

const integer = (least, most) => ({
  zero: 0,
  read(value, where) {
    must(Number.isInteger(value) && value >= least && value <= most, `${where} is a number`);
    return value;
  },
});
const uint32 = integer(0, 2 ** 32 - 1);
const sint32 = integer(-(2 ** 31), 2 ** 31 - 1);

const bool = {
  zero: false,
  read(value, where) {
    must(typeof value === 'boolean', `${where} is true or false`);
    return value;
  },
};

const text = {
  zero: '',
  read(value, where) {
    must(typeof value === 'string' && value.isWellFormed(), `${where} is a text`);
    return value;
  },
};

/** Bytes in padded standard base64. */
export const bytes = {
  zero: '',
  read(value, where) {
    must(typeof value === 'string', `${where} is a text in base64`);
    try {
      return bytesOfBase64(value);
    } catch {
      throw new NotCanonical(`${where} is in base64`);
    }
  },
};

/** An enum: values by name on the wire, by number in what is read. */
const enumeration = (names) => ({
  zero: names[0],
  read(value, where) {
    const number = names.indexOf(value);
    must(number >= 0, `${where} is one of the names of the contract`);
    return number;
  },
});

// A field: how a kind of value stands in a message.

/** Without presence: left out at zero. */
const plain = (kind) => ({
  absent: () => kind.read(kind.zero),
  read(value, where) {
    must(value !== kind.zero, `${where} is left out at zero`);
    return kind.read(value, where);
  },
});

/** With presence: undefined where it is left out. */
const optional = (kind) => ({ absent: () => undefined, read: kind.read });

/** One of several, of which a message has at most one. */
const oneOf = (kind) => ({ ...optional(kind), isOneOf: true });

/** A list, left out where it is empty. */
const list = (kind) => ({
  absent: () => [],
  read(value, where) {
    must(Array.isArray(value) && value.length > 0, `${where} is a list, left out where empty`);
    return value.map((one, at) => kind.read(one, `${where}[${at}]`));
  },
});

/** A message of these fields. */
const message = (fields) => ({
  read(value, where) {
    isObjectOf(Object.keys(fields), value, where);
    const chosen = Object.keys(value).filter((name) => fields[name].isOneOf);
    must(chosen.length < 2, `${where} has one of ${chosen.join(', ')}`);
    const read = ([name, field]) =>
      Object.hasOwn(value, name) ? field.read(value[name], `${where}.${name}`) : field.absent();
    return Object.fromEntries(Object.entries(fields).map((entry) => [entry[0], read(entry)]));
  },
});

/** Fails unless a value is a JSON object with no other members than these. */
export function isObjectOf(names, value, where) {
  const isObject = value !== null && typeof value === 'object' && !Array.isArray(value);
  must(isObject, `${where} is an object`);
  const other = Object.keys(value).find((name) => !names.includes(name));
  must(other === undefined, `${where} has no ${other}`);
}

// The contract itself. The number of an enum value is its place in the list.

const numbers = (least, most) => Array.from({ length: most - least + 1 }, (_, at) => least + at);
const cards = (suits, ranks) => [
  'CARD_UNSPECIFIED',
  ...suits.flatMap((suit) => ranks.map((rank) => `CARD_${suit}_${rank}`)),
];
const SUITS = ['CLUBS', 'DIAMONDS', 'HEARTS', 'SPADES'];
const RANKS = ['ACE', ...numbers(2, 10), 'JACK', 'QUEEN', 'KING'];
const EFFECTS = ['UNSPECIFIED', 'SKIP', 'DRAW_STACK', 'WILD', 'PREVIOUS_DRAWS', 'REVERSE'];
const MODIFIERS = ['TIMES_2', ...[2, 4, 6, 8, 10].map((points) => `PLUS_${points}`)];
const BONUSES = ['FEATHERWEIGHT', 'HEAVYWEIGHT', 'STRAIGHT'];
const ACTIONS = ['FREEZE', 'SECOND_CHANCE', 'DRAW_THREE', 'CROSSROADS', 'STORM'];
const BALLASTS = [2, 4, 6].map((value) => `BALLAST_${value}`);
const FACES = [...numbers(0, 13), ...BALLASTS, ...MODIFIERS, ...BONUSES, ...ACTIONS];

const euFacoCard = enumeration(cards(['BRONZE', 'SILVER', 'GOLD', 'DIAMOND'], numbers(1, 10)));
const estouPorUmaCard = enumeration(cards(SUITS, RANKS));
const sevnCard = enumeration(['CARD_UNSPECIFIED', ...FACES.map((face) => `CARD_${face}`)]);
const suit = enumeration(['SUIT_UNSPECIFIED', ...SUITS.map((name) => `SUIT_${name}`)]);

const euFacoOptions = message({
  lives: plain(uint32),
  fixedRounds: list(uint32),
  ceilingPolicy: plain(enumeration(['CEILING_POLICY_UNSPECIFIED', 'CEILING_POLICY_INITIAL'])),
  cancelMode: plain(enumeration(['CANCEL_MODE_UNSPECIFIED', 'CANCEL_MODE_PAIRS'])),
  lockInOneCard: plain(bool),
  sameRoundRank: plain(enumeration(['SAME_ROUND_RANK_UNSPECIFIED', 'SAME_ROUND_RANK_DEFICIT'])),
});

const effectRule = message({
  rank: plain(uint32),
  effect: plain(enumeration(EFFECTS.map((effect) => `EFFECT_${effect}`))),
});

const estouPorUmaOptions = message({
  packs: optional(uint32),
  handSize: optional(uint32),
  limit: optional(uint32),
  endMode: plain(enumeration(['END_MODE_UNSPECIFIED', 'END_MODE_FIRST_OUT'])),
  effects: list(effectRule),
  zeroRanks: optional(message({ ranks: list(uint32) })),
  courtCardsCountTen: plain(bool),
  noStacking: plain(bool),
  drawCards: optional(uint32),
  previousCards: optional(uint32),
  identicalCards: optional(uint32),
  forgottenCards: optional(uint32),
  identicalSelf: plain(bool),
  enforcement: plain(enumeration(['ENFORCEMENT_UNSPECIFIED', 'ENFORCEMENT_CATCH'])),
  voluntaryDraw: plain(bool),
  mayKeepDrawn: plain(bool),
  reverseSkipsForTwo: plain(bool),
  upcardTakesEffect: plain(bool),
  lastCardDraws: plain(bool),
});

const composition = enumeration([
  'COMPOSITION_UNSPECIFIED',
  'COMPOSITION_ACTIONS_33322_BONUS_2',
  'COMPOSITION_ACTIONS_33322_BALLAST_2',
  'COMPOSITION_BALLAST_3',
  'COMPOSITION_BONUS_3',
  'COMPOSITION_TWO_ZEROS',
]);

const sevnOptions = message({
  composition: plain(composition),
  target: optional(uint32),
  sevnBonus: optional(uint32),
  duplicateBallastBusts: plain(bool),
  stormStartsNext: plain(bool),
  reshuffleEachRound: plain(bool),
  deck: list(message({ card: plain(sevnCard), copies: plain(uint32) })),
});

const play = message({
  euFaco: oneOf(euFacoCard),
  estouPorUma: oneOf(estouPorUmaCard),
  suit: plain(suit),
  estouPorUmaCall: plain(bool),
});

const action = message({
  deal: oneOf(message({ entropy: list(bytes) })),
  bid: oneOf(message({ tricks: plain(uint32) })),
  play: oneOf(play),
  draw: oneOf(message({})),
  pass: oneOf(message({})),
  choose: oneOf(message({ seat: oneOf(uint32), keep: oneOf(bool), option: oneOf(uint32) })),
  declare: oneOf(message({ accused: optional(uint32) })),
});

const options = message({
  euFaco: oneOf(euFacoOptions),
  estouPorUma: oneOf(estouPorUmaOptions),
  sevn: oneOf(sevnOptions),
});

const placement = message({
  seat: plain(uint32),
  place: plain(uint32),
  score: plain(sint32),
  tieBreak: plain(sint32),
});

/** A record; `record.read(json, 'record')` is the record with every field that was left out filled in. */
export const record = message({
  ruleset: plain(text),
  options: optional(options),
  seats: plain(uint32),
  anchor: plain(bytes),
  moves: list(message({ seat: optional(uint32), action: optional(action) })),
  secrets: list(bytes),
  placements: list(placement),
});
