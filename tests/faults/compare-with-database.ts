/** Compares the phones and their ledger with the database after the faults. */
import { getCart } from '#contract/calls/cart.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import type { ItemAdded } from '#events/cart/item-added.ts';
import type { Order } from '#contract/order-fields.ts';
import { readSession } from '#server/ordering/cart/log/session-log.ts';
import { openStore, type StoreOptions } from '#server/platform/store/open-store.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { requestOf } from '#testing/phones/api-request.ts';
import type { RealPhone } from '#testing/phones/real-phone.ts';
import type { Ledger, Party } from './party.ts';

/** Pause between two looks at the phones, ms. */
const lookEveryMs = 100;

/** Differences between the server's answers and its database, as sentences. */
export interface Wrongs {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  /** Phones that show other lines than the server, and gaps. */
  readonly other: readonly string[];
}

/** Resolves when each phone has its answers and knows what the server knows; rejects after `patienceMs`. */
export async function waitForRest(
  { phones }: Party,
  server: () => string,
  patienceMs: number,
): Promise<void> {
  const start = Date.now();
  for (;;) {
    const restless = (await Promise.all(phones.map((phone) => findUnrest(phone, server)))).filter(
      (text) => text !== undefined,
    );
    if (restless.length === 0) return;
    if (Date.now() - start > patienceMs) throw new Error(`not at rest:\n${restless.join('\n')}`);
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

/** The time until each phone is connected and all its present events are answered, ms; rejects after `patienceMs`. */
export async function waitUntilAnswered({ phones }: Party, patienceMs: number): Promise<number> {
  const start = Date.now();
  // The server answers events in order.
  const countAnswered = ({ engine, minted }: RealPhone) => minted() - engine.cart.value.pending;
  const goals = phones.map((phone) => ({ phone, goal: phone.minted() }));
  while (goals.some(({ phone, goal }) => countAnswered(phone) < goal || !phone.isLive())) {
    if (Date.now() - start > patienceMs) throw new Error(`without an answer or the hub for ${patienceMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs / 4));
  }
  return Date.now() - start;
}

async function findUnrest(
  { engine, seat, isLive }: RealPhone,
  server: () => string,
): Promise<string | undefined> {
  const who = `${seat.userId}:`;
  if (!isLive()) return `${who} not connected`;
  if (engine.cart.value.pending > 0) return `${who} ${engine.cart.value.pending} changes without an answer`;
  const query = { merchantId: seat.merchantId, browserId: 'b', known: JSON.stringify(engine.getKnown()) };
  const { sync } = await requestOf(server, seat)(getCart, { query });
  const isSame = JSON.stringify(sortEntries(sync!.known)) === JSON.stringify(sortEntries(engine.getKnown()));
  return isSame
    ? undefined
    : `${who} knows ${JSON.stringify(engine.getKnown())}, not ${JSON.stringify(sync!.known)}`;
}

function sortEntries(vector: Readonly<Record<string, number>>): [string, number][] {
  return Object.entries(vector).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** All differences. The servers must have stopped, because this reads their database. */
export async function findWrongs(store: StoreOptions, { phones, ledger }: Party): Promise<Wrongs> {
  const db = await openStore(store);
  try {
    const all: Found = { lost: [], doubled: [], other: [] };
    await compareLedger(db, ledger, all);
    for (const sessionId of new Set(phones.map(({ seat }) => seat.sessionId))) {
      const party = phones.filter(({ seat }) => seat.sessionId === sessionId);
      await compareSession(db, sessionId, party, all);
    }
    return all;
  } finally {
    await db.destroy();
  }
}

type Found = Record<keyof Wrongs, string[]>;

async function compareLedger(
  db: Db,
  { made, accepted, placed, placements }: Ledger,
  { lost, doubled }: Found,
): Promise<void> {
  const rows = await db.selectFrom('events').select(['id', 'rejected']).execute();
  const stored = new Map(rows.map(({ id, rejected }) => [id, rejected]));
  const outcomes = await db.selectFrom('placements').select(['id', 'outcome']).execute();
  const isPlaced = new Set(outcomes.filter(({ outcome }) => outcome === 'placed').map(({ id }) => id));
  lost.push(
    ...[...accepted].filter((id) => stored.get(id) !== null).map((id) => `${id}: accepted, and not there`),
    ...[...made].filter((id) => !stored.has(id)).map((id) => `${id}: never arrived`),
    ...[...placed].filter((id) => !isPlaced.has(id)).map((id) => `order ${id}: placed, and not there`),
  );
  doubled.push(
    ...[...isPlaced].filter((id) => !placements.has(id)).map((id) => `order ${id}: no placement has it`),
  );
}

async function compareSession(
  db: Db,
  sessionId: string,
  phones: readonly RealPhone[],
  { lost, doubled, other }: Found,
): Promise<void> {
  const rows = await db
    .selectFrom('events')
    .select(['version', 'rejected', 'body'])
    .where('session_id', '=', sessionId)
    .orderBy('version')
    .execute();
  if (rows.some(({ version }, index) => version !== index + 1))
    other.push(`${sessionId}: versions have a gap`);
  const { log } = await readSession(db, sessionId);
  const served = log.view.carts.flatMap(({ userId, lines }) =>
    lines.map((line) => formatShown({ userId, ...line })),
  );
  for (const { engine, seat } of phones) {
    const own = engine.cart.value.carts.flatMap(({ lines }) => lines.map(formatShown));
    if (own.sort().join() !== served.sort().join())
      other.push(`${sessionId}: ${seat.userId} shows ${own.join(' ')}, the server ${served.join(' ')}`);
  }
  // The phones remove no dish, so each one is in exactly one order or still in the cart.
  const events = rows
    .filter(({ rejected }) => rejected === null)
    .map(({ body }) => JSON.parse(body) as AnyEvent);
  const isAdded = (event: AnyEvent): event is ItemAdded => event.type === 'itemAdded';
  const added = sum(events.filter(isAdded).map(({ quantity }) => quantity));
  const left = sum(log.view.carts.flatMap(({ lines }) => lines.map(({ quantity }) => quantity)));
  const orders = await db.selectFrom('orders').selectAll().where('session_id', '=', sessionId).execute();
  const bodies = orders.map(({ body }) => JSON.parse(body) as Order);
  const ordered = sum(bodies.flatMap(({ orderItems }) => orderItems.map(({ quantity }) => quantity)));
  const dishes = `${sessionId}: ${added} dishes added, ${ordered} ordered, ${left} left`;
  if (added > ordered + left) lost.push(dishes);
  if (added < ordered + left) doubled.push(dishes);
  const placements = events.filter(({ type }) => type === 'orderPlaced').length;
  const rounds = sum(orders.map(({ rounds }) => rounds));
  const outcomes = await db
    .selectFrom('placements')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('outcome', '=', 'placed')
    .execute();
  if (placements !== rounds || placements !== outcomes.length)
    other.push(`${sessionId}: ${placements} orderPlaced, ${rounds} rounds, ${outcomes.length} outcomes`);
  if (orders.length > 1) doubled.push(`${sessionId}: ${orders.length} open orders`);
}

interface Shown {
  readonly userId: string;
  readonly lineId: string;
  readonly quantity: number;
  readonly item: { readonly notes: string };
}

function formatShown({ userId, lineId, quantity, item }: Shown): string {
  return `${userId}/${lineId}×${quantity}${item.notes}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
