/** What a phone keeps of a table's log once the server has said what is settled; a fresh phone is sent the same. */
import { condensed } from '#events/condense.ts';
import { append, forgetCovered, type Log } from '#events/log.ts';
import type { LogRecord } from '#events/records.ts';
import { settledPrefix } from '#projections/merge/settled.ts';
import { stampOfLast } from '#projections/merge/value-stamps.ts';
import { OwnReplica } from '../ours.ts';
import { linesOf } from '../../engine.ts';

/** G2, F4: the settled vector, the last values, and the events that are not settled. */
export function withoutSettled(log: Log): string {
  // All of them are answered: what is not stays in memory whatever is settled.
  const accepted = [...log.entries.values()].map(({ event }) => ({ t: 0, from: 'server' as const, event }));
  const { log: copy, view } = new OwnReplica(0, accepted);
  const { guests, orderType } = view;
  const answer: LogRecord = {
    t: 0,
    from: 'server',
    snapshot: {
      version: (copy.snapshot?.version ?? 0) + 1,
      covers: settledPrefix(log),
      userCarts: [],
      guests,
      guestsAt: stampOfLast(log, 'guestsSet'),
      orderType,
      orderTypeAt: stampOfLast(log, 'orderTypeSet'),
    },
  };
  return linesOf(condensed(forgetCovered(append(copy, [answer]).log).log, 0));
}
