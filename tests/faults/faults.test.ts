// @module-tag slow
/** The short form of `npm run faults`, with real processes, real phones, and each fault once. */
import { expect, test, vi } from 'vitest';
import { testDatabaseUrl } from '#tests/server/server-under-test.ts';
import { createRandom } from '#dev/simulation/world/random.ts';
import { findPostgres } from '#testing/services/postgres.mjs';
import { findRedis } from '#testing/services/redis.mjs';
import { runEvening, longestWaitMs, type EveningOptions } from './evening.ts';

const common = { tables: 3, diners: 3, meanPauseMs: 250, patienceMs: 30_000 } as const;

async function expectEvening(
  options: Pick<EveningOptions, 'servers' | 'onPostgres' | 'script'>,
): Promise<void> {
  // The phones warn on the console when a request fails.
  for (const level of ['warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => {});
  const { wrongs, ledger } = await runEvening({ ...common, ...options, random: createRandom('7') });
  expect(wrongs).toEqual({ lost: [], doubled: [], other: [] });
  expect(ledger.accepted.size, 'enough has happened to mean something').toBeGreaterThan(50);
  expect(ledger.placed.size).toBeGreaterThan(0);
}

if (testDatabaseUrl === undefined)
  test('G3, G4, O2: server killed, phones disconnected, disk full: no accepted change is lost or doubled', async () => {
    await expectEvening({
      servers: 1,
      onPostgres: false,
      script: async (faults) => {
        await faults.pass(1_000);
        await faults.cutPhones();
        await faults.pass(500);
        await faults.killServer(0);
        await faults.pass(500);
        if (faults.canFillDisk) await faults.fillDisk(1_000);
        expect(await faults.untilAnswered(), 'the longest wait, ms').toBeLessThan(longestWaitMs);
        await faults.pass(1_000);
      },
    });
  }, 90_000);
else if (findPostgres() && findRedis())
  test('G3, G4, O2: two servers, one killed, broker killed, PostgreSQL crashed: no accepted change is lost or doubled', async () => {
    await expectEvening({
      servers: 2,
      onPostgres: true,
      script: async (faults) => {
        await faults.pass(1_000);
        await faults.killServer(1);
        await faults.pass(500);
        await faults.crashPostgres(500);
        await faults.pass(1_000);
        await faults.killBroker(500);
        await faults.pass(1_000);
      },
    });
  }, 90_000);
