/** What of the outside is handed in, so that a test can say what it is: time and chance. */

/** Wall clock, ms since 1970. */
export interface Clock {
  now(): number;
}

/** Random ids that cannot be guessed, of letters, digits, `-` and `_`; at most 32 characters. */
export interface Ids {
  next(): string;
}

export interface Random {
  /** A whole number, 0 ≤ n < `limit`, that cannot be guessed. */
  int(limit: number): number;
}
