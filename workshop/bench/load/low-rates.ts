/** Why a change costs more of the processor where few are made: what is there without any, and what has not run often yet. */
import type { Process } from '#tests/real-phones/cluster.ts';
import type { Table } from '../table.ts';
import { bareWriter } from './bare-writer.ts';
import { changesPerSecond, dinersAtTable } from './diners.ts';
import { insertOnly } from './floor/insert-route.ts';
import { perSecond, progress } from './measures.ts';
import { crowd } from './phones/crowd.ts';
import { running } from './set-ups.ts';
import { cpuOf } from './throughput.ts';

const tables = 100;
/** Tables without phones, at which bare writers sit, and as many for the floor. */
const bareTables = 32;
const seconds = 6;
/** Changes as fast as they are answered, until the server has run what it runs all evening. */
const warmUpSeconds = 6;

/** ms of the processor: in a second without changes, then of each change beyond that. */
interface Costs {
  readonly alone: number;
  readonly connected: number;
  readonly floor: number;
  readonly unheard: number;
  readonly heard: number;
  readonly requests: number;
}

export async function run(): Promise<readonly Table[]> {
  const cold = await costs(false);
  const warm = await costs(true);
  const row = (name: string, key: keyof Costs) => [name, cold[key].toFixed(2), warm[key].toFixed(2)];
  return [
    {
      title: `Few changes: ${changesPerSecond} a second; CPU ms of the server, SQLite with its own hub`,
      head: ['', 'just started', 'after an evening’s changes'],
      rows: [
        row('a second in which nobody is there', 'alone'),
        row(`a second with ${tables * dinersAtTable} phones that do nothing`, 'connected'),
        row('a request of the floor', 'floor'),
        row('a change that nobody hears of', 'unheard'),
        row('a change with three other phones at the table', 'heard'),
        row('requests that this makes', 'requests'),
      ],
      notes: [
        'The last four beyond what the server does without changes. The floor: token, session, schema and one insert.',
        'An evening’s changes: as many as are answered in six seconds before.',
      ],
    },
  ];
}

async function costs(isWarm: boolean): Promise<Costs> {
  const setUp = { name: 'SQLite', onPostgres: false, servers: 1, hubs: 0 };
  return await running(setUp, { tables: tables + 2 * bareTables, diners: dinersAtTable }, async (at) => {
    const { restaurant, cluster, address } = at;
    const [server] = cluster.servers as readonly [Process];
    const writers = (from: number) =>
      restaurant.seats.slice(from, from + bareTables).map(([seat], n) =>
        bareWriter(address(n), seat!, restaurant.dishes[n % restaurant.dishes.length]!, {
          replicaId: `b${n}`,
        }),
      );
    const changing = writers(tables);
    const inserting = writers(tables + bareTables);
    if (isWarm) {
      await perSecond(
        inserting.map((each) => () => each.change(insertOnly.path)),
        warmUpSeconds / 2,
      );
      await perSecond(
        changing.map((each) => () => each.change()),
        warmUpSeconds,
      );
    }
    const spent = async (work: () => Promise<unknown>) => {
      const before = await cpuOf([server]);
      await work();
      return ((await cpuOf([server])) - before) * 1000;
    };
    const idle = async () => (await spent(() => pause(seconds * 1000))) / seconds;
    const each = async (works: readonly (() => Promise<unknown>)[], without: number) =>
      ((await spent(() => paced(works))) - without * seconds) / (changesPerSecond * seconds);
    const alone = await idle();
    const floor = await each(
      inserting.map((writer) => () => writer.change(insertOnly.path)),
      alone,
    );
    const unheard = await each(
      changing.map((writer) => () => writer.change()),
      alone,
    );
    const phones = await crowd({
      ...at,
      restaurant: { ...restaurant, seats: restaurant.seats.slice(0, tables) },
    });
    const connected = await idle();
    if (isWarm) await phones.tap({ changesPerSecond, seconds });
    const asked = await requestsOf(server);
    const before = await cpuOf([server]);
    const taps = await phones.tap({ changesPerSecond, seconds });
    const used = ((await cpuOf([server])) - before) * 1000;
    const requests = ((await requestsOf(server)) - asked) / taps.changes;
    await phones.leave();
    const found = {
      alone,
      connected,
      floor,
      unheard,
      heard: (used - connected * seconds) / taps.changes,
      requests,
    };
    progress(`${isWarm ? 'warm' : 'just started'}: ${JSON.stringify(found)}`);
    return found;
  });
}

/** In turn, at a steady rate; each waits for the answer to its own one before. */
async function paced(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const start = performance.now();
  const lines = works.map(async (): Promise<unknown> => undefined);
  for (let n = 0; n < seconds * changesPerSecond; n += 1) {
    const early = start + (n * 1000) / changesPerSecond - performance.now();
    if (early > 0) await pause(early);
    const turn = n % works.length;
    lines[turn] = lines[turn]!.then(works[turn]);
  }
  await Promise.all(lines);
}

async function requestsOf(server: Process): Promise<number> {
  return (await server.usage()).requests;
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
