/** A row whose text is not what this program wrote: its table session alone cannot go on. */
export class UnreadableRow extends Error {
  /** @param what e.g. `event ra1:7` */
  constructor(
    readonly sessionId: string,
    readonly what: string,
  ) {
    super(`session ${sessionId}: ${what} cannot be read`);
    this.name = 'UnreadableRow';
  }
}

/** The JSON in a row. Throws an UnreadableRow where it is none, or no object. */
export function readJson(text: string, sessionId: string, what: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Said below.
  }
  throw new UnreadableRow(sessionId, what);
}

/** Those of the rows that can be read. */
export function readReadable<Row, T>(rows: readonly Row[], read: (row: Row) => T): T[] {
  return rows.flatMap((row) => {
    try {
      return [read(row)];
    } catch (error) {
      if (error instanceof UnreadableRow) return [];
      throw error;
    }
  });
}
