/** The sources of time and randomness. They are parameters, so that tests can replace them. */
import { nanoid } from 'nanoid';

/** The wall clock, in ms since 1970. */
export interface Clock {
  now(): number;
}

/** Random ids that cannot be guessed: at most 32 letters, digits, `-` and `_`. */
export interface Ids {
  next(): string;
}

/** No id starts with `-`. A spreadsheet would read it as a formula, and a command line as an option. */
export const randomIds: Ids = {
  next() {
    const id = nanoid();
    return id.startsWith('-') ? randomIds.next() : id;
  },
};

export interface Random {
  /** Returns an integer, 0 ≤ n < `limit`, that cannot be guessed. */
  int(limit: number): number;
}
