/** What others did while this phone didn't show it. */
export interface Missed {
  /** Of the feed; 0: nothing. */
  readonly changes: number;
  /** When the first of them happened, ms; it and what follows is new to the diner. */
  readonly since: number;
  /** The phone knew nothing of the table before: they came before the diner did. */
  readonly beforeComing: boolean;
}

export const nothingMissed: Missed = { changes: 0, since: 0, beforeComing: false };
