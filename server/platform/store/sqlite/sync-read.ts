/**
 * Marks a query that reads a few rows by key from a busy table. These rows are in SQLite's memory, so reading them in this
 * thread is faster than switching threads (D74).
 */
export const syncRead = '/* at hand */';

/** Whether the query may run in this thread. */
export function isSyncRead(sql: string): boolean {
  return sql.includes(syncRead);
}
