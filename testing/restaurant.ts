/** Writes tables, diners and their sessions straight to a database. */
import { nanoid } from 'nanoid';
import { createItem } from '#testing/phones/table-phone.ts';
import { readWholeMenu } from '#server/menu/menu.ts';
import { createTokens } from '#server/ordering/auth/tokens.ts';
import { markOwnMenu, loadSecret } from '#server/platform/store/meta.ts';
import { openStore, type StoreOptions } from '#server/platform/store/open-store.ts';
import { storeDemo } from '#server/back-office/admin/seed-demo.ts';
import { runInTransaction, type Db } from '#server/platform/store/transactions.ts';
import { openOrJoinSession } from '#server/ordering/tables/sessions.ts';
import type { Item } from '#events/item.ts';

/** A diner at a table. */
export interface Seat {
  readonly token: string;
  readonly userId: string;
  readonly userName: string;
  readonly merchantId: string;
  readonly tableId: string;
  readonly sessionId: string;
  /** The IP address. Each phone has its own because the server limits requests by address. */
  readonly address: string;
}

export interface Restaurant {
  /** By table. */
  readonly seats: readonly (readonly Seat[])[];
  /** Dishes without required choices. */
  readonly dishes: readonly Item[];
}

export const merchantId = '1001';

/** The life of a token, s. It is longer than any run, because these phones do not renew their tokens. */
const wholeEvening = { lifeSeconds: 12 * 3600, refreshSeconds: 12 * 3600 };

/** Every diner is a member, so that orders can be placed. `visit` is called with the open database. */
export async function openRestaurant(
  store: StoreOptions,
  { tables, diners }: { readonly tables: number; readonly diners: number },
  visit?: (db: Db, restaurant: Restaurant) => Promise<void>,
): Promise<Restaurant> {
  const db = await openStore(store);
  try {
    const now = Date.now();
    await storeDemo(db, now);
    // Otherwise the next start of the server removes the tables.
    await runInTransaction(db, async (trx) => await markOwnMenu(trx, merchantId, now));
    const tokens = createTokens(await loadSecret(db, 'token-secret'), { now: Date.now }, wholeEvening);
    const seats: Seat[][] = [];
    for (let n = 0; n < tables; n += 1) {
      const table = {
        id: `load${n}`,
        merchant_id: merchantId,
        qrcode_id: `load${n}`,
        name: `L${n}`,
        sort: n,
      };
      await db.insertInto('tables').values(table).execute();
      const party: Seat[] = [];
      for (let m = 0; m < diners; m += 1) {
        const userId = nanoid();
        const userName = `Diner ${n * diners + m}`;
        await db
          .insertInto('users')
          .values(createMemberRow(userId, userName, n * diners + m, now))
          .execute();
        const ids = { next: () => nanoid() };
        const session = await openOrJoinSession({ db, clock: { now: Date.now }, ids }, table, {
          userId,
          loginId: null,
        });
        party.push({
          token: await tokens.issue({ userId, kind: 'member', merchantId, loginId: userId }),
          userId,
          userName,
          merchantId,
          tableId: table.id,
          sessionId: session.id,
          address: `10.${m % 250}.${n >> 8}.${n & 255}`,
        });
      }
      seats.push(party);
    }
    const restaurant = { seats, dishes: await listSimpleDishes(db) };
    await visit?.(db, restaurant);
    return restaurant;
  } finally {
    await db.destroy();
  }
}

async function listSimpleDishes(db: Db): Promise<Item[]> {
  const { categories } = await readWholeMenu(db, merchantId, 'en-US');
  return categories
    .flatMap(({ products }) => products)
    .filter(({ soldOut, modifierGroups }) => !soldOut && modifierGroups.every(({ min }) => min === 0))
    .map((product) => createItem(product));
}

function createMemberRow(id: string, name: string, n: number, now: number) {
  return {
    id,
    merchant_id: merchantId,
    kind: 'member' as const,
    phone: `+1212${String(5_000_000 + n)}`,
    first_name: name,
    last_name: '',
    mail: '',
    birthday: null,
    created_at: now,
    updated_at: now,
  };
}
