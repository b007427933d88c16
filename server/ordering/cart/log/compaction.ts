/**
 * Log compaction. A checkpoint sums up every event that is stable, which means that no later event can change what it
 * does. With a checkpoint the server keeps only the newer events in memory, and reads only those after a restart.
 */
import type { Sync } from '#contract/calls/cart.ts';
import type { Stamp } from '#events/log/clock.ts';
import { append, emptyLog as nothingKnown } from '#events/records/log.ts';
import type { LogRecord, Snapshot } from '#events/records/records.ts';
import { mergeAll } from '#projections/merge/cart-view.ts';
import { countOpen } from '../rules/open-events.ts';
import { emptyLogBytes, bytesPerLetter, createSessionLog, type SessionLog } from './merged-log.ts';
import { listRejected, createSnapshot } from './snapshot.ts';

/** Decisions between two checkpoints. */
export const checkpointEvery = 128;

/** The answer to a phone that knows nothing. The server loads its sessions from it, too. */
export interface Checkpoint {
  readonly snapshot: Snapshot;
  readonly rejected: NonNullable<Sync['rejected']>;
  readonly clock: Stamp;
}

export function createCheckpoint(log: SessionLog): Checkpoint {
  return { snapshot: createSnapshot(log, {}), rejected: listRejected(log, {}), clock: log.clock };
}

/** The more events are open, the rarer checkpoints are: each one writes all open events again. */
export function isCheckpointDue({ version, knowledge }: SessionLog, every = checkpointEvery): boolean {
  const decisions = version - (knowledge.snapshot?.version ?? 0);
  return decisions >= Math.max(every, knowledge.entries.size / 2);
}

/** The session as of a checkpoint. `owners` may hold replicas that came later. */
export function logFromCheckpoint(
  sessionId: string,
  checkpoint: Checkpoint,
  owners: SessionLog['owners'],
): SessionLog {
  const { snapshot, rejected, clock } = checkpoint;
  const { version, covers } = snapshot;
  const facts = rejected.map((each): LogRecord => ({ t: 0, from: 'server', rejected: each }));
  const { log } = append(nothingKnown, [{ t: 0, from: 'server', snapshot }, ...facts]);
  const { events: _events, ...values } = snapshot;
  const knowledge = { ...log, snapshot: values };
  return createSessionLog({
    sessionId,
    version,
    knowledge,
    merged: mergeAll(knowledge),
    owners,
    clock,
    stable: covers,
    open: countOpen(knowledge, covers),
    bytes: emptyLogBytes + bytesPerLetter * JSON.stringify(checkpoint).length,
  });
}
