import type { Sync } from '#contract/calls/cart.ts';
import type { Knowledge } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { listNewDecisions } from '../log/missing-records.ts';

/**
 * Converts an event server's answer to log records, without those that are known already.
 * @param t the time of the records, ms
 */
export function createSyncRecords(
  { accepted, rejected = [], snapshot }: Sync,
  knowledge: Knowledge,
  t: number,
): LogRecord[] {
  const isNews =
    snapshot &&
    (snapshot.version > (knowledge.snapshot?.version ?? -1) ||
      snapshot.events?.some(({ id }) => !knowledge.entries.has(id)));
  const about = { t, from: 'server' } as const;
  return [
    ...(accepted ? listNewDecisions({ ...about, accepted }, knowledge) : []),
    ...rejected.flatMap((each) => listNewDecisions({ ...about, rejected: each }, knowledge)),
    ...(isNews ? [{ ...about, snapshot }] : []),
  ];
}
