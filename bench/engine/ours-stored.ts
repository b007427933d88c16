/** What lies on disk of a table's log: whole, without what is settled, or as a checkpoint. */
import { condensed } from '#events/condense.ts';
import type { Log } from '#events/log.ts';
import { checkpointOf } from '#projections/make-checkpoint.ts';
import { settledPrefix } from '#projections/settled.ts';
import { stampOfLast } from '#projections/value-stamps.ts';
import { OwnReplica } from './engines/ours.ts';
import { linesOf } from './json-parts.ts';

/** G2: as the phone keeps it once the server has said what is settled. */
export function withoutSettled(log: Log): string {
  const { guests, orderType } = new OwnReplica(0, condensed(log, 0)).live.view;
  const copy = new OwnReplica(0, condensed(log, 0)).log;
  copy.append({
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
  });
  copy.forgetCovered();
  return linesOf(condensed(copy, 0));
}

/** F4: one record that stands for all events so far. */
export function asCheckpoint(log: Log): string {
  return linesOf([{ t: 0, from: 'server', snapshot: checkpointOf(log, 1_000_000) }]);
}
