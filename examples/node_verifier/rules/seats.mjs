/** Seats around the table, and where they finish. */

/** A match of so many rounds ends where it stands (G-12). */
export const MOST_ROUNDS = 1024;

/** The numbers from 0 to one less than this. */
export const range = (length) => Array.from({ length }, (_, number) => number);

/**
 * Those seats of an ascending list clockwise from the one after this seat, which comes last where
 * it is in the list (G-1).
 */
export const clockwiseAfter = (seat, seats) => [
  ...seats.filter((other) => other > seat),
  ...seats.filter((other) => other <= seat),
];

/**
 * Deals so many cards to each seat, one at a time, from the top of a deck; the first seat is the
 * first to get one (G-4).
 */
export function dealt(deck, seats, each) {
  const hands = new Map(seats.map((seat) => [seat, []]));
  for (let card = 0; card < each; card += 1) {
    for (const seat of seats) hands.get(seat).push(deck.shift());
  }
  return hands;
}

/** The sum of some numbers. */
export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/**
 * The places by seat: competition ranking with real ties (G-9). What a seat has reached is a list of
 * numbers of which more is better; the first that differ decide.
 */
export const placements = (reached, scores, tieBreaks = []) =>
  reached.map((own, seat) => ({
    seat,
    place: 1 + reached.filter((other) => isBetter(other, own)).length,
    score: scores[seat],
    tieBreak: tieBreaks[seat] ?? 0,
  }));

function isBetter(one, other) {
  const differing = one.findIndex((number, at) => number !== other[at]);
  return differing >= 0 && one[differing] > other[differing];
}
