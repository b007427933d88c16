/** After the faults: is every promise kept, and does everybody see the same? */
import { getCart } from '#contract/calls/cart.ts';
import type { AnyEvent } from '#events/catalogue.ts';
import type { ItemAdded } from '#events/item-added.ts';
import type { Order } from '#contract/order-fields.ts';
import { readSession } from '#server/cart/log/session-log.ts';
import { openStore, type StoreOptions } from '#server/store/open-store.ts';
import type { Db } from '#server/store/transactions.ts';
import { requestOf } from '#tests/real-phones/api-request.ts';
import type { RealPhone } from '#tests/real-phones/real-phone.ts';
import type { Ledger, Party } from './party.ts';

/** How often it is looked whether the phones have come to rest, ms. */
const lookEveryMs = 100;

/** Resolves when every phone has its answers and knows what the server knows; rejects after `patienceMs`, with who does not. */
export async function atRest({ phones }: Party, server: () => string, patienceMs: number): Promise<void> {
  const start = Date.now();
  for (;;) {
    const restless = (await Promise.all(phones.map((phone) => unrest(phone, server)))).filter(
      (text) => text !== undefined,
    );
    if (restless.length === 0) return;
    if (Date.now() - start > patienceMs) throw new Error(`not at rest:\n${restless.join('\n')}`);
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

async function unrest(
  { engine, seat, isLive }: RealPhone,
  server: () => string,
): Promise<string | undefined> {
  const who = `${seat.userId}:`;
  if (!isLive()) return `${who} not connected`;
  if (engine.cart.value.pending > 0) return `${who} ${engine.cart.value.pending} changes without an answer`;
  const query = { merchantId: seat.merchantId, browserId: 'b', known: JSON.stringify(engine.cut()) };
  const { sync } = await requestOf(server, seat)(getCart, { query });
  const isSame = JSON.stringify(sorted(sync!.known)) === JSON.stringify(sorted(engine.cut()));
  return isSame
    ? undefined
    : `${who} knows ${JSON.stringify(engine.cut())}, not ${JSON.stringify(sync!.known)}`;
}

function sorted(vector: Readonly<Record<string, number>>): [string, number][] {
  return Object.entries(vector).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Everything that is wrong, in words; reads the database of servers that have been stopped. */
export async function wrongs(store: StoreOptions, { phones, ledger }: Party): Promise<string[]> {
  const db = await openStore(store);
  try {
    const all = await missingOf(db, ledger);
    for (const sessionId of new Set(phones.map(({ seat }) => seat.sessionId)))
      all.push(
        ...(await wrongsAt(
          db,
          sessionId,
          phones.filter(({ seat }) => seat.sessionId === sessionId),
        )),
      );
    return all;
  } finally {
    await db.destroy();
  }
}

async function missingOf(db: Db, { made, accepted, placed, placements }: Ledger): Promise<string[]> {
  const rows = await db.selectFrom('events').select(['id', 'rejected']).execute();
  const stored = new Map(rows.map(({ id, rejected }) => [id, rejected]));
  const outcomes = await db.selectFrom('placements').select(['id', 'outcome']).execute();
  const isPlaced = new Set(outcomes.filter(({ outcome }) => outcome === 'placed').map(({ id }) => id));
  return [
    ...[...accepted].filter((id) => stored.get(id) !== null).map((id) => `${id}: accepted, and not there`),
    ...[...made].filter((id) => !stored.has(id)).map((id) => `${id}: never arrived`),
    ...[...placed].filter((id) => !isPlaced.has(id)).map((id) => `order ${id}: placed, and not there`),
    ...[...isPlaced].filter((id) => !placements.has(id)).map((id) => `order ${id}: nobody placed it`),
  ];
}

async function wrongsAt(db: Db, sessionId: string, phones: readonly RealPhone[]): Promise<string[]> {
  const all: string[] = [];
  const say = (text: string) => void all.push(`${sessionId}: ${text}`);
  const rows = await db
    .selectFrom('events')
    .select(['version', 'rejected', 'body'])
    .where('session_id', '=', sessionId)
    .orderBy('version')
    .execute();
  if (rows.some(({ version }, index) => version !== index + 1)) say('versions have a gap');
  const { log } = await readSession(db, sessionId);
  const served = log.view.carts.flatMap(({ userId, lines }) =>
    lines.map((line) => shown({ userId, ...line })),
  );
  for (const { engine, seat } of phones) {
    const own = engine.cart.value.carts.flatMap(({ lines }) => lines.map(shown));
    if (own.sort().join() !== served.sort().join())
      say(`${seat.userId} shows ${own.join(' ')}, the server ${served.join(' ')}`);
  }
  // No dish is ever taken away, so that each stands in exactly one order or still in the cart.
  const events = rows
    .filter(({ rejected }) => rejected === null)
    .map(({ body }) => JSON.parse(body) as AnyEvent);
  const isAdded = (event: AnyEvent): event is ItemAdded => event.type === 'itemAdded';
  const wished = sum(events.filter(isAdded).map(({ quantity }) => quantity));
  const left = sum(log.view.carts.flatMap(({ lines }) => lines.map(({ quantity }) => quantity)));
  const orders = await db.selectFrom('orders').selectAll().where('session_id', '=', sessionId).execute();
  const bodies = orders.map(({ body }) => JSON.parse(body) as Order);
  const ordered = sum(bodies.flatMap(({ orderItems }) => orderItems.map(({ quantity }) => quantity)));
  if (wished !== ordered + left) say(`${wished} dishes wished, ${ordered} ordered, ${left} left`);
  const cuts = events.filter(({ type }) => type === 'orderPlaced').length;
  const rounds = sum(orders.map(({ rounds }) => rounds));
  const outcomes = await db
    .selectFrom('placements')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('outcome', '=', 'placed')
    .execute();
  if (cuts !== rounds || cuts !== outcomes.length)
    say(`${cuts} cuts, ${rounds} rounds, ${outcomes.length} placements`);
  if (orders.length > 1) say(`${orders.length} open orders`);
  return all;
}

interface Shown {
  readonly userId: string;
  readonly lineId: string;
  readonly quantity: number;
  readonly item: { readonly notes: string };
}

function shown({ userId, lineId, quantity, item }: Shown): string {
  return `${userId}/${lineId}×${quantity}${item.notes}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
