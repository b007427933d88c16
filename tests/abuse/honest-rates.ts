/** How much honest diners ask and write at simulated tables, for the budgets that they must never meet (D37). */
import type { AnyEvent } from '#events/catalogue.ts';
import type { CartTransport } from '#sync/ports/transport.ts';
import { planOf } from '#workshop/simulation/plan/draw.ts';
import { realRules } from '#workshop/simulation/real-rules.ts';
import { run } from '#workshop/simulation/run.ts';

/** A restaurant may be so many times busier than any of them. */
export const honestMargin = 4;
const minuteMs = 60_000;

export interface Busy {
  /** In the worst minute of a page. */
  requests: number;
  /** Of one diner at one table, whether they are settled or not. */
  events: number;
  bytes: number;
  replicas: number;
}

/** The most of each at the busiest of so many tables. */
export async function busiestOf(tables: number): Promise<Busy> {
  const all: Busy[] = [];
  for (let seed = 1; seed <= tables; seed += 1) all.push(await busyAt(String(seed)));
  const most = (what: keyof Busy) => Math.max(...all.map((table) => table[what]));
  return {
    requests: most('requests'),
    events: most('events'),
    bytes: most('bytes'),
    replicas: most('replicas'),
  };
}

/** The most of each at one table; throws where the run itself fails. */
async function busyAt(seed: string): Promise<Busy> {
  const times: number[][] = [];
  const events = new Map<string, AnyEvent>();
  let now = 0;
  /** Every page has a way of its own. */
  const transport = (way: CartTransport): CartTransport => {
    const own: number[] = [];
    times.push(own);
    const counted = <Given extends unknown[], Answer>(ask: (...given: Given) => Promise<Answer>) => {
      return (...given: Given) => {
        own.push(now);
        return ask(...given);
      };
    };
    return {
      post: counted((detail, sent, known, signal) => {
        for (const event of sent) events.set(event.id, event);
        return way.post(detail, sent, known, signal);
      }),
      clear: counted((event, signal) => {
        if (event) events.set(event.id, event);
        return way.clear(event, signal);
      }),
      snapshot: counted((known, signal) => way.snapshot(known, signal)),
      place: counted((order) => way.place(order)),
      placement: counted((id) => way.placement(id)),
      openOrder: counted(() => way.openOrder()),
    };
  };
  const plan = planOf(seed);
  const { failure } = await run(plan, {
    rules: realRules,
    transport,
    trace: (line) => (now = Number.parseInt(line, 10)),
  });
  if (failure !== undefined) throw new Error(`table ${seed}: ${failure}`);
  const ofDiners = new Map<string, AnyEvent[]>();
  for (const event of events.values())
    ofDiners.set(event.userId, [...(ofDiners.get(event.userId) ?? []), event]);
  const byDiner = [...ofDiners.values()];
  const most = (numbers: readonly number[]) => Math.max(0, ...numbers);
  return {
    requests: most(times.map(inWorstMinute)),
    events: most(byDiner.map((own) => own.length)),
    bytes: most(byDiner.map((own) => Buffer.byteLength(JSON.stringify(own)))),
    replicas: most(byDiner.map((own) => new Set(own.map(({ id }) => id.slice(0, id.lastIndexOf(':')))).size)),
  };
}

function inWorstMinute(times: readonly number[]): number {
  let most = 0;
  let first = 0;
  for (const [index, time] of times.entries()) {
    while (times[first]! <= time - minuteMs) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}
