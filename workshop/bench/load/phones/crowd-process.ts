import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isPlain, type CartTransport } from '#sync/ports/transport.ts';
import { realPhone, type RealPhone } from '#tests/real-phones/real-phone.ts';
import type { Restaurant } from '#tests/real-phones/restaurant.ts';
import { randomOf } from '#workshop/simulation/world/random.ts';
import type { Order, Taps } from './orders.ts';

/** Phones that come in at the same time. */
const atTheDoor = 20;
const mostLines = 10;
/** For what is still on its way, ms. */
const patienceMs = 10_000;
/** How often the loop's own lag is looked at, ms. */
const lookEveryMs = 5;

const random = randomOf('1');
const phones: RealPhone[] = [];
let dishes: Restaurant['dishes'] = [];
let others = 0;
/** By event, when its tap was due. */
const due = new Map<string, number>();
let toServer: number[] = [];
let toPeers: number[] = [];

// What a phone cannot reach at its very start is tried again, and says so.
console.warn = () => undefined;
process.on('message', (order: Order) => void obey(order).then((answer) => process.send!(answer ?? 'done')));
process.on('disconnect', () => process.exit(0));

async function obey(order: Order): Promise<Taps | undefined> {
  switch (order.kind) {
    case 'seat':
      await seat(order.restaurant, order.servers);
      return undefined;
    case 'tap':
      return await tap(order);
    case 'leave':
      await Promise.all(phones.map((phone) => phone.close()));
      return undefined;
    default:
      return order satisfies never;
  }
}

async function seat(restaurant: Restaurant, servers: readonly string[]): Promise<void> {
  ({ dishes } = restaurant);
  others = restaurant.seats[0]!.length - 1;
  const waiting = restaurant.seats.flat();
  let requests = 0;
  const server = () => servers[(requests += 1) % servers.length]!;
  const usher = async () => {
    for (let seat = waiting.pop(); seat; seat = waiting.pop()) {
      const phone = await realPhone(seat, { server, onPeer: (id) => note(toPeers, id), watch });
      phones.push(phone);
      while (!phone.isLive() || !phone.engine.status.value.loaded) await pause(10);
    }
  };
  await Promise.all(Array.from({ length: atTheDoor }, usher));
}

/** Looks at what the server has taken. */
function watch(transport: CartTransport): CartTransport {
  return {
    ...transport,
    async post(...asked) {
      const answer = await transport.post(...asked);
      if (answer.ok && !isPlain(answer.value))
        for (const id of answer.value.accepted?.ids ?? []) note(toServer, id);
      return answer;
    },
  };
}

function note(times: number[], id: string): void {
  const at = due.get(id);
  if (at !== undefined) times.push(performance.now() - at);
}

/** Each tap counts from when it was due: what its timer comes late is of the time that somebody waits. */
async function tap({ changesPerSecond, seconds }: Order & { readonly kind: 'tap' }): Promise<Taps> {
  due.clear();
  [toServer, toPeers] = [[], []];
  const lag = monitorEventLoopDelay({ resolution: lookEveryMs });
  lag.enable();
  const before = process.cpuUsage();
  const start = performance.now();
  for (let n = 0; n < seconds * changesPerSecond; n += 1) {
    const at = start + (n * 1000) / changesPerSecond;
    const early = at - performance.now();
    if (early > 0) await pause(early);
    const phone = random.pick(phones);
    const id = phone.tap(({ commands }) => {
      const lines = phone.ownLines();
      if (lines.length > 0 && (lines.length >= mostLines || random.chance(0.4)))
        commands.decrease(random.pick(lines), 1);
      else commands.add(random.pick(dishes), 1);
    });
    if (id !== undefined) due.set(id, at);
  }
  lag.disable();
  const { user, system } = process.cpuUsage(before);
  const changes = due.size;
  const isAll = () => toServer.length >= changes && toPeers.length >= changes * others;
  for (const since = performance.now(); !isAll() && performance.now() - since < patienceMs;) await pause(20);
  return {
    changes,
    toServer,
    toPeers,
    late: Math.max(0, changes * others - toPeers.length),
    lag: { p50: lagOf(lag.percentile(50)), p99: lagOf(lag.percentile(99)) },
    cpuMs: (user + system) / 1000,
  };
}

/** Node counts from one look to the next. */
function lagOf(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e6 - lookEveryMs);
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
