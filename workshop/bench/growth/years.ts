/** A restaurant of forty tables on a Saturday evening, after so many days of business. */
import { merchantSettings } from '#server/catalogue/merchants.ts';
import { clockOf, nextDay, startOfDay, type RestaurantClock } from '#server/catalogue/business-day.ts';
import { figuresOfDays } from '#server/numbers/day-figures.ts';
import { openStore, type StoreOptions } from '#server/store/open-store.ts';
import type { Db } from '#server/store/transactions.ts';
import { merchantId, openRestaurant } from '#tests/real-phones/restaurant.ts';
import { copier, type CopiedRow, type Copy } from './copies.ts';
import { fill } from './filling.ts';
import type { PlayedParty } from './played-parties.ts';

export const tables = 40;
const partiesADay = 120;
const partiesSoFar = 80;
/** Members who come again and again; of today's guests nobody has been here before. */
const regulars = 3_000;
const minuteMs = 60_000;

/** The day of which it is evening, and the time. */
export const today = '2026-11-21';
const [opensAfter, lastAfter, nowAfter] = [7.5 * 60 * minuteMs, 18 * 60 * minuteMs, 16.5 * 60 * minuteMs];
/** What a party takes at most. */
const longestMs = 2 * 60 * minuteMs;

export interface Played {
  readonly gone: readonly PlayedParty[];
  readonly open: readonly PlayedParty[];
}

export const tableId = (n: number): string => `load${n % tables}`;
export const regularId = (n: number): string => `regular-${n}`;
export const newcomerId = (n: number): string => `newcomer-${n}`;

/** The evening, ms. @returns the time in the restaurant on that evening */
export function eveningOf(clock: RestaurantClock): number {
  return startOfDay(clock, today) + nowAfter;
}

/** Days of business that have been, today among them, of so many in all. */
export interface Business {
  readonly days: number;
  readonly ofDays: number;
  /** The database has so many of the newest already; 0: it is made. */
  readonly there: number;
}

/** Fills the database. @returns the time in its restaurant */
export async function openAfter(
  store: StoreOptions,
  played: Played,
  business: Business,
): Promise<RestaurantClock> {
  const db = business.there === 0 ? undefined : await openStore(store);
  let clock: RestaurantClock | undefined;
  const look = async (there: Db) => void (clock = clockOf(await merchantSettings(there, merchantId)));
  if (db) {
    await look(db);
    await db.destroy();
  } else
    await openRestaurant(store, { tables, diners: 0 }, async (made) => {
      await look(made);
      await writeMembers(made);
    });
  await fill(store, rowsOf(played, clock!, business));
  return clock!;
}

async function writeMembers(db: Db): Promise<void> {
  const ids = [
    ...Array.from({ length: regulars }, (_, n) => regularId(n)),
    ...Array.from({ length: partiesADay }, (_, n) => newcomerId(n)),
  ];
  for (let n = 0; n < ids.length; n += 100)
    await db
      .insertInto('users')
      .values(
        ids.slice(n, n + 100).map((id, index) => ({
          id,
          merchant_id: merchantId,
          kind: 'member' as const,
          phone: `+1212${String(4_000_000 + n + index)}`,
          first_name: `Diner ${n + index}`,
          last_name: '',
          mail: '',
          birthday: null,
          created_at: 0,
          updated_at: 0,
        })),
      )
      .execute();
}

/** The oldest first, as they were written. */
function* rowsOf(
  { gone, open }: Played,
  clock: RestaurantClock,
  { days, ofDays, there }: Business,
): Generator<CopiedRow> {
  const past = gone.map(copier);
  const here = open.map(copier);
  let changes = (ofDays - days) * partiesADay;
  const numbered = function* (rows: readonly CopiedRow[]): Generator<CopiedRow> {
    for (const each of rows)
      if (each.table !== 'orders') yield each;
      else yield { table: each.table, row: { ...each.row, change_no: (changes += 1) } };
  };
  for (let ago = days - 1; ago >= there; ago -= 1) {
    const begins = startOfDay(clock, nextDay(today, -ago)) + opensAfter;
    const ends =
      ago === 0 ? eveningOf(clock) - longestMs : startOfDay(clock, nextDay(today, -ago)) + lastAfter;
    const count = ago === 0 ? partiesSoFar : partiesADay;
    for (let n = 0; n < count; n += 1) {
      // The same party at the same time in every database.
      const number = ago * partiesADay + n;
      const copy: Copy = {
        number,
        at: Math.round(begins + (n / count) * (ends - begins)),
        tableId: tableId(n),
        memberId: ago === 0 ? newcomerId(n) : regularId((number * 7) % regulars),
      };
      yield* numbered(past[number % past.length]!(copy));
    }
  }
  if (there > 0) return;
  for (let n = 0; n < tables; n += 1) {
    const copy: Copy = {
      number: 10_000_000 + n,
      at: eveningOf(clock) - 90 * minuteMs + n * minuteMs,
      tableId: tableId(n),
      memberId: newcomerId(partiesSoFar + n),
    };
    yield* numbered(here[n % here.length]!(copy));
  }
}

/** Days that are over are counted beside everything else (CX29): here they have been. @param from what another one counted */
export async function countYear(db: Db, clock: RestaurantClock, from?: Db): Promise<void> {
  const span = { from: nextDay(today, -365), to: nextDay(today, -1), now: eveningOf(clock) };
  if (!from) return void (await figuresOfDays(db, merchantId, clock, span));
  const counted = await from.selectFrom('day_figures').selectAll().execute();
  for (const row of counted)
    await db
      .insertInto('day_figures')
      .values(row)
      // The server has begun to count by itself.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
