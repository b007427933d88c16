/** A party whose phones were all offline for a while: what one of them needs to take the others' actions in. */
import type { Engine } from '../engine.ts';
import { piecesIn, refold } from '../engines/parts/refold.ts';
import { inTurns, timed } from '../timing.ts';
import { makeTrace, userOf } from '../trace/trace.ts';
import { deliveries, record, relive, type Recording } from '../workload.ts';
import type { Lacking } from './fresh-catch-up.ts';

const trace = makeTrace({ seed: 11, diners: 8, operations: 5_000, partition: { splitAt: 1_000 } });
const mine = [...deliveries(trace, 0)];
const before = mine.filter(({ isExchange }) => !isExchange);
const missed = mine.filter(({ isExchange }) => isExchange);

/** What one engine's devices have said, and their documents at the end. */
export interface Apart {
  readonly engine: Engine;
  readonly recording: Recording;
}

export function partyApart(engines: readonly Engine[]): Apart[] {
  return engines.map((engine) => ({ engine, recording: record(engine, trace) }));
}

/** ms, with reading all carts; NaN where an engine knows no such way. */
interface CatchUp {
  /** All messages at once, as the engine has them. */
  readonly batch: number;
  /** One difference, made by somebody who has everything: what travels, parsing included. */
  readonly difference: number;
  readonly [name: string]: number;
}

export const limitName = 'sort and refold';

/** What the device had on disk before, and the text or the bytes of what it lacks; undefined: no such way. */
export function lackingOf({ engine, recording }: Apart): Lacking | undefined {
  const replica = engine.open(0);
  const all = recording.replicas[1]!.difference;
  if (!replica.difference || !all) return undefined;
  relive(replica, before, recording);
  const missing = all.since(replica.difference.mark());
  return {
    engine: engine.name,
    stored: replica.stored(),
    missing,
    carts: recording.replicas[1]!.state().carts,
  };
}

export function catchUps(parties: readonly Apart[]): Map<string, CatchUp> {
  const contenders = parties.map(({ engine, recording }) => ({
    name: engine.name,
    run: () => catchUp(engine, recording),
  }));
  const limit = {
    name: limitName,
    run: () => ({
      batch: timed(() => piecesIn(refold(trace.records, trace.diners))),
      difference: Number.NaN,
    }),
  };
  return inTurns([limit, ...contenders], 3, { ms: 500, runs: 2 });
}

function catchUp(engine: Engine, recording: Recording): CatchUp {
  const messages = missed
    .map(({ index }) => recording.messages[index])
    .filter((message) => message !== undefined);
  const replica = engine.open(0);
  relive(replica, before, recording);
  const batch = timed(() => {
    replica.peers(messages);
    return readAll(replica);
  });
  const other = engine.open(0);
  const { difference } = other;
  const all = recording.replicas[1]!.difference;
  if (!difference || !all) return { batch, difference: Number.NaN };
  relive(other, before, recording);
  const missing = all.since(difference.mark());
  return {
    batch,
    difference: timed(() => {
      difference.merge(missing);
      return readAll(other);
    }),
  };
}

function readAll(replica: { pieces(userId: string): number }): number {
  let sum = 0;
  for (let diner = 0; diner < trace.diners; diner += 1) sum += replica.pieces(userOf(diner));
  return sum;
}
