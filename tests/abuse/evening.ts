/** One hostile guest in a full restaurant. All phones have one address, as on the restaurant's Wi-Fi. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addPerson, loginWithPin } from '#contract/calls/people.ts';
import { staffLogin, staffOverview } from '#contract/calls/staff.ts';
import { codes } from '#contract/codes.ts';
import { startTableServer } from '#tests/cluster.ts';
import { merchantId, openRestaurant, type Restaurant, type Seat } from '#testing/restaurant.ts';
import { createTablePhone } from '#testing/phones/table-phone.ts';
import { startDiner, lineText, type Diner, type DinerOrder } from './diner.ts';
import { createCaller, type ServerUnderTest } from '#tests/server/server-under-test.ts';

/** The address of the restaurant's router. */
export const wifi = '203.0.113.7';
const staffPassword = 'counter of the house';
const staffPin = '280594';

const tables = 5;
const hostileGuests = 40;

export interface Scene {
  readonly address: string;
  readonly call: ServerUnderTest['call'];
  /** The attacker at the last table, where an honest diner sits too. Each attack has another one. */
  readonly eve: Seat;
  readonly dishes: Restaurant['dishes'];
  /** A stolen tablet of the restaurant, and the people whose names it shows. */
  readonly stolen: { readonly cookie: string; readonly personIds: readonly string[] };
  /** False once the attack must end. */
  readonly isOngoing: () => boolean;
  /** Aborted when the attack must end. */
  readonly over: AbortSignal;
}

export type Attack = (scene: Scene) => Promise<void>;

export interface Felt {
  readonly taps: number;
  /** Taps that were rejected or not answered in time. */
  readonly lost: number;
  /** CPU time of the server. Unlike a wait it does not depend on other work of the machine. */
  readonly cpuSeconds: number;
  /** For the diners at other tables, and for the one at Eve's. */
  readonly p99Ms: { readonly others: number; readonly beside: number };
}

export interface Evening {
  /** Runs these attacks at once for `ms`, each by another guest, and returns how the honest diners fared. */
  feel(attacks: readonly Attack[], ms: number): Promise<Felt>;
  readonly scene: Omit<Scene, 'isOngoing' | 'over'>;
  /** True if the staff can log in from this address, with the password and with a PIN at the counter's tablet. */
  staffGetIn(): Promise<boolean>;
  /** The lines that the diner at Eve's table sees and those of the server, as `diner dish notes quantity`, sorted. */
  compared(): Promise<{ readonly shown: readonly string[]; readonly stored: readonly string[] }>;
  close(): Promise<void>;
}

/** @param seated starts an honest diner, in this process or in another */
export async function openEvening(
  seated: (order: DinerOrder) => Promise<Diner> = startDiner,
): Promise<Evening> {
  const folder = mkdtempSync(join(tmpdir(), 'lazy-susan-abuse-'));
  const store = { dataDir: folder, databaseUrl: undefined };
  const { seats, dishes } = await openRestaurant(store, { tables, diners: 1 + hostileGuests });
  // Attacks on webhooks listen on this address.
  const environment = { STAFF_PASSWORD: staffPassword, WEBHOOK_NETWORKS: '127.0.0.1/32' };
  const server = await startTableServer({ store, environment, profileDir: process.env.PROFILE_DIR });
  const { address } = server;
  const putBehindWifi = (seat: Seat): Seat => ({ ...seat, address: wifi });
  const honest = await Promise.all(
    seats.map(async ([seat]) => await seated({ seat: putBehindWifi(seat!), address, dishes })),
  );
  const others = honest.slice(0, -1);
  const beside = honest.at(-1)!;
  // Each attack has a guest of its own, whose budgets are unused.
  const eves = seats.at(-1)!.slice(1).map(putBehindWifi);
  // They take turns, because each look reads the whole cart and uses up a budget.
  const lookers = eves.splice(-10);
  let looked = 0;
  let attacked = 0;
  const call = createCaller(address);
  const tablets = { counter: await logInOwner(call), stolen: await logInOwner(call) };
  const personIds: string[] = [];
  for (const name of ['Wen', 'Kim', 'Mo']) {
    const body = { name, role: 'waiter', pin: staffPin };
    const { data } = await call(addPerson, { headers: { cookie: tablets.counter }, body });
    personIds.push(data.person.id);
  }
  const scene = { address, call, eve: eves[0]!, dishes, stolen: { cookie: tablets.stolen, personIds } };
  return {
    scene,
    async feel(attacks, ms) {
      const over = AbortSignal.timeout(ms);
      const isOngoing = () => !over.aborted;
      const taps = [...others, beside].map(async (each) => await each.tapFor(ms));
      const attackers = attacks.map((attack) => ({ attack, eve: eves[(attacked += 1) % eves.length]! }));
      const { cpuSeconds: before } = await server.usage();
      const [felt] = await Promise.all([
        Promise.all(taps),
        ...attackers.map(async ({ attack, eve }) => await attack({ ...scene, eve, isOngoing, over })),
      ]);
      const all = felt.flat();
      return {
        taps: all.length,
        lost: all.filter((wait) => wait === Infinity).length,
        cpuSeconds: (await server.usage()).cpuSeconds - before,
        p99Ms: { others: calculateP99(felt.slice(0, -1).flat()), beside: calculateP99(felt.at(-1)!) },
      };
    },
    async staffGetIn() {
      const body = { merchantId, personId: personIds[0]!, pin: staffPin };
      const headers = { cookie: tablets.counter };
      const withPin = await call(loginWithPin, { address: wifi, headers, body });
      const cookie = await logInOwner(call, wifi);
      const overview = await call(staffOverview, { address: wifi, headers: { cookie } });
      return withPin.code === codes.ok && overview.code === codes.ok;
    },
    async compared() {
      const looker = lookers[(looked += 1) % lookers.length]!;
      // An answer's lines are bounded, its events are not (D37).
      const phone = createTablePhone({ call, deps: { clock: Date } }, looker, 'looker');
      await phone.refresh();
      const stored = phone
        .view()
        .carts.flatMap(({ userId, lines }) =>
          lines.map(({ item, quantity }) => lineText(userId, { ...item, quantity })),
        );
      return { shown: (await beside.shown()).toSorted(), stored: stored.toSorted() };
    },
    async close() {
      await Promise.all(honest.map((each) => each.close()));
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Logs the owner in with a new browser and returns its cookies. */
async function logInOwner(call: ServerUnderTest['call'], address?: string): Promise<string> {
  const body = { merchantId, password: staffPassword };
  const answer = await call(staffLogin, { ...(address !== undefined && { address }), body });
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]!);
  return cookies.join('; ');
}

function calculateP99(waits: readonly number[]): number {
  return waits.toSorted((a, b) => a - b)[Math.ceil(waits.length * 0.99) - 1] ?? 0;
}
