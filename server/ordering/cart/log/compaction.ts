/** Log compaction: every so often a checkpoint stands for everything that is settled (F4), and only the rest is kept at hand. */
import type { Sync } from '#contract/calls/cart.ts';
import type { Stamp } from '#events/log/clock.ts';
import { append, emptyLog as nothingKnown } from '#events/records/log.ts';
import type { LogRecord, Snapshot } from '#events/records/records.ts';
import { mergeAll } from '#projections/merge/cart-view.ts';
import { openIn } from '../rules/open-events.ts';
import { bare, bytesPerLetter, sessionLog, type SessionLog } from './merged-log.ts';
import { rejectedFor, snapshotFor } from './snapshot.ts';

export const checkpointEvery = 128;

/** F1, F2: what a phone that knows nothing is answered; from this the server, too, knows its session again. */
export interface Checkpoint {
  readonly snapshot: Snapshot;
  readonly rejected: NonNullable<Sync['rejected']>;
  readonly clock: Stamp;
}

export function checkpointOf(log: SessionLog): Checkpoint {
  return { snapshot: snapshotFor(log, {}), rejected: rejectedFor(log, {}), clock: log.clock };
}

/** The more is open, the more rarely: what stays open is not written down again and again. */
export function isCheckpointDue({ version, knowledge }: SessionLog, every = checkpointEvery): boolean {
  const decisions = version - (knowledge.snapshot?.version ?? 0);
  return decisions >= Math.max(every, knowledge.entries.size / 2);
}

/** The session as of a checkpoint; `owners` may know of later replicas. */
export function logAt(sessionId: string, checkpoint: Checkpoint, owners: SessionLog['owners']): SessionLog {
  const { snapshot, rejected, clock } = checkpoint;
  const { version, covers } = snapshot;
  const facts = rejected.map((each): LogRecord => ({ t: 0, from: 'server', rejected: each }));
  const { log } = append(nothingKnown, [{ t: 0, from: 'server', snapshot }, ...facts]);
  const { events: _events, ...values } = snapshot;
  const knowledge = { ...log, snapshot: values };
  return sessionLog({
    sessionId,
    version,
    knowledge,
    merged: mergeAll(knowledge),
    owners,
    clock,
    settled: covers,
    open: openIn(knowledge, covers),
    bytes: bare + bytesPerLetter * JSON.stringify(checkpoint).length,
  });
}
