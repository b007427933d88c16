// @module-tag long
/** An order takes the lines that it does not leave out, and no others (O5). */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexMenu } from '#contract/dish/menu-index.ts';
import type { OrderItem } from '#contract/order-fields.ts';
import { createOrderPlaced } from '#events/cart/order-placed.ts';
import { append, type Log } from '#events/records/log.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import { projectCartView, mergeSeen, type CartLine, type UserCart } from '#projections/merge/cart-view.ts';
import { isNamed } from '#projections/merge/line-fold.ts';
import { convertViewToJson } from '#projections/merge/view-json.ts';
import { validateOrder } from '#server/ordering/orders/placing/placement-rules.ts';
import { bareDish } from '#testing/simulated-menu.ts';
import { computeNaiveView } from '../oracle/naive-view.ts';
import { forAll, runs } from './for-all.ts';
import { createServerLog, table, type Table } from './served-tables.ts';

const products = [0, 1, 2].map((number) => ({
  ...bareDish,
  categoryId: 'c',
  id: `p${number}`,
  name: `Dish ${number}`,
}));
const menu = indexMenu({ categories: [{ id: 'c', name: 'C', products }] });

const orderItemOf = ({ lineId, item, quantity }: CartLine): OrderItem => ({
  id: lineId,
  orderId: undefined,
  productId: item.productId,
  categoryId: item.categoryId,
  notes: item.notes,
  quantity,
  orderItemModifiers: [],
});

/** A diner's view at some point of the history, and an order that leaves out some of its lines. */
function createPlacement({ events }: Table, log: Log, pick: number, bits: number) {
  const { id, seen } = events[pick % events.length]!;
  const [replicaId = '', seq = ''] = id.split(':');
  const known: VersionVector = { ...seen, [replicaId]: Number(seq) };
  const view = mergeSeen(log, known).view;
  const lines = view.carts.flatMap((cart) => cart.lines);
  const without = lines.filter((_, place) => (bits >> place) & 1).map(({ lineId }) => lineId);
  const orderItems = lines.map(orderItemOf);
  return { known, view, without, decision: validateOrder(log, projectCartView(log).known, menu, { seen: known, orderItems, without }) }; // prettier-ignore
}

const createPlaced = (seen: VersionVector, kept: readonly string[] | undefined) =>
  createOrderPlaced({ id: 'server:1', at: [90_000, 0], seen, userId: 'u1' }, { orderId: 'o1', kept });

const withEvent = (log: Log, event: ReturnType<typeof createPlaced>): Log =>
  append(log, [{ t: 0, from: 'server', event }]).log;

/** Pieces by diner and dish, whatever the notes. */
function countPieces(carts: readonly UserCart[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { userId, lines } of carts)
    for (const { item, quantity } of lines) {
      const key = `${userId} ${item.productId}`;
      sums.set(key, (sums.get(key) ?? 0) + quantity);
    }
  return sums;
}

test('O5: after an order, its diner’s cart has exactly the lines that were left out: ids, aliases, places, quantities', () => {
  let stayed = 0;
  forAll(table, fc.nat(40), fc.nat(255), (all, pick, bits) => {
    fc.pre(all.events.length > 0);
    const log = createServerLog({ ...all, rejected: new Set() });
    const { known, view, without, decision } = createPlacement(all, log, pick, bits);
    if (!decision.ok) return;
    const order = createPlaced(decision.seen, decision.kept);
    const names = new Set(without);
    const left = view.carts
      .map(({ userId, lines }) => ({ userId, lines: lines.filter((line) => isNamed(line, names)) }))
      .filter(({ lines }) => lines.length > 0);
    const after = mergeSeen(withEvent(log, order), { ...known, server: 1 });
    expect(after.view.carts).toEqual(left);
    const readPlainly = computeNaiveView([...listRecords(log, known), { event: order }]);
    expect(readPlainly.carts).toEqual(convertViewToJson(after.view).carts);
    if (left.length > 0) stayed += 1;
  });
  expect(stayed).toBeGreaterThan(runs.numRuns / 20);
});

test('O5: at the server, whatever else it knows, the ordered pieces leave the cart, and the lines left out stay', () => {
  let stayed = 0;
  forAll(table, fc.nat(40), fc.nat(255), (all, pick, bits) => {
    fc.pre(all.events.length > 0);
    // The drawn orders may keep half of a line, which no server does. Pieces cannot be counted then.
    if (all.events.some((event) => event.type === 'orderPlaced' && event.kept)) return;
    const log = createServerLog({ ...all, rejected: new Set() });
    const { decision, without } = createPlacement(all, log, pick, bits);
    if (!decision.ok) return;
    const after = countPieces(
      projectCartView(withEvent(log, createPlaced(decision.seen, decision.kept))).carts,
    );
    const ordered = countPieces(decision.view.carts);
    for (const [key, before] of countPieces(projectCartView(log).carts))
      expect([key, after.get(key) ?? 0]).toEqual([key, Math.max(0, before - (ordered.get(key) ?? 0))]);
    if (without.length > 0) stayed += 1;
  });
  expect(stayed).toBeGreaterThan(runs.numRuns / 20);
});

function listRecords(log: Log, known: VersionVector) {
  return [...log.entries.values()]
    .filter(({ replicaId, seq }) => seq <= (known[replicaId] ?? 0))
    .map(({ event }) => ({ event }));
}
