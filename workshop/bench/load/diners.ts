/** Real phones at many tables: how long a tap takes until it is durable, and until it shows on the others of the table. */
import type { Process, Usage } from '#tests/real-phones/cluster.ts';
import { startProbe } from './floor/disk.ts';
import { progress, quantile } from './measures.ts';
import { crowd } from './phones/crowd.ts';
import { running, type SetUp } from './set-ups.ts';

const tables = 100;
export const dinersAtTable = 4;
/** Of all tables together: of 400 diners each changes something every ten seconds. */
export const changesPerSecond = 40;
const seconds = 12;
/** What a server that has just started must still learn is told apart (`low-rates.ts`). */
const warmUpSeconds = 6;

interface Middle {
  readonly p50: number;
  readonly p99: number;
}

export interface Evening {
  readonly phones: number;
  readonly toServer: Middle;
  readonly toPeers: Middle;
  /** Of an fsync in the same seconds. */
  readonly disk: Middle;
  /** How late the slowest server's loop came to its timers. */
  readonly loopLag: Middle;
  /** The same of the phones' own process. */
  readonly phonesLag: Middle;
  readonly late: number;
  /** A change. */
  readonly serverCpuMs: number;
  readonly hubCpuMs: number;
  readonly serverMegabytes: number;
  readonly hubMegabytes: number;
}

export async function diners(setUp: SetUp): Promise<Evening> {
  return await running(setUp, { tables, diners: dinersAtTable }, async (at) => {
    const { hubs, servers } = at.cluster;
    const phones = await crowd(at);
    progress(`${setUp.name}: ${tables * dinersAtTable} phones are seated`);
    await phones.tap({ changesPerSecond, seconds: warmUpSeconds });
    const stopProbe = await startProbe(at.dataDir);
    // Asked once each: a server that tells of its lag begins to count anew.
    const before = { servers: await usages(servers), hubs: await usages(hubs) };
    const taps = await phones.tap({ changesPerSecond, seconds });
    const after = { servers: await usages(servers), hubs: await usages(hubs) };
    const disk = middleOf(await stopProbe());
    const found: Evening = {
      phones: tables * dinersAtTable,
      toServer: middleOf(taps.toServer),
      toPeers: middleOf(taps.toPeers),
      disk,
      loopLag: {
        p50: Math.max(...after.servers.map(({ loopLagP50Ms }) => loopLagP50Ms)),
        p99: Math.max(...after.servers.map(({ loopLagP99Ms }) => loopLagP99Ms)),
      },
      phonesLag: taps.lag,
      late: taps.late,
      serverCpuMs: (cpuMs(after.servers) - cpuMs(before.servers)) / taps.changes,
      hubCpuMs: (cpuMs(after.hubs) - cpuMs(before.hubs)) / taps.changes,
      serverMegabytes: megabytes(after.servers),
      hubMegabytes: megabytes(after.hubs),
    };
    progress(
      `  durable after ${both(found.toServer)} ms, seen after ${both(found.toPeers)} ms; an fsync ${both(disk)} ms, ` +
        `${taps.late} late, ${found.serverCpuMs.toFixed(1)} ms of CPU a change`,
    );
    await phones.leave();
    return found;
  });
}

export function middleOf(values: readonly number[]): Middle {
  return { p50: quantile(values, 0.5), p99: quantile(values, 0.99) };
}

export function both({ p50, p99 }: Middle): string {
  return `${p50.toFixed(1)}, ${p99.toFixed(1)}`;
}

async function usages(processes: readonly Process[]): Promise<readonly Usage[]> {
  return await Promise.all(processes.map((each) => each.usage()));
}

function cpuMs(all: readonly Usage[]): number {
  return all.reduce((sum, { cpuSeconds }) => sum + cpuSeconds * 1000, 0);
}

/** Of the largest; NaN for none. */
function megabytes(all: readonly Usage[]): number {
  return all.length === 0 ? Number.NaN : Math.max(...all.map(({ memoryBytes }) => memoryBytes)) / 2 ** 20;
}
