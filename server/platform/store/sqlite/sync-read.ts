/** What a question for a few rows by their keys bears, of tables that are in use all evening: they are in memory (D74). */
export const atHand = '/* at hand */';

/** SQLite answers it in the asker's own thread. */
export function isAtHand(sql: string): boolean {
  return sql.includes(atHand);
}
