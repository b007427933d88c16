/** As many phones as the restaurants of a chain have, and how far it goes. */
import { cpus } from 'node:os';
import { findPostgres } from '#workshop/test/postgres.mjs';
import type { Table } from '../table.ts';
import { startProbe } from './floor/disk.ts';
import { both, middleOf } from './diners.ts';
import { progress } from './measures.ts';
import { crowd } from './phones/crowd.ts';
import { running } from './set-ups.ts';
import { cpuOf } from './throughput.ts';

/** Its phones, and the rates that it is given one after the other, changes a second. */
const size = { tables: 500, diners: 4, rates: [10, 25, 50, 100, 200, 400], seconds: 8 } as const;
/** Where a tap shows later than this at others, it has reached its end, ms. */
const tooLateMs = 1_000;

export async function run(): Promise<readonly Table[]> {
  if (!findPostgres()) throw new Error('a chain runs on PostgreSQL, and there is none here');
  // What a phone cannot reach at its very start is tried again, and says so.
  console.warn = () => undefined;
  const setUp = { name: 'PostgreSQL', onPostgres: true, servers: 2, hubs: 2 };
  return await running(setUp, size, async (at) => {
    const { servers, hubs } = at.cluster;
    const phones = await crowd(at);
    progress(`${size.tables * size.diners} phones are seated`);
    const rows: string[][] = [];
    for (const changesPerSecond of size.rates) {
      const stopProbe = await startProbe(at.dataDir);
      const before = { servers: await cpuOf(servers), hubs: await cpuOf(hubs) };
      const [all, start] = [busyMs(), performance.now()];
      const taps = await phones.tap({ changesPerSecond, seconds: size.seconds });
      const lasted = performance.now() - start;
      const share = (ms: number) => `${((ms / lasted) * 100).toFixed(0)} %`;
      const found = middleOf(taps.toPeers);
      rows.push([
        String(changesPerSecond),
        both(found),
        both(middleOf(taps.toServer)),
        both(middleOf(await stopProbe())),
        both(taps.lag),
        String(taps.late),
        share((await cpuOf(servers)) * 1000 - before.servers * 1000),
        share((await cpuOf(hubs)) * 1000 - before.hubs * 1000),
        share(taps.cpuMs),
        share(busyMs() - all),
      ]);
      progress(`  ${changesPerSecond} changes a second: p99 ${found.p99.toFixed(0)} ms`);
      if (found.p99 > tooLateMs) break;
    }
    await phones.leave();
    return [
      {
        title: `A chain: ${size.tables * size.diners} phones at ${size.tables} tables; two servers, two hubs, PostgreSQL, and the phones, on ${cpus().length} cores`,
        head: [
          'changes/s',
          'ms to the other phones: p50, p99',
          'until durable',
          'an fsync',
          'lag of the phones',
          'late',
          'CPU of the servers',
          'of the hubs',
          'of the phones',
          'of all',
        ],
        rows,
        notes: [
          `100 % is one core. It ends where the rate is the last, or where p99 is over ${tooLateMs} ms. Each change goes to three other phones.`,
        ],
      },
    ];
  });
}

/** Of all cores since the machine began. */
function busyMs(): number {
  return cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);
}
