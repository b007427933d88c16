/** Real phones at many tables: how long from a tap until it shows on the other phone of the table. */
import type { Process } from '#tests/real-phones/cluster.ts';
import { realPhone, type RealPhone } from '#tests/real-phones/real-phone.ts';
import type { Restaurant } from '#tests/real-phones/restaurant.ts';
import { randomOf, type Random } from '#workshop/simulation/world/random.ts';
import { progress, quantile } from './measures.ts';
import { running, type SetUp } from './set-ups.ts';
import { cpuOf } from './throughput.ts';

/** Of all tables together. */
const changesPerSecond = 50;
const seconds = 12;
/** Phones that come in at the same time. */
const atTheDoor = 20;
const mostLines = 10;
/** For what is still on its way, ms. */
const patienceMs = 10_000;

export interface Evening {
  readonly tables: number;
  readonly changes: number;
  /** Of these so many had not arrived when patience ended; no time of theirs is counted. */
  readonly late: number;
  readonly p50: number;
  readonly p99: number;
  /** A change. */
  readonly serverCpuMs: number;
  readonly hubCpuMs: number;
  readonly serverMegabytes: number;
  readonly hubMegabytes: number;
}

export async function diners(setUp: SetUp, tables: number): Promise<Evening> {
  return await running(setUp, { tables, diners: 2 }, async ({ restaurant, cluster, address }) => {
    const { hubs, servers } = cluster;
    const tapped = new Map<string, number>();
    const times: number[] = [];
    const onPeer = (id: string) => {
      const at = tapped.get(id);
      if (at === undefined) return;
      tapped.delete(id);
      times.push(performance.now() - at);
    };
    const phones = await seated(restaurant, address, onPeer);
    progress(`${setUp.name}, ${tables} tables: ${phones.length} phones are seated`);
    try {
      const random = randomOf('1');
      await tapping(phones, restaurant, { changesPerSecond, random, seconds: 2, tapped });
      await arrived(tapped);
      times.length = 0;
      tapped.clear();
      const before = [await cpuOf(servers), await cpuOf(hubs)] as const;
      const changes = await tapping(phones, restaurant, { changesPerSecond, random, seconds, tapped });
      await arrived(tapped);
      const after = [await cpuOf(servers), await cpuOf(hubs)] as const;
      const evening = {
        tables,
        changes,
        late: tapped.size,
        p50: quantile(times, 0.5),
        p99: quantile(times, 0.99),
        serverCpuMs: ((after[0] - before[0]) * 1000) / changes,
        hubCpuMs: ((after[1] - before[1]) * 1000) / changes,
        serverMegabytes: await megabytes(servers),
        hubMegabytes: await megabytes(hubs),
      };
      progress(
        `  p50 ${evening.p50.toFixed(1)} ms, p99 ${evening.p99.toFixed(1)} ms, ${evening.late} late, ${evening.serverCpuMs.toFixed(1)} ms of CPU a change`,
      );
      return evening;
    } finally {
      await Promise.all(phones.map((phone) => phone.close()));
    }
  });
}

export async function seated(
  { seats }: Restaurant,
  address: (n: number) => string,
  onPeer: (id: string) => void,
): Promise<RealPhone[]> {
  const phones: RealPhone[] = [];
  const waiting = seats.flat();
  let requests = 0;
  const server = () => address((requests += 1));
  const usher = async () => {
    for (let seat = waiting.pop(); seat; seat = waiting.pop()) {
      const phone = await realPhone(seat, { server, onPeer });
      phones.push(phone);
      while (!phone.isLive() || !phone.engine.status.value.loaded)
        await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  await Promise.all(Array.from({ length: atTheDoor }, usher));
  return phones;
}

interface Tapping {
  readonly changesPerSecond: number;
  readonly random: Random;
  readonly seconds: number;
  readonly tapped: Map<string, number>;
}

/** At a steady rate, whether or not earlier taps have arrived. */
export async function tapping(
  phones: readonly RealPhone[],
  { dishes }: Restaurant,
  { changesPerSecond, random, seconds, tapped }: Tapping,
): Promise<number> {
  const start = performance.now();
  let changes = 0;
  for (let n = 0; n < seconds * changesPerSecond; n += 1) {
    const due = start + (n * 1000) / changesPerSecond;
    const early = due - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    const phone = random.pick(phones);
    const at = performance.now();
    const id = phone.tap(({ commands }) => {
      const lines = phone.ownLines();
      if (lines.length > 0 && (lines.length >= mostLines || random.chance(0.4)))
        commands.decrease(random.pick(lines), 1);
      else commands.add(random.pick(dishes), 1);
    });
    if (id === undefined) continue;
    changes += 1;
    tapped.set(id, at);
  }
  return changes;
}

async function arrived(tapped: ReadonlyMap<string, number>): Promise<void> {
  const start = performance.now();
  while (tapped.size > 0 && performance.now() - start < patienceMs)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

async function megabytes(processes: readonly Process[]): Promise<number> {
  const usages = await Promise.all(processes.map((each) => each.usage()));
  return Math.max(...usages.map(({ memoryBytes }) => memoryBytes)) / 2 ** 20;
}
