/** A restaurant’s evening of an hour, played forty times as fast. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Call } from '#contract/http/call.ts';
import { actOnOrder } from '#contract/calls/service.ts';
import { createStaffToken, staffLogin } from '#contract/calls/staff.ts';
import { headers } from '#contract/http/headers.ts';
import type { Process } from '#tests/real-phones/cluster.ts';
import { realPhone, type RealPhone } from '#tests/real-phones/real-phone.ts';
import { merchantId, type Seat } from '#tests/real-phones/restaurant.ts';
import { randomOf, type Random } from '#workshop/simulation/world/random.ts';
import type { Table } from '../table.ts';
import { startProbe } from './floor/disk.ts';
import { progress, quantile } from './measures.ts';
import { running, type Running } from './set-ups.ts';

const tables = 100;
const dinersAtTable = 4;
/** An hour passes in a minute and a half. */
const speed = 40;
const minuteMs = 60_000 / speed;
/** What happens at a table, minutes after its diners came. */
const course = { menu: 2, firstRound: 11, more: 22, secondRound: 27, paid: 37, gone: 38 } as const;
const comeWithin = 20;
const dishesOfFirstRound = 4;
/** How often the phones' own loop is looked at, ms. */
const ownLookMs = 10;
/** How often the server is asked how it is, ms. */
const lookEveryMs = 5_000;
const password = 'the password of the counter';

export async function run(): Promise<readonly Table[]> {
  // What a phone cannot reach at its very start is tried again, and says so.
  console.warn = () => undefined;
  return [await oneRestaurant()];
}

async function oneRestaurant(): Promise<Table> {
  const setUp = { name: 'SQLite', onPostgres: false, servers: 1, hubs: 0 };
  const environment = { STAFF_PASSWORD: password };
  return await running(setUp, { tables, diners: dinersAtTable, environment }, async (at) => {
    const [server] = at.cluster.servers as readonly [Process];
    const counted = new Heard();
    const base = await server.usage();
    const stopProbe = await startProbe(at.dataDir);
    const ownLag = monitorEventLoopDelay({ resolution: ownLookMs });
    ownLag.enable();
    const health = watchHealth(server);
    const counts = { orders: 0, paid: 0 };
    const till = await tillToken(at.address(0));
    await play(
      at.restaurant.seats.flatMap((party, n) =>
        courseOf(party, at, { random: randomOf(String(n + 1)), counted, counts, till }),
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const { lags, mostBytes } = health.stop();
    const { cpuSeconds } = await server.usage();
    const disk = await stopProbe();
    const phones = tables * dinersAtTable;
    const cpu = cpuSeconds - base.cpuSeconds;
    const ms = (value: number) => value.toFixed(1);
    return {
      title: `One restaurant: ${phones} phones through an evening of an hour, played in ${60 / speed} minutes; one process, SQLite`,
      head: ['', 'value'],
      rows: [
        ['changes, orders, payments', `${counted.changes}, ${counts.orders}, ${counts.paid}`],
        ['ms from a tap to each other phone of the table: p50, p99, p99.9', quantiles(counted.times)],
        ['of these never heard', String(counted.missing)],
        ['ms of an fsync in the same seconds: p50, p99, p99.9', quantiles(disk)],
        [
          'ms of lag of the server’s loop, p99 of five seconds: usual, worst',
          `${ms(quantile(lags, 0.5))}, ${ms(Math.max(...lags))}`,
        ],
        [
          'ms of lag of the phones’ own process: p99, longest',
          [ownLag.percentile(99), ownLag.max].map((lag) => ms(lag / 1e6 - ownLookMs)).join(', '),
        ],
        [
          'CPU of the server: ms a phone, share of a core',
          `${ms((cpu * 1000) / phones)}, ${((cpu / ((60 * minuteMs) / 1000)) * 100).toFixed(0)} %`,
        ],
        [
          'MiB of the server: before, at most; KiB a phone',
          `${mib(base.memoryBytes)}, ${mib(mostBytes)}; ${((mostBytes - base.memoryBytes) / 1024 / phones).toFixed(0)}`,
        ],
      ],
      notes: [
        `${tables} tables of ${dinersAtTable} come within ${comeWithin} minutes, choose, order after ${course.firstRound}, sit, order more after ${course.secondRound} and pay after`,
        `${course.paid}; phones that do nothing stay connected. Minutes are those of the evening.`,
      ],
    };
  });
}

interface Around {
  readonly random: Random;
  readonly counted: Heard;
  readonly counts: { orders: number; paid: number };
  readonly till: string;
}

interface Step {
  /** ms after the beginning. */
  readonly at: number;
  /** @param due when it should begin: what its timer comes late is of the time that somebody waits */
  readonly work: (due: number) => Promise<unknown>;
}

/** A token that may settle orders, made as the staff page makes one. */
async function tillToken(address: string): Promise<string> {
  const json = { 'Content-Type': 'application/json' };
  const post = async ({ method, path }: Pick<Call, 'method' | 'path'>, body: unknown, cookie = '') =>
    await fetch(address + path, { method, headers: { ...json, cookie }, body: JSON.stringify(body) });
  const login = await post(staffLogin, { merchantId, password });
  const cookie = login.headers.get('set-cookie')?.split(';', 1)[0];
  const made = await post(createStaffToken, { name: 'till', scopes: ['settle'] }, cookie);
  const { data } = (await made.json()) as { data: { secret: string } };
  return data.secret;
}

/** What one party does, and when. */
function courseOf(party: readonly Seat[], at: Running, { random, counted, counts, till }: Around): Step[] {
  const { dishes } = at.restaurant;
  const server = () => at.address(0);
  const phones: RealPhone[] = [];
  const comes = random.next() * comeWithin;
  const minute = (after: number) => (comes + after) * minuteMs;
  const within = (from: number, to: number) => minute(from + random.next() * (to - from));
  let order = { orderId: '', amount: '' };
  const add = (phone: () => RealPhone | undefined) => async (due: number) => {
    const tapper = phone();
    if (!tapper) return;
    const tap = () => tapper.tap(({ commands }) => commands.add(random.pick(dishes), 1));
    counted.tapped(due, tap, phones.length - 1);
  };
  const place = async () => {
    const result = await phones[0]?.engine.place({});
    if (result?.kind !== 'placed') throw new Error(`no order: ${JSON.stringify(result)}`);
    counts.orders += 1;
    order = { orderId: result.order.id, amount: result.order.totalAmount ?? '' };
  };
  const pay = async () => {
    const answer = await fetch(`${server()}${actOnOrder.path}`, {
      method: actOnOrder.method,
      headers: {
        [headers.authorization]: `Bearer ${till}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ actId: `pays-${order.orderId}`, type: 'orderPaid', method: 'card', ...order }),
    });
    if (!answer.ok) throw new Error(`not paid: ${await answer.text()}`);
    counts.paid += 1;
  };
  const steps: Step[] = [
    { at: minute(course.firstRound), work: place },
    { at: minute(course.secondRound), work: place },
    { at: minute(course.paid), work: pay },
    { at: minute(course.gone), work: () => Promise.all(phones.map((phone) => phone.close())) },
  ];
  for (const [n, seat] of party.entries()) {
    const come = async () => {
      phones[n] = await realPhone(seat, { server, onPeer: counted.heard });
    };
    steps.push({ at: within(0, course.menu / 2), work: come });
    for (let dish = 0; dish < dishesOfFirstRound; dish += 1)
      steps.push({ at: within(course.menu, course.firstRound - 1), work: add(() => phones[n]) });
    steps.push({ at: within(course.more, course.secondRound - 1), work: add(() => phones[n]) });
  }
  return steps;
}

/** Each at its time, whether or not those before it are done. */
async function play(steps: readonly Step[]): Promise<void> {
  const start = performance.now();
  const works: Promise<unknown>[] = [];
  const inOrder = [...steps].sort((a, b) => a.at - b.at);
  for (const [n, { at, work }] of inOrder.entries()) {
    const early = start + at - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    works.push(work(start + at));
    if (n % 500 === 0) progress(`minute ${(at / minuteMs).toFixed(0)} of 60`);
  }
  await Promise.all(works);
}

/** Which changes the other phones of the table have heard, and after how long. */
class Heard {
  readonly times: number[] = [];
  changes = 0;
  private readonly at = new Map<string, number>();
  private expected = 0;

  tapped(due: number, tap: () => string | undefined, others: number): void {
    const id = tap();
    if (id === undefined) return;
    this.at.set(id, due);
    this.changes += 1;
    this.expected += others;
  }

  readonly heard = (id: string): void => {
    const start = this.at.get(id);
    if (start !== undefined) this.times.push(performance.now() - start);
  };

  get missing(): number {
    return Math.max(0, this.expected - this.times.length);
  }
}

function watchHealth(server: Process) {
  const lags: number[] = [];
  let mostBytes = 0;
  const timer = setInterval(() => {
    void server.usage().then(({ loopLagP99Ms, memoryBytes }) => {
      lags.push(loopLagP99Ms);
      mostBytes = Math.max(mostBytes, memoryBytes);
    });
  }, lookEveryMs);
  return {
    stop() {
      clearInterval(timer);
      return { lags, mostBytes };
    },
  };
}

function quantiles(values: readonly number[]): string {
  return [0.5, 0.99, 0.999].map((share) => quantile(values, share).toFixed(1)).join(', ');
}

function mib(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}
