/**
 * Estou-por-uma, as far as a record needs it: what fits, what special cards do, who draws what,
 * what a round costs.
 */

import { ensure, refuseIf } from './refused.mjs';
import { MOST_ROUNDS, clockwiseAfter, dealt, placements, range, sum } from './seats.mjs';

export const ruleset = 'estou_por_uma/1';
export const name = 'estouPorUma';
export const verbs = ['play', 'draw', 'pass', 'declare'];

/** With so many actions of its seats a match ends where it stands (EPU-R45). */
const MOST_ACTIONS = 30000;

const SKIP = 1;
const DRAW_STACK = 2;
const WILD = 3;
const PREVIOUS_DRAWS = 4;
const REVERSE = 5;

/** Ace, 7, 8, 9 and king, unless the table has other effects (EPU-18 to EPU-24). */
const USUAL_EFFECTS = [
  { rank: 1, effect: SKIP },
  { rank: 7, effect: DRAW_STACK },
  { rank: 8, effect: WILD },
  { rank: 9, effect: PREVIOUS_DRAWS },
  { rank: 13, effect: REVERSE },
];

/** The 52 faces, by their numbers in the contract. */
const PACK = range(52).map((card) => card + 1);

/** Ace = 1 to king = 13. */
const rankOf = (card) => ((card - 1) % 13) + 1;

/** Clubs = 1 to spades = 4, as suits are numbered in the contract. */
const suitOf = (card) => Math.floor((card - 1) / 13) + 1;

const isWithin = (number, least, most) => number >= least && number <= most;
const differ = (numbers) => new Set(numbers).size === numbers.length;
const areRanks = (ranks) => differ(ranks) && ranks.every((rank) => isWithin(rank, 1, 13));

/** The options with what is unset filled in. */
const filled = (options) => ({
  ...options,
  handSize: options.handSize ?? 8,
  limit: options.limit ?? 100,
  zeroRanks: options.zeroRanks?.ranks ?? [8],
  drawCards: options.drawCards ?? 2,
  previousCards: options.previousCards ?? 1,
  identicalCards: options.identicalCards ?? 3,
  forgottenCards: options.forgottenCards ?? 7,
  effects: options.effects.length ? options.effects : USUAL_EFFECTS,
});

/** Cards that must be there: every hand, the upcard, and two for each seat (EPU-R1, G-29). */
const leastCards = (handSize, seats) => (handSize + 2) * seats + 1;

/** Refuses options that no match has (EPU-R1, EPU-R2, EPU-R33, G-11, G-29). */
function check(options, seats) {
  ensure(isWithin(seats, 2, 12), 'PLAYER_COUNT');
  const { packs, handSize, limit, drawCards, zeroRanks } = options;
  ensure(packs === undefined || isWithin(packs, 2, 4), 'OPTION_RANGE');
  ensure(isWithin(handSize, 5, 10) && isWithin(limit, 20, 500), 'OPTION_RANGE');
  ensure(isWithin(drawCards, 1, 4) && areRanks(zeroRanks), 'OPTION_RANGE');
  const { previousCards, identicalCards, forgottenCards } = options;
  const costs = [previousCards, identicalCards, forgottenCards];
  ensure(costs.every((cost) => isWithin(cost, 0, 7)), 'OPTION_RANGE');
  checkEffects(options.effects);
  const enough = packs === undefined || packs * PACK.length >= leastCards(handSize, seats);
  ensure(enough, 'OPTIONS_CONTRADICT');
}

/** Each rank at most once; a rule without an effect stands alone, with any rank or none (EPU-R33). */
function checkEffects(effects) {
  const ranks = effects.map(({ rank }) => rank);
  const isNone = effects.length === 1 && effects[0].effect === 0;
  ensure(isNone ? isWithin(ranks[0], 0, 13) : areRanks(ranks), 'OPTION_RANGE');
  ensure(isNone || effects.every(({ effect }) => effect !== 0), 'OPTIONS_CONTRADICT');
}

/** A match of Estou-por-uma. */
export class Match {
  constructor(given, seats) {
    const options = filled(given);
    check(options, seats);
    this.options = options;
    this.seats = seats;
    this.effects = new Map(options.effects.map(({ rank, effect }) => [rank, effect]));
    this.totals = Array(seats).fill(0);
    this.lastRound = Array(seats).fill(Infinity);
    this.playing = range(seats);
    this.round = 0;
    this.actions = 0;
    this.phase = 'DEAL';
  }

  /** Rounds whose secret is open: those that were counted. */
  get opened() {
    return this.phase === 'CARDS' ? this.round - 1 : this.round;
  }

  effectOf(card) {
    return this.effects.get(rankOf(card));
  }

  get top() {
    return this.discards.at(-1);
  }

  // The deal

  /**
   * Hands, then the first upcard (EPU-3, EPU-4); the seat after the dealer begins, clockwise again
   * (EPU-R6, EPU-R10).
   */
  deal(shuffles) {
    this.dealer = this.nextDealer(shuffles);
    this.round += 1;
    this.shuffles = shuffles;
    this.reshuffles = 0;
    this.stock = shuffles.shuffled('deck', this.packs());
    const order = clockwiseAfter(this.dealer, this.playing);
    this.hands = dealt(this.stock, order, this.options.handSize);
    this.phase = 'CARDS';
    this.turnUp();
  }

  /** The first dealer is drawn, then the next seat in the game deals (EPU-R4). */
  nextDealer(shuffles) {
    if (this.round === 0) return shuffles.below('dealer', this.seats);
    return clockwiseAfter(this.dealer, this.playing)[0];
  }

  /** Two packs, or as many as the seats dealt in need (EPU-R1). */
  packs() {
    const { packs, handSize } = this.options;
    const needed = Math.ceil(leastCards(handSize, this.playing.length) / PACK.length);
    return Array(packs ?? Math.max(2, needed)).fill(PACK).flat();
  }

  /** The first upcard does nothing, or by option what it would do if the dealer had played it (EPU-R7). */
  turnUp() {
    this.discards = [this.stock.shift()];
    this.suit = suitOf(this.top);
    this.direction = 1;
    this.pending = 0;
    this.emptyDraws = 0;
    this.topSeat = undefined;
    this.drawn = undefined;
    this.owing = undefined;
    let steps = 1;
    if (this.options.upcardTakesEffect) {
      this.topSeat = this.dealer;
      steps = this.takeEffect(this.dealer, this.top);
    }
    this.turn = this.seatFrom(this.dealer, steps);
  }

  // The table

  /** The seat so many steps on in the rotation, among the seats in the round (EPU-R43). */
  seatFrom(seat, steps) {
    const around = this.playing.length;
    const at = this.playing.indexOf(seat) + steps * this.direction;
    return this.playing[(at + around * 2) % around];
  }

  /**
   * Whether a card may be played now: by suit or rank or because it is wild, and on a stack only to
   * add to it (EPU-5, EPU-22, EPU-R16).
   */
  fits(card) {
    const matches = suitOf(card) === this.suit || rankOf(card) === rankOf(this.top);
    if (this.pending === 0) return matches || this.effectOf(card) === WILD;
    return !this.options.noStacking && this.effectOf(card) === DRAW_STACK && matches;
  }

  hasCards() {
    return this.stock.length > 0 || this.discards.length > 1;
  }

  /**
   * Gives a seat so many cards, or as many as there are; without a stock the discards below the top
   * are shuffled (EPU-R5).
   */
  give(seat, count) {
    const given = [];
    while (given.length < count && this.hasCards()) {
      if (this.stock.length === 0) this.reshuffle();
      given.push(this.stock.shift());
    }
    this.hands.get(seat).push(...given);
    return given;
  }

  reshuffle() {
    const top = this.discards.pop();
    this.reshuffles += 1;
    this.stock = this.shuffles.shuffled(`stock/${this.reshuffles}`, this.discards);
    this.discards = [top];
  }

  // What a seat does

  /**
   * One card of the hand that fits (EPU-5); a wild card names a suit (EPU-R18), the last card but
   * one may be called with (EPU-9).
   */
  play(seat, { estouPorUma: card, suit, estouPorUmaCall: call }) {
    refuseIf(card === undefined, 'WRONG_PHASE');
    refuseIf(seat !== this.turn, 'NOT_YOUR_TURN');
    const hand = this.hands.get(seat);
    refuseIf(!hand.includes(card), 'CARD_NOT_IN_HAND');
    refuseIf(this.drawn !== undefined && card !== this.drawn, 'ONLY_DRAWN_CARD');
    refuseIf(!this.fits(card), 'CARD_NOT_PLAYABLE');
    const namesSuit = this.effectOf(card) === WILD && hand.length > 1;
    refuseIf(namesSuit && !suit, 'SUIT_REQUIRED');
    refuseIf(!namesSuit && suit, 'SUIT_NOT_ALLOWED');
    refuseIf(call && hand.length !== 2, 'DECLARATION_NOT_APPLICABLE');
    this.put(seat, card, suit, call);
  }

  /** The consequences of a card, in their order (EPU-R22). */
  put(seat, card, suit, call) {
    const hand = this.hands.get(seat);
    const payer = this.payerFor(seat, card);
    hand.splice(hand.indexOf(card), 1);
    this.discards.push(card);
    this.topSeat = seat;
    this.suit = suit || suitOf(card);
    this.emptyDraws = 0;
    this.drawn = undefined;
    this.owing = undefined;
    if (hand.length === 0) return this.goOut(seat, card, payer);
    if (hand.length === 1 && !call) this.forget(seat);
    if (payer !== undefined) this.give(payer, this.options.identicalCards);
    this.turn = this.seatFrom(seat, this.takeEffect(seat, card));
  }

  /**
   * Who draws because its card is equalled: whoever played it, but not for oneself (EPU-25,
   * EPU-R24, EPU-R26).
   */
  payerFor(seat, card) {
    const pays = this.topSeat !== seat || this.options.identicalSelf;
    return card === this.top && pays ? this.topSeat : undefined;
  }

  /** A forgotten call costs cards at once, or stays open to accusation (EPU-R27). */
  forget(seat) {
    if (this.options.enforcement === 1) this.owing = seat;
    else this.give(seat, this.options.forgottenCards);
  }

  /** What a special card does; gives how many seats on the turn goes (EPU-18 to EPU-24). */
  takeEffect(seat, card) {
    const effect = this.effectOf(card);
    if (effect === SKIP) return 2;
    if (effect === DRAW_STACK) this.pending += this.options.drawCards;
    if (effect === PREVIOUS_DRAWS) this.give(this.seatFrom(seat, -1), this.options.previousCards);
    if (effect !== REVERSE) return 1;
    this.direction = -this.direction;
    return this.options.reverseSkipsForTwo && this.playing.length === 2 ? 2 : 1;
  }

  /** The last card ends the round at once; by option what it makes others draw is drawn first (EPU-R32). */
  goOut(seat, card, payer) {
    if (this.options.lastCardDraws) {
      if (payer !== undefined) this.give(payer, this.options.identicalCards);
      this.takeEffect(seat, card);
      this.give(this.seatFrom(seat, 1), this.pending);
    }
    this.count();
  }

  /** The whole stack, or one card where nothing fits (EPU-8, EPU-R11, EPU-R13). */
  draw(seat) {
    refuseIf(seat !== this.turn, 'NOT_YOUR_TURN');
    refuseIf(this.drawn !== undefined, 'ALREADY_DREW');
    refuseIf(this.mustPlay(seat), 'MUST_PLAY');
    this.owing = undefined;
    const count = this.pending || 1;
    const isStack = this.pending > 0;
    this.pending = 0;
    const given = this.give(seat, count);
    this.emptyDraws = given.length ? 0 : this.emptyDraws + 1;
    if (this.emptyDraws === this.playing.length) return this.count();
    if (!isStack && given.length && this.fits(given[0])) [this.drawn] = given;
    else this.turn = this.seatFrom(seat, 1);
  }

  /**
   * Whether a seat may not draw: something fits, no stack is open, and drawing at will is not
   * allowed or not possible (G-27).
   */
  mustPlay(seat) {
    const mayDraw = this.pending > 0 || (this.options.voluntaryDraw && this.hasCards());
    return !mayDraw && this.hands.get(seat).some((card) => this.fits(card));
  }

  /** By option a drawn card that fits is kept (EPU-R12). */
  pass(seat) {
    refuseIf(seat !== this.turn, 'NOT_YOUR_TURN');
    refuseIf(this.drawn === undefined || !this.options.mayKeepDrawn, 'CANNOT_PASS');
    this.drawn = undefined;
    this.turn = this.seatFrom(seat, 1);
  }

  /** A late call, or an accusation by another seat in the round (EPU-R27, G-30). */
  declare(seat, { accused }) {
    refuseIf(!this.playing.includes(seat), 'NOT_YOUR_TURN');
    if (accused === undefined) {
      refuseIf(this.owing !== seat, 'NOTHING_TO_DECLARE');
    } else {
      refuseIf(this.owing !== accused || accused === seat, 'NOTHING_TO_CATCH');
      this.give(accused, this.options.forgottenCards);
    }
    this.owing = undefined;
  }

  /** After what a seat did: a match of too many actions ends where it stands (EPU-R45). */
  afterAction() {
    this.actions += 1;
    if (this.actions < MOST_ACTIONS || this.phase === 'OVER') return;
    if (this.phase === 'CARDS') this.count();
    this.phase = 'OVER';
  }

  // The count

  /** What a card left in a hand costs (EPU-12, EPU-R31). */
  pointsOf(card) {
    const rank = rankOf(card);
    if (this.options.zeroRanks.includes(rank)) return 0;
    return this.options.courtCardsCountTen ? Math.min(rank, 10) : rank;
  }

  /** The limit itself goes back to zero, more leaves the game (EPU-R38). */
  count() {
    for (const seat of this.playing) {
      this.totals[seat] += sum(this.hands.get(seat).map((card) => this.pointsOf(card)));
      if (this.totals[seat] === this.options.limit) this.totals[seat] = 0;
      if (this.totals[seat] > this.options.limit) this.lastRound[seat] = this.round;
    }
    this.playing = this.playing.filter((seat) => this.lastRound[seat] === Infinity);
    this.phase = this.isOver() ? 'OVER' : 'DEAL';
  }

  /**
   * One seat left, or by option one seat out (EPU-R35); or the last round that the chain of secrets
   * has (G-12).
   */
  isOver() {
    const firstOut = this.options.endMode === 1 && this.playing.length < this.seats;
    return firstOut || this.playing.length < 2 || this.round === MOST_ROUNDS;
  }

  /**
   * Later out is better, then fewer points; where the first out ends the match, fewer points alone
   * (EPU-R35 to EPU-R37).
   */
  placements() {
    const byPoints = this.options.endMode === 1 && this.playing.length < this.seats;
    const reached = this.totals.map((total, seat) => {
      if (byPoints) return [-total];
      return this.playing.includes(seat) ? [Infinity, 0] : [this.lastRound[seat], -total];
    });
    return placements(reached, this.totals);
  }
}
