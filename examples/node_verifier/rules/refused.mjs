/** How rules say no. */

/** No match has these seats and options (G-11). */
export class InvalidMatch extends Error {}

/** The rules refuse a move; the message is the code (G-5). */
export class Refused extends Error {}

/** Refuses a match unless something holds. */
export function ensure(holds, code) {
  if (!holds) throw new InvalidMatch(code);
}

/** Refuses a move if something holds. */
export function refuseIf(holds, code) {
  if (holds) throw new Refused(code);
}
