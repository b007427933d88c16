/** One table late in the evening beside one early: what the next change costs. */
import { limits } from '#contract/limits.ts';
import { changeSession, keepDecided, readSession } from '#server/cart/session-log.ts';
import type { Db } from '#server/store/transactions.ts';
import { phone } from '#tests/server-cart/given.ts';
import type { Restaurant } from '#tests/real-phones/restaurant.ts';
import type { VersionVector } from '#events/version-vector.ts';
import { bareWriter } from './bare-writer.ts';
import { median, progress } from './measures.ts';
import { running, type SetUp } from './set-ups.ts';

export const lengths = [50, limits.unsettledEvents - 500] as const;
const changes = 200;

/** Ms of one change at a table with few events and at one with many, in turns. */
export async function longTable(setUp: SetUp): Promise<readonly [few: number, many: number]> {
  const known: VersionVector[] = [];
  const visit = async (db: Db, restaurant: Restaurant) => {
    for (const [n, length] of lengths.entries()) known.push(await prepared(db, restaurant, n, length));
  };
  return await running(
    setUp,
    { tables: lengths.length, diners: 1, visit },
    async ({ restaurant, address }) => {
      const { seats, dishes } = restaurant;
      const writers = lengths.map((_, n) =>
        bareWriter(address(0), seats[n]![0]!, dishes[0]!, { replicaId: `w${n}`, known: known[n]! }),
      );
      const times: [number[], number[]] = [[], []];
      for (let n = 0; n < 2 * changes; n += 1) {
        const start = performance.now();
        await writers[n % 2]!.change();
        times[n % 2]!.push(performance.now() - start);
      }
      const [few, many] = [median(times[0]), median(times[1])];
      progress(
        `${setUp.name}: ${few.toFixed(2)} ms at event ${lengths[0]}, ${many.toFixed(2)} ms at event ${lengths[1]}`,
      );
      return [few, many];
    },
  );
}

/** Nothing of it is settled: the dearest table of its length. */
async function prepared(
  db: Db,
  { seats, dishes }: Restaurant,
  table: number,
  length: number,
): Promise<VersionVector> {
  const { sessionId } = seats[table]![0]!;
  const others = [0, 1, 2, 3].map((n) => phone(`other${n}`, `somebody${n}`));
  for (let version = 0; version < length; version += 50)
    await changeSession(db, sessionId, async (trx, { log }) => {
      const decided = Array.from({ length: 50 }, (_, n) => {
        const author = others[n % others.length]!;
        const item = { ...dishes[n % dishes.length]!, notes: `wish ${n % 10}` };
        return { event: author.add(item, 1, log.view.known), userId: author.userId, code: null };
      });
      return { log: await keepDecided(trx, log, decided, Date.now()), value: undefined };
    });
  return (await readSession(db, sessionId)).log.view.known;
}
