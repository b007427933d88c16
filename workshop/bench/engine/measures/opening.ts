/** From what lies on disk to all carts. */
import type { Engine, Stored } from '../engine.ts';
import { ours, type OwnReplica } from '../engines/ours.ts';
import { foldIntoCarts, plainFold, type PlainCarts } from '../engines/plain-fold.ts';
import { linesOf, parseLines } from '../engine.ts';
import { withoutSettled } from '../engines/parts/ours-stored.ts';
import { foldEvent } from '../engines/parts/plain-events.ts';
import { piecesIn } from '../engines/parts/refold.ts';
import { mustBeExact } from '../engines/parts/rules-fold.ts';
import { inTurns, timed } from '../timing.ts';
import type { TraceRecord } from '../trace/records.ts';
import { userOf } from '../trace/trace.ts';
import type { Recording } from '../workload.ts';
import type { LogRecord } from '#events/records.ts';

/** The ways of this app's engine, and the limits, beside the engines themselves. */
export const ways = {
  settled: 'ours, without what is settled',
  sameText: 'limit: the same JSON, folded',
  traceText: "limit: the trace's JSON, folded",
} as const;

interface Way {
  readonly name: string;
  readonly stored: Stored;
  readonly open: (stored: Stored) => number;
}

/** ms, by way; and what each of them keeps on disk. */
export interface Opened {
  readonly ms: ReadonlyMap<string, { readonly ms: number }>;
  readonly stored: ReadonlyMap<string, Stored>;
}

export function openings(recorded: readonly { engine: Engine; recording: Recording }[]): Opened {
  const all = recorded.flatMap(({ engine, recording }) => waysOf(engine, recording));
  const ms = inTurns(
    all.map(({ name, stored, open }) => ({ name, run: () => ({ ms: timed(() => open(stored)) }) })),
    5,
    { ms: 300, runs: 3 },
  );
  return { ms, stored: new Map(all.map(({ name, stored }) => [name, stored])) };
}

function waysOf(engine: Engine, { trace, replicas }: Recording): Way[] {
  const replica = replicas[0]!;
  const byEngine = (name: string, stored: Stored): Way => {
    mustBeExact(name, engine.load(stored), trace);
    return {
      name,
      stored,
      open: (text) => {
        const opened = engine.load(text);
        let sum = 1;
        for (let diner = 0; diner < trace.diners; diner += 1) sum += opened.pieces(userOf(diner));
        return sum;
      },
    };
  };
  if (engine.name === plainFold.name)
    return [{ name: ways.traceText, stored: linesOf(trace.records), open: foldTrace }];
  const whole = byEngine(engine.name, replica.stored());
  if (engine.name !== ours.name) return [whole];
  const { log } = replica as OwnReplica;
  const settled = byEngine(ways.settled, withoutSettled(log));
  return [whole, settled, { name: ways.sameText, stored: whole.stored, open: foldLog }];
}

function foldTrace(stored: Stored): number {
  const carts: PlainCarts = new Map();
  for (const record of parseLines<TraceRecord>(stored as string)) foldIntoCarts(carts, record);
  return 1 + piecesIn(carts);
}

function foldLog(stored: Stored): number {
  const carts: PlainCarts = new Map();
  for (const record of parseLines<LogRecord>(stored as string))
    if ('event' in record) foldEvent(carts, record.event);
  return 1 + piecesIn(carts);
}
