import type { Engine } from '../engine.ts';
import { Mean } from '../timing.ts';
import { deliveries, type Recording } from '../workload.ts';

/** µs, each with reading the changed cart back. */
export interface Actions {
  readonly own: number;
  readonly peer: number;
  readonly duplicate: number;
  readonly [name: string]: number;
}

let sink = 0;

/**
 * One device lives through the trace: it acts, and hears of the others' actions, each of them twice.
 *
 * @param from index of the first record that is measured
 */
export function actions(engine: Engine, { trace, messages }: Recording, from = 0): Actions {
  const replica = engine.open(0);
  const [own, peer, duplicate] = [new Mean(), new Mean(), new Mean()];
  for (const { index, record } of deliveries(trace, 0)) {
    const message = messages[index];
    if (message === undefined) continue;
    const { userId } = record;
    if (index < from) {
      if (record.replica === 0) replica.own(replica.prepare(record));
      else replica.peer(message);
      continue;
    }
    if (record.replica === 0) {
      const prepared = replica.prepare(record);
      const start = performance.now();
      replica.own(prepared);
      sink += replica.pieces(userId);
      own.add(performance.now() - start);
      continue;
    }
    const start = performance.now();
    replica.peer(message);
    sink += replica.pieces(userId);
    const middle = performance.now();
    replica.peer(message);
    sink += replica.pieces(userId);
    const end = performance.now();
    peer.add(middle - start);
    duplicate.add(end - middle);
  }
  if (!(sink > 0)) throw new Error('nothing was read');
  return { own: own.microseconds, peer: peer.microseconds, duplicate: duplicate.microseconds };
}
