/** How much honest diners request and write at simulated tables. The budgets must be above it (D37). */
import type { AnyEvent } from '#events/cart/registry.ts';
import type { Sync } from '#contract/calls/cart.ts';
import { countExtraRequests } from '#server/platform/http/routes/rate-limits.ts';
import type { Answer, CartTransport } from '#sync/ports/transport.ts';
import { planOf } from '#dev/simulation/plan/draw.ts';
import { realRules } from '#dev/simulation/real-rules.ts';
import { run } from '#dev/simulation/run.ts';

/** A restaurant may be this many times busier than the busiest simulated table. */
export const honestMargin = 4;
const minuteMs = 60_000;

interface Busy {
  /** Requests of one page in its busiest minute, including the cost of long answers. */
  requests: number;
  /** Orders of one page. */
  orders: number;
  /** Placements that one page asked about. */
  doubtful: number;
  eventsOfTable: number;
  /** Events of one diner, compacted or not. `bytes` and `replicas` are of one diner too. */
  events: number;
  bytes: number;
  replicas: number;
  replicasOfTable: number;
}

/** The largest number of each kind at this many tables. */
export async function busiestOf(tables: number): Promise<Busy> {
  const all: Busy[] = [];
  for (let seed = 1; seed <= tables; seed += 1) all.push(await busyAt(String(seed)));
  return all.reduce((most, table) => {
    const largest = Object.entries(most).map(([what, so]) => [what, Math.max(so, table[what as keyof Busy])]);
    return Object.fromEntries(largest) as Busy;
  });
}

/** The largest number of each kind at one table; throws if the simulation fails. */
async function busyAt(seed: string): Promise<Busy> {
  const times: number[][] = [];
  const orders: number[] = [];
  const doubtful: number[] = [];
  const events = new Map<string, AnyEvent>();
  let now = 0;
  /** Counts the requests of one page. */
  const transport = (way: CartTransport): CartTransport => {
    const own: number[] = [];
    const page = times.push(own) - 1;
    const one = (of: number[]) => (of[page] = (of[page] ?? 0) + 1);
    const counted = <Given extends unknown[], Said>(ask: (...given: Given) => Promise<Answer<Said>>) => {
      return async (...given: Given) => {
        own.push(now);
        const answer = await ask(...given);
        const [, sent] = given;
        const cost = costIn(answer) + countExtraRequests(Array.isArray(sent) ? sent.length : 0);
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
  const { failure } = await run(planOf(seed), {
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

/** The extra requests that the routes of the cart count for a long answer. */
function costIn(answer: Answer<unknown>): number {
  const { snapshot } = (answer.ok ? (answer.value ?? {}) : {}) as Partial<Sync>;
  return countExtraRequests(snapshot?.events?.length ?? 0);
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
