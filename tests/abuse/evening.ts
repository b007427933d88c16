/** One hostile guest in a full restaurant: all of its phones behind one address, as on its own Wi-Fi. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addPerson, loginWithPin } from '#contract/calls/people.ts';
import { staffLogin, staffOverview } from '#contract/calls/staff.ts';
import { codes } from '#contract/codes.ts';
import { startTableServer } from '#tests/real-phones/cluster.ts';
import { merchantId, openRestaurant, type Restaurant, type Seat } from '#tests/real-phones/restaurant.ts';
import { tablePhone } from '#tests/server-cart/table-phone.ts';
import { diner, lineText, type Diner, type DinerOrder } from './diner.ts';
import { caller, type ServerUnderTest } from '#tests/server/server-under-test.ts';

/** The restaurant's router. */
export const wifi = '203.0.113.7';
const staffPassword = 'counter of the house';
const staffPin = '280594';

const tables = 5;
const hostileGuests = 40;

export interface Scene {
  readonly address: string;
  readonly call: ServerUnderTest['call'];
  /** Sits at the last table, beside an honest diner; for each attack somebody else. */
  readonly eve: Seat;
  readonly dishes: Restaurant['dishes'];
  /** A tablet of the restaurant that somebody took along, and the people whose names it shows. */
  readonly stolen: { readonly cookie: string; readonly personIds: readonly string[] };
  /** The attack is to go on. */
  readonly goesOn: () => boolean;
  /** Aborted when it is not. */
  readonly over: AbortSignal;
}

export type Attack = (scene: Scene) => Promise<void>;

export interface Felt {
  readonly taps: number;
  /** Changes that were refused, or not answered in time. */
  readonly lost: number;
  /** Of the server's processor, seconds: unlike a wait it says the same on a machine that has other work. */
  readonly cpuSeconds: number;
  /** Of those at other tables, and of the one beside. */
  readonly p99Ms: { readonly others: number; readonly beside: number };
}

export interface Evening {
  /** What the honest diners feel of so many ms of it; `undefined`: of nothing. */
  feel(attack: Attack | undefined, ms: number): Promise<Felt>;
  readonly scene: Omit<Scene, 'goesOn' | 'over'>;
  /** Whether somebody of the staff gets in with the password, and with a PIN at the counter's tablet, from that address. */
  staffGetIn(): Promise<boolean>;
  /** What the diner beside Eve sees, and what the server has: `diner dish notes quantity`, sorted. */
  compared(): Promise<{ readonly shown: readonly string[]; readonly kept: readonly string[] }>;
  close(): Promise<void>;
}

/** @param seated an honest diner; in this process, or in one of their own */
export async function openEvening(seated: (order: DinerOrder) => Promise<Diner> = diner): Promise<Evening> {
  const folder = mkdtempSync(join(tmpdir(), 'lazy-susan-abuse-'));
  const store = { dataDir: folder, databaseUrl: undefined };
  const { seats, dishes } = await openRestaurant(store, { tables, diners: 1 + hostileGuests });
  // Where its attackers listen.
  const environment = { STAFF_PASSWORD: staffPassword, WEBHOOK_NETWORKS: '127.0.0.1/32' };
  const server = await startTableServer(
    { store, environment, profileDir: process.env.PROFILE_DIR },
    { hubs: [] },
  );
  const { address } = server;
  const behindOne = (seat: Seat): Seat => ({ ...seat, address: wifi });
  const honest = await Promise.all(
    seats.map(async ([seat]) => await seated({ seat: behindOne(seat!), address, dishes })),
  );
  const others = honest.slice(0, -1);
  const beside = honest.at(-1)!;
  // Each attack by somebody whose budgets are whole.
  const eves = seats.at(-1)!.slice(1).map(behindOne);
  // Turn by turn, or their own budgets would be used up: each look reads the whole cart.
  const lookers = eves.splice(-10);
  let looked = 0;
  let attacked = 0;
  const call = caller(address);
  const tablets = { counter: await loggedIn(call), stolen: await loggedIn(call) };
  const personIds: string[] = [];
  for (const name of ['Wen', 'Kim', 'Mo']) {
    const body = { name, role: 'waiter', pin: staffPin };
    const { data } = await call(addPerson, { headers: { cookie: tablets.counter }, body });
    personIds.push(data.person.id);
  }
  const scene = { address, call, eve: eves[0]!, dishes, stolen: { cookie: tablets.stolen, personIds } };
  return {
    scene,
    async feel(attack, ms) {
      const over = AbortSignal.timeout(ms);
      const goesOn = () => !over.aborted;
      const taps = [...others, beside].map(async (each) => await each.tapFor(ms));
      const eve = eves[(attacked += 1) % eves.length]!;
      const { cpuSeconds: before } = await server.usage();
      const [felt] = await Promise.all([Promise.all(taps), attack?.({ ...scene, eve, goesOn, over })]);
      const all = felt.flat();
      return {
        taps: all.length,
        lost: all.filter((wait) => wait === Infinity).length,
        cpuSeconds: (await server.usage()).cpuSeconds - before,
        p99Ms: { others: p99(felt.slice(0, -1).flat()), beside: p99(felt.at(-1)!) },
      };
    },
    async staffGetIn() {
      const body = { merchantId, personId: personIds[0]!, pin: staffPin };
      const headers = { cookie: tablets.counter };
      const withPin = await call(loginWithPin, { address: wifi, headers, body });
      const cookie = await loggedIn(call, wifi);
      const overview = await call(staffOverview, { address: wifi, headers: { cookie } });
      return withPin.code === codes.ok && overview.code === codes.ok;
    },
    async compared() {
      const looker = lookers[(looked += 1) % lookers.length]!;
      // The list of lines is bounded (D37): whoever reads the events has them all.
      const phone = tablePhone({ call, deps: { clock: Date } }, looker, 'looker');
      await phone.refresh();
      const kept = phone
        .view()
        .carts.flatMap(({ userId, lines }) =>
          lines.map(({ item, quantity }) => lineText(userId, { ...item, quantity })),
        );
      return { shown: (await beside.shown()).toSorted(), kept: kept.toSorted() };
    },
    async close() {
      await Promise.all(honest.map((each) => each.close()));
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @returns the cookies of a browser, new there, where the owner has logged in */
async function loggedIn(call: ServerUnderTest['call'], address?: string): Promise<string> {
  const body = { merchantId, password: staffPassword };
  const answer = await call(staffLogin, { ...(address !== undefined && { address }), body });
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]!);
  return cookies.join('; ');
}

function p99(waits: readonly number[]): number {
  return waits.toSorted((a, b) => a - b)[Math.ceil(waits.length * 0.99) - 1] ?? 0;
}
