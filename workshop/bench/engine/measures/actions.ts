import type { Engine } from '../engine.ts';
import { mustBeExact } from '../engines/parts/rules-fold.ts';
import { clockMs, Mean, Share } from '../timing.ts';
import { deliveries, type Recording } from '../workload.ts';

/** µs, each with reading the changed cart back but for `acted`. */
export interface Actions {
  readonly own: number;
  /** The own action without the reading. */
  readonly acted: number;
  readonly peer: number;
  readonly duplicate: number;
  readonly [name: string]: number;
}

let sink = 0;

/**
 * One device lives through the trace: it acts, and hears of the others' actions, each of them twice.
 *
 * @param from index of the first record that is measured
 * @param isTwice false: each once
 */
export function actions(engine: Engine, { trace, messages }: Recording, from = 0, isTwice = true): Actions {
  const replica = engine.open(0);
  const [own, acted, peer, duplicate] = [new Mean(), new Mean(), new Mean(), new Mean()];
  const steps = [...deliveries(trace, 0)];
  const run = new Share();
  for (const { index, record } of steps) {
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
      acted.add(performance.now() - start);
      sink += replica.pieces(userId);
      own.add(performance.now() - start - clockMs);
      continue;
    }
    const start = performance.now();
    replica.peer(message);
    sink += replica.pieces(userId);
    const middle = performance.now();
    peer.add(middle - start);
    if (!isTwice) continue;
    const again = performance.now();
    replica.peer(message);
    sink += replica.pieces(userId);
    duplicate.add(performance.now() - again);
  }
  const { sofar } = run;
  mustBeExact(engine.name, replica, trace);
  if (!(sink > 0)) throw new Error('nothing was read');
  return {
    own: own.microseconds(sofar),
    acted: acted.microseconds(sofar),
    peer: peer.microseconds(sofar),
    duplicate: duplicate.microseconds(sofar),
  };
}
