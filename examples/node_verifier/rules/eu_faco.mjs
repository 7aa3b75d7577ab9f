/**
 * Eu Faço!, as far as a record needs it: what may be said and played, who takes a trick, what a
 * miss costs.
 */

import { ensure, refuseIf } from './refused.mjs';
import { MOST_ROUNDS, clockwiseAfter, dealt, placements, range, sum } from './seats.mjs';

export const ruleset = 'eu_faco/1';
export const name = 'euFaco';
export const verbs = ['bid', 'play'];

/** 40 cards (EF-1), by their numbers in the contract. */
const DECK = range(40).map((card) => card + 1);

/** The number on a card, 1 to 10. */
const rankOf = (card) => ((card - 1) % 10) + 1;

/** The most cards of a round with so many seats at the table (EF-11, EF-R6). */
const ceilingOf = (seats) => Math.min(10, Math.floor(39 / seats));

/**
 * Who takes a trick; undefined where everything cancelled. Any 1 beats any other card, and among the
 * 1s the medal decides (EF-28, EF-31); of the rest the highest number that stands alone (EF-R13), or,
 * by pairs, the last card of an odd group (EF-R15).
 */
function winner(trick, byPairs) {
  const ones = trick.filter(({ card }) => rankOf(card) === 1);
  if (ones.length) return ones.reduce((best, one) => (one.card > best.card ? one : best)).seat;
  for (let number = 10; number > 1; number -= 1) {
    const equal = trick.filter(({ card }) => rankOf(card) === number);
    if (equal.length === 1 || (byPairs && equal.length % 2)) return equal.at(-1).seat;
  }
  return undefined;
}

/** Refuses options that no match has (EF-4, EF-5, G-25). */
function check(options, seats) {
  ensure(seats >= 2 && seats <= 8, 'PLAYER_COUNT');
  const { lives, fixedRounds } = options;
  ensure([0, 3, 5, 7].includes(lives), 'OPTION_RANGE');
  ensure(fixedRounds.length === 0 || lives === 0, 'OPTIONS_CONTRADICT');
  ensure(fixedRounds.length <= 20, 'OPTION_RANGE');
  ensure(fixedRounds.every((size) => size >= 1 && size <= ceilingOf(seats)), 'OPTION_RANGE');
}

/** A match of Eu Faço! */
export class Match {
  constructor(options, seats) {
    check(options, seats);
    this.options = options;
    this.seats = seats;
    this.hasLives = options.fixedRounds.length === 0;
    this.lives = Array(seats).fill(this.hasLives ? options.lives || 3 : 0);
    this.playing = range(seats);
    this.exact = Array(seats).fill(0);
    this.distance = Array(seats).fill(0);
    this.lastRound = Array(seats).fill(Infinity);
    this.deficit = Array(seats).fill(0);
    this.round = 0;
    this.size = 0;
    this.rising = true;
    this.isTiebreak = false;
    this.phase = 'DEAL';
  }

  /** Rounds whose secret is open: those that were counted. */
  get opened() {
    return ['DEAL', 'OVER'].includes(this.phase) ? this.round : this.round - 1;
  }

  // The deal

  /** Deals the next round; a tie-break is decided at once (EF-R21). */
  deal(shuffles) {
    this.dealer = this.nextDealer(shuffles);
    this.round += 1;
    this.size = this.isTiebreak ? 1 : this.nextSize();
    this.order = clockwiseAfter(this.dealer, this.playing);
    const deck = shuffles.shuffled(this.isTiebreak ? 'tiebreak' : 'deck', DECK);
    this.hands = dealt(deck, this.order, this.size);
    this.bids = new Map();
    this.taken = new Map(this.order.map((seat) => [seat, 0]));
    this.lead(this.order[0]);
    this.phase = 'BIDS';
    if (this.isTiebreak) this.breakTie();
  }

  /**
   * The first dealer is drawn (EF-R2), or the last seat where the rounds are fixed (EF-R27); then
   * the next seat that lives (EF-R7).
   */
  nextDealer(shuffles) {
    if (this.round > 0) return clockwiseAfter(this.dealer, this.playing)[0];
    return this.hasLives ? shuffles.below('dealer', this.seats) : this.seats - 1;
  }

  /** Up to the ceiling, down to one, and up again (EF-R4). */
  nextSize() {
    if (!this.hasLives) return this.options.fixedRounds[this.round - 1];
    const initial = this.options.ceilingPolicy === 1;
    const ceiling = ceilingOf(initial ? this.seats : this.playing.length);
    if (this.rising && this.size >= ceiling) this.rising = false;
    if (!this.rising && this.size === 1) this.rising = true;
    return this.size + (this.rising ? 1 : -1);
  }

  // Promises

  /** A promise, in turn and once (EF-R9). */
  bid(seat, { tricks }) {
    refuseIf(this.phase !== 'BIDS', 'WRONG_PHASE');
    refuseIf(seat !== this.order[this.bids.size], 'NOT_YOUR_TURN');
    refuseIf(tricks > this.size, 'BID_RANGE');
    refuseIf(tricks === this.locked(), 'BID_LOCKED');
    this.bids.set(seat, tricks);
    if (this.bids.size === this.order.length) this.startTricks();
  }

  /** The number that the last to speak may not say (EF-R10). */
  locked() {
    const isLast = this.bids.size === this.order.length - 1;
    const bites = this.size > 1 || this.options.lockInOneCard;
    return isLast && bites ? this.size - sum([...this.bids.values()]) : undefined;
  }

  /** Cards on the forehead are played by themselves (EF-R18). */
  startTricks() {
    this.phase = 'CARDS';
    if (this.size === 1) this.playForeheads();
  }

  playForeheads() {
    for (const seat of this.order) this.put(seat, this.hands.get(seat)[0]);
  }

  // Tricks

  lead(leader) {
    this.leader = leader;
    this.trick = [];
  }

  /** Whose card is awaited: clockwise from the leader. */
  get toPlay() {
    const behind = clockwiseAfter(this.leader, this.playing);
    return [this.leader, ...behind][this.trick.length];
  }

  /** Any card of the hand (EF-14); with a card of this game nothing is named or called. */
  play(seat, { euFaco: card, suit, estouPorUmaCall }) {
    refuseIf(card === undefined || this.phase !== 'CARDS', 'WRONG_PHASE');
    refuseIf(seat !== this.toPlay, 'NOT_YOUR_TURN');
    refuseIf(!this.hands.get(seat).includes(card), 'CARD_NOT_IN_HAND');
    refuseIf(suit, 'SUIT_NOT_ALLOWED');
    refuseIf(estouPorUmaCall, 'DECLARATION_NOT_APPLICABLE');
    this.put(seat, card);
  }

  put(seat, card) {
    const hand = this.hands.get(seat);
    hand.splice(hand.indexOf(card), 1);
    this.trick.push({ seat, card });
    if (this.trick.length === this.playing.length) this.endTrick();
  }

  /** Who takes a trick leads the next; where all cancelled, whoever led leads again (EF-15, EF-33). */
  endTrick() {
    this.taker = winner(this.trick, this.options.cancelMode === 1);
    if (this.taker !== undefined) this.taken.set(this.taker, this.taken.get(this.taker) + 1);
    this.lead(this.taker ?? this.leader);
    if (this.hands.get(this.leader).length === 0 && !this.isTiebreak) this.count();
  }

  // The count

  /** Each trick away from the promise costs a life (EF-25); without lives the distance is kept (EF-R28). */
  count() {
    const before = this.playing;
    for (const seat of before) {
      const off = Math.abs(this.bids.get(seat) - this.taken.get(seat));
      if (off === 0) this.exact[seat] += 1;
      this.distance[seat] += off;
      if (this.hasLives) this.charge(seat, off);
    }
    this.phase = 'DEAL';
    if (this.hasLives) this.settle(before);
    else if (this.round === this.options.fixedRounds.length) this.phase = 'OVER';
  }

  /** Lives stop at zero (EF-R19); what is missing is the deficit. */
  charge(seat, off) {
    this.deficit[seat] = Math.max(0, off - this.lives[seat]);
    this.lives[seat] = Math.max(0, this.lives[seat] - off);
    if (this.lives[seat] === 0) this.lastRound[seat] = this.round;
  }

  /** The last one standing wins; if the last ones fall together, they break the tie (EF-7, EF-39). */
  settle(before) {
    const alive = before.filter((seat) => this.lives[seat] > 0);
    this.isTiebreak = alive.length === 0;
    this.playing = this.isTiebreak ? before : alive;
    if (this.playing.length === 1) this.phase = 'OVER';
    this.endAtLast();
  }

  /** Who takes the trick wins; if it cancels, it is played again (EF-39, EF-R22). */
  breakTie() {
    this.playForeheads();
    if (this.taker !== undefined) this.playing = [this.taker];
    this.phase = this.taker === undefined ? 'DEAL' : 'OVER';
    this.endAtLast();
  }

  /** The last round that the chain of secrets has ends the match (G-12). */
  endAtLast() {
    if (this.round === MOST_ROUNDS) this.phase = 'OVER';
  }

  /**
   * Later out is better, the seats still playing are best; without lives the exact rounds count
   * (EF-R23, EF-R28).
   */
  placements() {
    const seats = range(this.seats);
    if (!this.hasLives) {
      const reached = seats.map((seat) => [this.exact[seat], -this.distance[seat]]);
      return placements(reached, this.exact, this.distance);
    }
    const byDeficit = this.options.sameRoundRank === 1;
    const reached = seats.map((seat) =>
      this.playing.includes(seat)
        ? [Infinity, 0]
        : [this.lastRound[seat], byDeficit ? -this.deficit[seat] : 0],
    );
    return placements(reached, this.lives);
  }
}
