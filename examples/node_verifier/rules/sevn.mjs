/**
 * SEVN, as far as a record needs it. A round is a generator: it runs as far as it can, gives the
 * question that is open, and goes on with the answer.
 */

import { ensure, refuseIf } from './refused.mjs';
import { MOST_ROUNDS, clockwiseAfter, placements, range, sum } from './seats.mjs';

export const ruleset = 'sevn/1';
export const name = 'sevn';
export const verbs = ['draw', 'pass', 'choose'];

// Faces, by their numbers in the contract.

const MOST_NUMBER = 14;
const BALLAST_2 = 15;
const BALLAST_6 = 17;
const TIMES_2 = 18;
const PLUS_2 = 19;
const PLUS_10 = 23;
const FEATHERWEIGHT = 24;
const HEAVYWEIGHT = 25;
const STRAIGHT = 26;
const FREEZE = 27;
const SECOND_CHANCE = 28;
const DRAW_THREE = 29;
const CROSSROADS = 30;
const STORM = 31;

const isNumber = (card) => card <= MOST_NUMBER;
const isBallast = (card) => card >= BALLAST_2 && card <= BALLAST_6;
const isExtra = (card) => card >= TIMES_2 && card <= STRAIGHT;

/** What a card of the row is worth: its number, or less than nothing (SV-21, SV-22). */
const valueOf = (card) => (isNumber(card) ? card - 1 : -2 * (card - BALLAST_2 + 1));

/** What a modifier adds (SV-33). */
const plusOf = (card) => (card >= PLUS_2 && card <= PLUS_10 ? 2 * (card - PLUS_2 + 1) : 0);

// The 120 cards (SV-R1): copies of the zero, of each ballast, of each bonus, and of the actions in order.

const COMPOSITIONS = [
  { zeros: 1, ballast: 2, bonus: 2, actions: [2, 2, 2, 2, 2] },
  { zeros: 1, ballast: 1, bonus: 2, actions: [3, 3, 3, 2, 2] },
  { zeros: 1, ballast: 2, bonus: 1, actions: [3, 3, 3, 2, 2] },
  { zeros: 1, ballast: 3, bonus: 1, actions: [2, 2, 2, 2, 2] },
  { zeros: 1, ballast: 1, bonus: 3, actions: [2, 2, 2, 2, 2] },
  { zeros: 2, ballast: 1, bonus: 1, actions: [3, 3, 3, 3, 3] },
];

/**
 * How many copies of each face a composition has, in the order of their numbers; n of each n from 1
 * to 13 (SV-9).
 */
function copiesIn({ zeros, ballast, bonus, actions }) {
  const numbers = range(13).map((number) => number + 1);
  const modifiers = Array(6).fill(1);
  const [ballasts, bonuses] = [ballast, bonus].map((each) => Array(3).fill(each));
  return [zeros, ...numbers, ...ballasts, ...modifiers, ...bonuses, ...actions];
}

/** The cards of a match: those of a composition, or a deck of its own. */
function cardsOf({ composition, deck }) {
  if (deck.length) return deck.flatMap(({ card, copies }) => Array(copies).fill(card));
  return copiesIn(COMPOSITIONS[composition]).flatMap((copies, at) => Array(copies).fill(at + 1));
}

/**
 * A deck of one's own: 120 cards, each face counted once, every value in it, 1 to 13 as they must
 * be (G-33).
 */
function checkDeck({ composition, deck }) {
  if (deck.length === 0) return;
  ensure(composition === 0, 'OPTIONS_CONTRADICT');
  const copies = new Map(deck.map((count) => [count.card, count.copies]));
  ensure(copies.size === deck.length && !copies.has(0), 'OPTION_RANGE');
  ensure(sum([...copies.values()]) === 120, 'OPTION_RANGE');
  ensure(range(BALLAST_6).every((at) => copies.get(at + 1) > 0), 'OPTION_RANGE');
  ensure(range(13).every((at) => copies.get(at + 2) === at + 1), 'OPTION_RANGE');
}

/** Refuses options that no match has (SV-R1, SV-R2, G-11). */
function check(options, seats) {
  ensure(seats >= 2 && seats <= 12, 'PLAYER_COUNT');
  ensure(options.target >= 50 && options.target <= 1000, 'OPTION_RANGE');
  ensure(options.sevnBonus >= 0 && options.sevnBonus <= 50, 'OPTION_RANGE');
  checkDeck(options);
}

/** The longest run of numbers that follow each other (SV-R27). */
function longestRun(row) {
  const values = row.filter(isNumber).map(valueOf);
  const runFrom = (value) => (values.includes(value) ? 1 + runFrom(value + 1) : 0);
  return Math.max(0, ...values.map(runFrom));
}

/**
 * What a round gives a seat that is not bust: values, doubled, modifiers, bonuses and SEVN, never
 * less than nothing (SV-34).
 */
function scoreOf({ row, extras }, sevnBonus) {
  const values = row.map(valueOf);
  const doublings = extras.filter((card) => card === TIMES_2).length;
  const run = longestRun(row);
  const isLight = row.length >= 4 && values.every((value) => value <= 6);
  const isHeavy = values.filter((value) => value >= 10).length >= 3;
  let score = sum(values) * 2 ** doublings + sum(extras.map(plusOf));
  if (extras.includes(FEATHERWEIGHT) && isLight) score += 15;
  if (extras.includes(HEAVYWEIGHT) && isHeavy) score += 12;
  if (extras.includes(STRAIGHT) && run >= 3) score += 4 * run;
  if (row.length === 7) score += sevnBonus;
  return Math.max(0, score);
}

/**
 * What a generator throws through everything in progress once a row has seven values: the round
 * ends at once (SV-12).
 */
const SEVN = Symbol('SEVN');

/** A match of SEVN. */
export class Match {
  constructor(given, seats) {
    const { target = 250, sevnBonus = 17 } = given;
    const options = { ...given, target, sevnBonus };
    check(options, seats);
    this.options = options;
    this.seats = seats;
    this.cards = cardsOf(options);
    this.deck = [];
    this.discards = [];
    this.totals = Array(seats).fill(0);
    this.round = 0;
    this.phase = 'DEAL';
  }

  /** Rounds whose secret is open: while the deck goes on, none before the end (docs/fairness.md). */
  get opened() {
    if (this.phase === 'OVER') return this.round;
    if (!this.options.reshuffleEachRound) return 0;
    return this.phase === 'DEAL' ? this.round : this.round - 1;
  }

  // The deal

  /**
   * Who starts moves on by one seat (SV-R6); the deck goes on, but for the first round or by option
   * (SV-R3).
   */
  deal(shuffles) {
    const { round, seats } = this;
    this.starter = round === 0 ? shuffles.below('dealer', seats) : (this.starter + 1) % seats;
    this.round += 1;
    this.shuffles = shuffles;
    this.reshuffles = 0;
    if (round === 0 || this.options.reshuffleEachRound) {
      this.deck = shuffles.shuffled('deck', this.cards);
      this.discards = [];
    }
    this.hands = range(seats).map(() => ({ row: [], extras: [], second: false, isActive: true }));
    this.queue = [];
    this.phase = 'ROUND';
    this.steps = this.playRound();
    this.goOn();
  }

  /** Runs the round up to the next question, or to its end. */
  goOn(answer) {
    const { value, done } = this.steps.next(answer);
    this.question = done ? undefined : value;
    if (done) this.count();
  }

  // Answers

  /** Turns the next card, where there is one (SV-1, SV-R22). */
  draw(seat) {
    this.checkTurn(seat, 'TURN');
    refuseIf(!this.hasCards(), 'NOT_AN_OPTION');
    this.goOn('DRAW');
  }

  /** Stops and keeps the points (SV-3). */
  pass(seat) {
    this.checkTurn(seat, 'TURN');
    this.goOn('STOP');
  }

  /** Answers the question that a card put; each kind of question has its kind of answer. */
  choose(seat, { seat: target, keep, option }) {
    const kinds = [[target, 'SEAT'], [keep, 'BALLAST'], [option, 'CROSSROADS']];
    const [answer, kind] = kinds.find(([value]) => value !== undefined) ?? [];
    this.checkTurn(seat, kind);
    refuseIf(!this.question.options.includes(answer), 'NOT_AN_OPTION');
    this.goOn(answer);
  }

  checkTurn(seat, kind) {
    refuseIf(seat !== this.question.seat, 'NOT_YOUR_TURN');
    refuseIf(kind !== this.question.kind, 'WRONG_DECISION');
  }

  // The round

  /** The deal, then turns until nobody is active or somebody has seven values. */
  *playRound() {
    try {
      yield* this.dealCards();
      yield* this.resolveQueue();
      for (let turn = this.starter - 1; this.active().length; ) {
        [turn] = clockwiseAfter(turn, this.active());
        yield* this.takeTurn(turn);
      }
    } catch (ended) {
      if (ended !== SEVN) throw ended;
    }
  }

  /**
   * One card each, from the starter; what has to be decided waits until everybody has one (SV-10,
   * SV-R5, SV-R20).
   */
  *dealCards() {
    const waiting = [];
    for (const seat of clockwiseAfter(this.starter - 1, range(this.seats))) {
      const card = this.take();
      if (isBallast(card)) waiting.push([seat, card]);
      else if (card !== undefined) yield* this.resolve(seat, card);
    }
    for (const [seat, card] of waiting) yield* this.decideBallast(seat, card);
  }

  /** Draw or stop; then whatever was queued (SV-3, SV-R10). */
  *takeTurn(seat) {
    const answer = yield { kind: 'TURN', seat };
    if (answer === 'STOP') this.hands[seat].isActive = false;
    else yield* this.drawFor(seat);
    yield* this.resolveQueue();
  }

  *drawFor(seat) {
    const card = this.take();
    if (card !== undefined) yield* this.resolve(seat, card);
  }

  /** What a card does when it is drawn: at once, but that actions wait in the queue (SV-R10). */
  *resolve(seat, card) {
    const { row, extras } = this.hands[seat];
    if (isNumber(card)) {
      if (row.includes(card)) this.repeat(seat, card);
      else this.addToRow(seat, card);
    } else if (isBallast(card)) {
      yield* this.resolveBallast(seat, card);
    } else if (isExtra(card)) {
      extras.push(card);
    } else if (card === SECOND_CHANCE) {
      yield* this.keepOrGive(seat, card);
    } else {
      this.queue.push({ card, owner: seat });
    }
  }

  /** A new value; the seventh ends the round at once (SV-6, SV-12). */
  addToRow(seat, card) {
    const { row } = this.hands[seat];
    row.push(card);
    if (row.length === 7) throw SEVN;
  }

  /**
   * A second chance cancels a repeat; without one the seat is bust, and what it has queued is
   * cancelled (SV-18, SV-R12, SV-R13).
   */
  repeat(seat, card) {
    const hand = this.hands[seat];
    if (hand.second) {
      hand.second = false;
      this.discards.push(card, SECOND_CHANCE);
      return;
    }
    Object.assign(hand, { isActive: false, bustCard: card });
    const own = this.queue.filter(({ owner }) => owner === seat);
    this.queue = this.queue.filter(({ owner }) => owner !== seat);
    this.discards.push(...own.map((queued) => queued.card));
  }

  /** A ballast that is in the row already is discarded, or by option a repeat (SV-R19). */
  *resolveBallast(seat, card) {
    if (!this.hands[seat].row.includes(card)) yield* this.decideBallast(seat, card);
    else if (this.options.duplicateBallastBusts) this.repeat(seat, card);
    else this.discards.push(card);
  }

  /** Kept as a value, or discarded (SV-22). */
  *decideBallast(seat, card) {
    if (yield { kind: 'BALLAST', seat, options: [true, false] }) this.addToRow(seat, card);
    else this.discards.push(card);
  }

  /** The first is kept; another goes to an active seat without one, or to the discards (SV-25, SV-R13). */
  *keepOrGive(seat, card) {
    if (!this.hands[seat].second) {
      this.hands[seat].second = true;
      return;
    }
    const without = this.active().filter((other) => !this.hands[other].second);
    const receiver = yield* this.ask(seat, without);
    if (receiver === undefined) this.discards.push(card);
    else this.hands[receiver].second = true;
  }

  /** Asks for one of these seats; only where there are several is it a question (SV-R14). */
  *ask(seat, options) {
    return options.length > 1 ? yield { kind: 'SEAT', seat, options } : options[0];
  }

  // The queue

  /** First in, first out; a card is discarded once it has done what it does (SV-23, SV-R10). */
  *resolveQueue() {
    while (this.queue.length) {
      const { card, owner } = this.queue.shift();
      this.inProgress = card;
      if (card === FREEZE) yield* this.freeze(owner);
      if (card === DRAW_THREE) yield* this.drawThree(owner);
      if (card === STORM) yield* this.storm(owner);
      if (card === CROSSROADS && this.hands[owner].isActive) yield* this.crossroads(owner);
      this.inProgress = undefined;
      this.discards.push(card);
    }
  }

  /** The owner aims, even where it is out already (SV-24, SV-R11). */
  *freeze(owner) {
    const target = yield* this.ask(owner, this.active());
    if (target !== undefined) this.hands[target].isActive = false;
  }

  /** Up to three cards, one at a time, until a bust (SV-26, SV-R15). */
  *drawThree(owner) {
    const target = yield* this.ask(owner, this.active());
    if (target === undefined) return;
    for (let drawn = 0; drawn < 3 && this.hands[target].isActive; drawn += 1) {
      yield* this.drawFor(target);
    }
  }

  /** Everybody active draws once, the owner first, or by option last (SV-28, SV-R16). */
  *storm(owner) {
    const first = this.options.stormStartsNext ? owner : owner - 1;
    for (const seat of clockwiseAfter(first, this.active())) yield* this.drawFor(seat);
  }

  /** Of two cards one is resolved; the other is discarded first (SV-27, SV-R17, SV-R18, SV-R42). */
  *crossroads(owner) {
    const shown = [this.take(), this.take()].filter((card) => card !== undefined);
    const isChoice = shown.length === 2;
    const chosen = isChoice ? yield { kind: 'CROSSROADS', seat: owner, options: [0, 1] } : 0;
    if (isChoice) this.discards.push(shown[1 - chosen]);
    if (shown.length) yield* this.resolve(owner, shown[chosen]);
  }

  // Cards and seats

  active() {
    return range(this.seats).filter((seat) => this.hands[seat].isActive);
  }

  hasCards() {
    return this.deck.length + this.discards.length > 0;
  }

  /**
   * The top card, for which the discards are shuffled where the deck has run out (SV-40); undefined
   * where there is none.
   */
  take() {
    if (this.deck.length === 0 && this.discards.length) {
      this.reshuffles += 1;
      this.deck = this.shuffles.shuffled(`stock/${this.reshuffles}`, this.discards);
      this.discards = [];
    }
    return this.deck.shift();
  }

  // The count

  /**
   * Everybody not bust scores (SV-R30); the match ends once one seat leads at the target (SV-19,
   * SV-R32), or with the last round (G-12).
   */
  count() {
    for (const [seat, hand] of this.hands.entries()) {
      const isBust = hand.bustCard !== undefined;
      this.totals[seat] += isBust ? 0 : scoreOf(hand, this.options.sevnBonus);
    }
    this.clearTable();
    const most = Math.max(...this.totals);
    const leaders = this.totals.filter((total) => total === most);
    this.isWon = most >= this.options.target && leaders.length === 1;
    this.phase = this.isWon || this.round === MOST_ROUNDS ? 'OVER' : 'DEAL';
  }

  /** Everything but the deck goes to the discards (SV-R3, SV-R40). */
  clearTable() {
    const left = [...this.queue.map(({ card }) => card), this.inProgress];
    for (const { row, extras, second, bustCard } of this.hands) {
      left.push(...row, ...extras, second ? SECOND_CHANCE : undefined, bustCard);
    }
    this.discards.push(...left.filter((card) => card !== undefined));
    this.inProgress = undefined;
  }

  /**
   * By total, equal totals share (SV-R34); without a winner all seats, which are still playing,
   * share the first place (G-12).
   */
  placements() {
    return placements(this.totals.map((total) => [this.isWon ? total : 0]), this.totals);
  }
}
