/** How many changes a second: beside plain inserts, and beside a route that only authenticates and inserts, both grouped. */
import type { Process } from '#tests/real-phones/cluster.ts';
import { bareWriter } from './bare-writer.ts';
import { insertOnly } from './floor/insert-route.ts';
import { median, perSecond, progress } from './measures.ts';
import { plainInserts } from './floor/plain-inserts.ts';
import { running, type SetUp } from './set-ups.ts';

/** Tables at which one diner at a time changes the cart as fast as the answers come. */
const tables = 32;
const rounds = 3;
const seconds = 2;

export interface Throughput {
  /** A second. */
  readonly changes: number;
  readonly inserts: number;
  readonly together: number;
  readonly route: number;
  /** Of all table servers, a change. */
  readonly cpuMs: number;
  readonly routeCpuMs: number;
}

/** In turns, so that a busy machine weighs on all three alike; medians of the rounds. */
export async function throughput(setUp: SetUp, profileDir?: string): Promise<Throughput> {
  return await running(setUp, { tables: 4 * tables, diners: 1, profileDir }, async (at) => {
    const { restaurant, cluster, address, beside } = at;
    const seats = restaurant.seats.map(([seat]) => seat!);
    const { dishes } = restaurant;
    const writer = (n: number, replicaId: string) =>
      bareWriter(address(n), seats[n]!, dishes[n % dishes.length]!, { replicaId });
    const numbers = [...Array(tables).keys()];
    const changes = numbers.map((n) => writer(n, `c${n}`)).map((each) => () => each.change());
    const inserts = numbers
      .map((n) => writer(tables + n, `r${n}`))
      .map((each) => () => each.change(insertOnly.path));
    const plain = plainInserts(beside, restaurant, {
      seats: seats.slice(2 * tables, 3 * tables),
      others: seats.slice(3 * tables),
    });
    try {
      await perSecond([...changes, ...inserts, ...plain.inserts, ...plain.together], 1);
      const found: Throughput[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const ofPlain = await perSecond(plain.inserts, seconds);
        const ofTogether = await perSecond(plain.together, seconds);
        const ofRoute = await withCpu(cluster.servers, () => perSecond(inserts, seconds));
        const ofChanges = await withCpu(cluster.servers, () => perSecond(changes, seconds));
        progress(
          `${setUp.name}, round ${round} of ${rounds}: ${ofChanges.rate.toFixed(0)} changes/s, ` +
            `${ofRoute.rate.toFixed(0)} insert-only requests/s, ${ofPlain.toFixed(0)} plain inserts/s, ` +
            `${ofTogether.toFixed(0)} together`,
        );
        found.push({
          changes: ofChanges.rate,
          inserts: ofPlain,
          together: ofTogether,
          route: ofRoute.rate,
          cpuMs: ofChanges.cpuMs,
          routeCpuMs: ofRoute.cpuMs,
        });
      }
      const middle = (name: keyof Throughput) => median(found.map((each) => each[name]));
      return {
        changes: middle('changes'),
        inserts: middle('inserts'),
        together: middle('together'),
        route: middle('route'),
        cpuMs: middle('cpuMs'),
        routeCpuMs: middle('routeCpuMs'),
      };
    } finally {
      await plain.close();
    }
  });
}

async function withCpu(
  servers: readonly Process[],
  work: () => Promise<number>,
): Promise<{ readonly rate: number; readonly cpuMs: number }> {
  const start = performance.now();
  const before = await cpuOf(servers);
  const rate = await work();
  const used = (await cpuOf(servers)) - before;
  return { rate, cpuMs: (used * 1000) / ((rate * (performance.now() - start)) / 1000) };
}

export async function cpuOf(servers: readonly Process[]): Promise<number> {
  const usages = await Promise.all(servers.map((server) => server.usage()));
  return usages.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
}
