/** One table session as the server keeps it: every state stays readable, so that an old one can be answered. */
import { rowOf, type Decided } from '#server/cart/decision-rows.ts';
import { extended as following, type SessionLog } from '#server/cart/log-state.ts';

/** The session after these decisions, each a version more; the one before is left as it was. */
export function extended(log: SessionLog, decided: readonly Decided[]): SessionLog {
  if (decided.length === 0) return log;
  return following(
    log,
    decided.map((each, index) => rowOf(log.sessionId, each, log.version + index + 1)),
  );
}
