/** One hostile guest in a full restaurant: all of its phones behind one address, as on its own Wi-Fi. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCart } from '#contract/calls/cart.ts';
import type { CartTransport } from '#sync/ports/transport.ts';
import { isPlain } from '#sync/ports/transport.ts';
import { startTableServer } from '#tests/real-phones/cluster.ts';
import { realPhone, type RealPhone } from '#tests/real-phones/real-phone.ts';
import { openRestaurant, type Restaurant, type Seat } from '#tests/real-phones/restaurant.ts';
import { caller, type ServerUnderTest } from '#tests/server/server-under-test.ts';

/** The restaurant's router. */
export const wifi = '203.0.113.7';
export const staffPassword = 'counter of the house';

const tables = 5;
const hostileGuests = 20;
/** Between two taps of an honest diner, ms. */
const pauseMs = 150;
/** An answer that takes longer counts as none, ms. */
const patienceMs = 15_000;

export interface Scene {
  readonly address: string;
  readonly call: ServerUnderTest['call'];
  /** Sits at the last table, beside an honest diner; for each attack somebody else. */
  readonly eve: Seat;
  readonly dishes: Restaurant['dishes'];
  /** The attack is to go on. */
  readonly goesOn: () => boolean;
}

export type Attack = (scene: Scene) => Promise<void>;

export interface Felt {
  readonly taps: number;
  /** Changes that were refused, or not answered in time. */
  readonly lost: number;
  readonly p99Ms: number;
}

export interface Evening {
  /** What the honest diners feel of so many ms of it; `undefined`: of nothing. */
  feel(attack: Attack | undefined, ms: number): Promise<Felt>;
  readonly scene: Omit<Scene, 'goesOn'>;
  /** What the diner beside Eve sees, and what the server has: `diner dish notes quantity`, sorted. */
  compared(): Promise<{ readonly shown: readonly string[]; readonly kept: readonly string[] }>;
  close(): Promise<void>;
}

export async function openEvening(): Promise<Evening> {
  const folder = mkdtempSync(join(tmpdir(), 'lazy-susan-abuse-'));
  const store = { dataDir: folder, databaseUrl: undefined };
  const restaurant = await openRestaurant(store, { tables, diners: 1 + hostileGuests });
  const environment = { STAFF_PASSWORD: staffPassword };
  const server = await startTableServer({ store, environment }, { hubs: [] });
  const behindOne = (seat: Seat): Seat => ({ ...seat, address: wifi });
  const phones = await Promise.all(restaurant.seats.map(async ([seat]) => await honest(behindOne(seat!), server.address)));
  const { address } = server;
  // Each attack by somebody whose budgets are whole.
  const eves = restaurant.seats.at(-1)!.slice(1).map(behindOne);
  // Whose budgets nobody else's looking is to use up.
  const looker = eves.pop()!;
  let attacked = 0;
  const scene = { address, call: caller(address), eve: eves[0]!, dishes: restaurant.dishes };
  return {
    scene,
    async feel(attack, ms) {
      const end = Date.now() + ms;
      const goesOn = () => Date.now() < end;
      const taps = phones.map(async (phone) => await phone.tapWhile(goesOn, restaurant));
      const [felt] = await Promise.all([Promise.all(taps), attack?.({ ...scene, eve: eves[(attacked += 1) % eves.length]!, goesOn })]);
      const waits = felt.flat().toSorted((a, b) => a - b);
      const lost = waits.filter((wait) => wait === Infinity).length;
      return { taps: waits.length, lost, p99Ms: waits[Math.ceil(waits.length * 0.99) - 1] ?? 0 };
    },
    async compared() {
      const beside = phones.at(-1)!.phone;
      const { merchantId } = looker;
      const { data } = await scene.call(getCart, { ...looker, query: { merchantId, browserId: 'looker' } });
      const lines = (userId: string, orderItems: readonly { readonly productId: string; readonly notes?: string; readonly quantity: number }[]) =>
        orderItems.map(({ productId, notes = '', quantity }) => `${userId} ${productId} ${notes} ${quantity}`);
      const ofPhone = beside.engine.cart.value.carts.map(({ userId, lines: own }) =>
        lines(userId, own.map(({ item, quantity }) => ({ ...item, quantity }))),
      );
      const ofServer = data.userCarts.map(({ userId, orderItems }) => lines(userId, orderItems));
      return { shown: ofPhone.flat().toSorted(), kept: ofServer.flat().toSorted() };
    },
    async close() {
      await Promise.all(phones.map(({ phone }) => phone.close()));
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
} // prettier-ignore

/** A phone that measures from each tap to the answer that accepts it. */
async function honest(seat: Seat, address: string) {
  const answered = new Map<string, (isAccepted: boolean) => void>();
  const watch = (transport: CartTransport): CartTransport => ({
    ...transport,
    async post(...given) {
      const answer = await transport.post(...given);
      if (answer.ok && !isPlain(answer.value)) {
        for (const id of answer.value.accepted?.ids ?? []) answered.get(id)?.(true);
        for (const { ids } of answer.value.rejected ?? []) for (const id of ids) answered.get(id)?.(false);
      }
      return answer;
    },
  });
  let taps = 0;
  const phone: RealPhone = await realPhone(seat, { server: () => address, watch });
  // Whoever starts again (G5) writes what is pending under other ids: with nothing pending all of it is through.
  phone.engine.cart.subscribe(({ pending }) => {
    if (pending === 0) for (const settle of answered.values()) settle(true);
  });
  /** ms; Infinity: refused, or never answered. */
  const tap = async (restaurant: Restaurant): Promise<number> => {
    const start = performance.now();
    const dish = restaurant.dishes[Math.floor(start) % restaurant.dishes.length]!;
    taps += 1;
    // An evening's taps are ordered or cleared sooner or later.
    if (taps > 100 && phone.ownLines().length > 0) {
      taps = 0;
      phone.tap(({ commands }) => commands.clear('user'));
    }
    // In and out again, so that no line grows for ever.
    const line = phone.ownLines()[0];
    const id = phone.tap(({ commands }) => (line ? commands.decrease(line, line.quantity) : commands.add(dish, 1)));
    if (id === undefined) return 0;
    const isAccepted = await new Promise<boolean>((resolve) => {
      answered.set(id, resolve);
      setTimeout(() => resolve(false), patienceMs);
    });
    return isAccepted ? performance.now() - start : Infinity;
  };
  return {
    phone,
    async tapWhile(goesOn: () => boolean, restaurant: Restaurant): Promise<number[]> {
      const waits: Promise<number>[] = [];
      while (goesOn()) {
        waits.push(tap(restaurant));
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
      return await Promise.all(waits);
    },
  };
} // prettier-ignore
