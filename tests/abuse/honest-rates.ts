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
export async function measureBusiest(tables: number): Promise<Busy> {
  const all: Busy[] = [];
  for (let seed = 1; seed <= tables; seed += 1) all.push(await measureTable(String(seed)));
  return all.reduce((most, table) => {
    const largest = Object.entries(most).map(([what, so]) => [what, Math.max(so, table[what as keyof Busy])]);
    return Object.fromEntries(largest) as Busy;
  });
}

/** The largest number of each kind at one table; throws if the simulation fails. */
async function measureTable(seed: string): Promise<Busy> {
  const times: number[][] = [];
  const orders: number[] = [];
  const doubtful: number[] = [];
  const events = new Map<string, AnyEvent>();
  let now = 0;
  /** Counts the requests of one page. */
  const createCountedTransport = (way: CartTransport): CartTransport => {
    const own: number[] = [];
    const page = times.push(own) - 1;
    const countOne = (of: number[]) => (of[page] = (of[page] ?? 0) + 1);
    const countCalls = <Given extends unknown[], Said>(ask: (...given: Given) => Promise<Answer<Said>>) => {
      return async (...given: Given) => {
        own.push(now);
        const answer = await ask(...given);
        const [, sent] = given;
        const cost = countCost(answer) + countExtraRequests(Array.isArray(sent) ? sent.length : 0);
        for (let more = cost; more > 0; more -= 1) own.push(now);
        return answer;
      };
    };
    return {
      post: countCalls((detail, sent, known, signal) => {
        for (const event of sent) events.set(event.id, event);
        return way.post(detail, sent, known, signal);
      }),
      clear: countCalls((event, signal) => {
        if (event) events.set(event.id, event);
        return way.clear(event, signal);
      }),
      snapshot: countCalls((known, signal) => way.snapshot(known, signal)),
      place: countCalls((order) => {
        countOne(orders);
        return way.place(order);
      }),
      placement: countCalls((id) => {
        countOne(doubtful);
        return way.placement(id);
      }),
      openOrder: countCalls(() => way.openOrder()),
    };
  };
  const { failure } = await run(planOf(seed), {
    rules: realRules,
    transport: createCountedTransport,
    trace: (line) => (now = Number.parseInt(line, 10)),
  });
  if (failure !== undefined) throw new Error(`table ${seed}: ${failure}`);
  const ofDiners = new Map<string, AnyEvent[]>();
  for (const event of events.values())
    ofDiners.set(event.userId, [...(ofDiners.get(event.userId) ?? []), event]);
  const byDiner = [...ofDiners.values()];
  const getLargest = (numbers: readonly number[]) => Math.max(0, ...numbers);
  const countReplicas = (some: readonly AnyEvent[]) =>
    new Set(some.map(({ id }) => id.slice(0, id.lastIndexOf(':')))).size;
  return {
    requests: getLargest(times.map(countWorstMinute)),
    orders: getLargest(Object.values(orders)),
    doubtful: getLargest(Object.values(doubtful)),
    eventsOfTable: events.size,
    events: getLargest(byDiner.map((own) => own.length)),
    bytes: getLargest(byDiner.map((own) => Buffer.byteLength(JSON.stringify(own)))),
    replicas: getLargest(byDiner.map(countReplicas)),
    replicasOfTable: countReplicas([...events.values()]),
  };
}

/** The extra requests that the routes of the cart count for a long answer. */
function countCost(answer: Answer<unknown>): number {
  const { snapshot } = (answer.ok ? (answer.value ?? {}) : {}) as Partial<Sync>;
  return countExtraRequests(snapshot?.events?.length ?? 0);
}

function countWorstMinute(times: readonly number[]): number {
  let most = 0;
  let first = 0;
  for (const [index, time] of times.entries()) {
    while (times[first]! <= time - minuteMs) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}
