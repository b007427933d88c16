/** What a question for a few rows by their keys bears, of tables that are in use all evening: they are in memory (D74). */
export const syncRead = '/* at hand */';

/** SQLite answers it in the asker's own thread. */
export function isSyncRead(sql: string): boolean {
  return sql.includes(syncRead);
}
