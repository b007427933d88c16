/** How much honest diners ask and write at simulated tables, for the budgets that they must never meet (D37). */
import type { AnyEvent } from '#events/cart/registry.ts';
import type { Sync } from '#contract/calls/cart.ts';
import { costOf } from '#server/platform/http/routes/rate-limits.ts';
import type { Answer, CartTransport } from '#sync/ports/transport.ts';
import { planOf } from '#dev/simulation/plan/draw.ts';
import { realRules } from '#dev/simulation/real-rules.ts';
import { run } from '#dev/simulation/run.ts';

/** A restaurant may be so many times busier than any of them. */
export const honestMargin = 4;
const minuteMs = 60_000;

export interface Busy {
  /** In the worst minute of a page, with what long answers cost. */
  requests: number;
  /** Of a page at one table, all in one hour. */
  orders: number;
  /** Attempts that a page asked about. */
  doubtful: number;
  /** Of a whole table. */
  eventsOfTable: number;
  /** Of one diner at one table, whether they are settled or not. */
  events: number;
  bytes: number;
  replicas: number;
  replicasOfTable: number;
}

/** The most of each at the busiest of so many tables. */
export async function busiestOf(tables: number): Promise<Busy> {
  const all: Busy[] = [];
  for (let seed = 1; seed <= tables; seed += 1) all.push(await busyAt(String(seed)));
  const most = (what: keyof Busy) => Math.max(...all.map((table) => table[what]));
  return {
    requests: most('requests'),
    orders: most('orders'),
    doubtful: most('doubtful'),
    eventsOfTable: most('eventsOfTable'),
    events: most('events'),
    bytes: most('bytes'),
    replicas: most('replicas'),
    replicasOfTable: most('replicasOfTable'),
  };
}

/** The most of each at one table; throws where the run itself fails. */
async function busyAt(seed: string): Promise<Busy> {
  const times: number[][] = [];
  const orders: number[] = [];
  const doubtful: number[] = [];
  const events = new Map<string, AnyEvent>();
  let now = 0;
  /** Every page has a way of its own. */
  const transport = (way: CartTransport): CartTransport => {
    const own: number[] = [];
    const page = times.push(own) - 1;
    const one = (of: number[]) => (of[page] = (of[page] ?? 0) + 1);
    const counted = <Given extends unknown[], Said>(ask: (...given: Given) => Promise<Answer<Said>>) => {
      return async (...given: Given) => {
        own.push(now);
        const answer = await ask(...given);
        const [, sent] = given;
        const cost = costIn(answer) + costOf(Array.isArray(sent) ? sent.length : 0);
        for (let more = cost; more > 0; more -= 1) own.push(now);
        return answer;
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
      place: counted((order) => {
        one(orders);
        return way.place(order);
      }),
      placement: counted((id) => {
        one(doubtful);
        return way.placement(id);
      }),
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
  const replicasIn = (some: readonly AnyEvent[]) =>
    new Set(some.map(({ id }) => id.slice(0, id.lastIndexOf(':')))).size;
  return {
    requests: most(times.map(inWorstMinute)),
    orders: most(Object.values(orders)),
    doubtful: most(Object.values(doubtful)),
    eventsOfTable: events.size,
    events: most(byDiner.map((own) => own.length)),
    bytes: most(byDiner.map((own) => Buffer.byteLength(JSON.stringify(own)))),
    replicas: most(byDiner.map(replicasIn)),
    replicasOfTable: replicasIn([...events.values()]),
  };
}

/** As the routes of the cart declare it. */
function costIn(answer: Answer<unknown>): number {
  const { snapshot } = (answer.ok ? (answer.value ?? {}) : {}) as Partial<Sync>;
  return costOf(snapshot?.events?.length ?? 0);
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
