/** A row that this program cannot have written. Only its table session fails; all others go on. */
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

/** Parses the JSON object in a row. Throws an UnreadableRow if it is something else. */
export function readJson(text: string, sessionId: string, what: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Thrown below.
  }
  throw new UnreadableRow(sessionId, what);
}

/** Reads the rows and skips the unreadable ones. */
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
