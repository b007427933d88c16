import type { Db } from '#server/store/transactions.ts';
import { readSession } from './log/session-log.ts';

/** What a scan tells of the table's session: 0 guests and no order type as long as nobody has said. */
export async function sessionFacts(
  db: Db,
  sessionId: string,
): Promise<{ guests: number; orderType: number | null }> {
  const { guests, orderType } = (await readSession(db, sessionId)).log.view;
  return { guests: guests ?? 0, orderType };
}
