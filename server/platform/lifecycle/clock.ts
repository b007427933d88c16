/** What of the outside is handed in, so that a test can say what it is: time and chance. */
import { nanoid } from 'nanoid';

/** Wall clock, ms since 1970. */
export interface Clock {
  now(): number;
}

/** Random ids that cannot be guessed, of letters, digits, `-` and `_`; at most 32 characters. */
export interface Ids {
  next(): string;
}

/** None begins with `-`: a spreadsheet would reckon with it, and a command would take it for an option. */
export const randomIds: Ids = {
  next() {
    const id = nanoid();
    return id.startsWith('-') ? randomIds.next() : id;
  },
};

export interface Random {
  /** A whole number, 0 ≤ n < `limit`, that cannot be guessed. */
  int(limit: number): number;
}
