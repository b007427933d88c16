/** As many phones as the restaurants of a chain have, and how far it goes. */
import { cpus } from 'node:os';
import { randomOf } from '#workshop/simulation/world/random.ts';
import type { Table } from '../table.ts';
import { seated, tapping } from './diners.ts';
import { progress, quantile } from './measures.ts';
import { running } from './set-ups.ts';
import { cpuOf } from './throughput.ts';

/** Its phones, and the rates that it is given one after the other, changes a second. */
const size = { tables: 500, diners: 4, rates: [10, 25, 50, 100, 200, 400], seconds: 8 } as const;
/** Where a tap shows later than this at others, it has reached its end, ms. */
const tooLateMs = 1_000;

export async function chain(): Promise<Table> {
  const setUp = { name: 'PostgreSQL', onPostgres: true, servers: 2, hubs: 2 };
  return await running(setUp, size, async ({ restaurant, cluster: { servers, hubs }, address }) => {
    const tapped = new Map<string, number>();
    const times: number[] = [];
    const onPeer = (id: string) => {
      const at = tapped.get(id);
      if (at !== undefined) times.push(performance.now() - at);
    };
    const phones = await seated(restaurant, address, onPeer);
    progress(`${phones.length} phones are seated`);
    const rows: string[][] = [];
    const random = randomOf('1');
    try {
      for (const changesPerSecond of size.rates) {
        times.length = 0;
        tapped.clear();
        const before = { servers: await cpuOf(servers), hubs: await cpuOf(hubs), own: process.cpuUsage() };
        const [all, start] = [busyMs(), performance.now()];
        const seconds = size.seconds;
        const changes = await tapping(phones, restaurant, { changesPerSecond, random, seconds, tapped });
        await settledTimes(times, changes * (size.diners - 1));
        const lasted = performance.now() - start;
        const share = (ms: number) => `${((ms / lasted) * 100).toFixed(0)} %`;
        const own = process.cpuUsage(before.own);
        const p99 = quantile(times, 0.99);
        rows.push([
          String(changesPerSecond),
          quantile(times, 0.5).toFixed(1),
          p99.toFixed(1),
          share((await cpuOf(servers)) * 1000 - before.servers * 1000),
          share((await cpuOf(hubs)) * 1000 - before.hubs * 1000),
          share((own.user + own.system) / 1000),
          share(busyMs() - all),
        ]);
        progress(`  ${changesPerSecond} changes a second: p99 ${p99.toFixed(0)} ms`);
        if (p99 > tooLateMs) break;
      }
    } finally {
      await Promise.all(phones.map((phone) => phone.close()));
    }
    return {
      title: `A chain: ${size.tables * size.diners} phones at ${size.tables} tables; two servers, two hubs, PostgreSQL, and the phones, on ${cpus().length} cores`,
      head: [
        'changes/s',
        'p50, ms to the other phones',
        'p99',
        'CPU of the servers',
        'of the hubs',
        'of the phones',
        'of all',
      ],
      rows,
      notes: [
        `100 % is one core. It ends where the rate is the last, or where p99 is over ${tooLateMs} ms. Each change goes to three other phones.`,
      ],
    };
  });
}

/** Until so many have come, or none comes any more. */
async function settledTimes(times: readonly number[], expected: number): Promise<void> {
  for (let before = -1; times.length < expected && times.length !== before;) {
    before = times.length;
    await new Promise((resolve) => setTimeout(resolve, 3_000));
  }
}

/** Of all cores since the machine began. */
function busyMs(): number {
  return cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);
}
