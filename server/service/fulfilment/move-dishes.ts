/**
 * Staff move dishes from one bill to another, or to a new one at the same table.
 *
 *     bill a: dishVoided, movedTo b  ─┐  one act, one `actId`
 *     bill b: dishAdded, movedFrom a ─┘  `takenBack` on both undoes it
 *
 * Invariants:
 *
 * - Each dish keeps its price, taxes, diner and state in the kitchen. Each bill keeps its own discounts and payments.
 * - A bill never falls below what was paid, and a dish that is paid for does not move.
 * - A bill that loses its last dish is cancelled, and undoing the move opens it again.
 * - The sessions of both bills are locked in the order of their ids, so that two waiters cannot deadlock.
 */
import { sharingSchema } from '#contract/calls/payment.ts';
import { actRefused, type ActRefusal, type OrderAct, type moveDishes } from '#contract/calls/service.ts';
import { codes } from '#contract/codes.ts';
import { takeBackMs } from '#contract/limits.ts';
import type { BodyOf } from '#contract/http/call.ts';
import { orderStatus } from '#contract/states.ts';
import { readTaxTerms } from '#contract/payments/order-charges.ts';
import type { Order, PlacedItem } from '#contract/order-fields.ts';
import { indexMenu } from '#contract/dish/menu-index.ts';
import { readAllergy } from '#contract/allergy.ts';
import { readCourse, readHeldCourse } from '#contract/course.ts';
import type { Act, ServiceEvent } from '#events/fulfilment/service-event.ts';
import { compareAmounts, countPlaces, sum, zero, type Amount } from '#projections/bill/money.ts';
import { dropUndone, getAddedLineId, takeAway, type DishLife } from '#projections/service/order-life.ts';
import { readSettings } from '#server/menu/merchants.ts';
import { addressToBill, canMerge } from '#server/ordering/orders/merged-orders.ts';
import { createOrder } from '#server/ordering/orders/order-body.ts';
import { hasRoomForLine } from '#server/ordering/orders/order-limits.ts';
import { issueOrderNumber } from '#server/ordering/orders/order-numbers.ts';
import { calculateOwed, countUnsent, createAddedLine } from '#server/ordering/orders/order-state.ts';
import {
  addReaders,
  insertOrder,
  readStoredOrder,
  type OrderRow,
  type StoredOrder,
} from '#server/ordering/orders/order-store.ts';
import { isBeingPaid } from '#server/ordering/orders/running-payments.ts';
import { createStatusRefusal, Refusal } from '#server/platform/http/routes/route.ts';
import { lockSession, runInTransaction, type Trx } from '#server/platform/store/transactions.ts';
import * as z from 'zod/mini';
import {
  doActIn,
  endUnlessUsed,
  findEarlierResult,
  lockOrder,
  refusalWords,
  requireOrder,
  type ActAuthor,
  type ActResult,
  type FulfilmentDeps,
} from './do-act.ts';
import { writeAct } from './write-act.ts';

interface MoveResult extends ActResult {
  readonly to: { readonly orderId: string; readonly serial: string };
}

interface Moving {
  readonly trx: Trx;
  readonly deps: FulfilmentDeps;
  readonly actId: string;
  readonly by: ActAuthor['by'];
  /** ms */
  readonly now: number;
}

/** A Refusal 4092 with the reason if the dishes cannot be moved. */
export async function moveDishesToBill(
  deps: FulfilmentDeps,
  { merchantId, by }: Pick<ActAuthor, 'merchantId' | 'by'>,
  { actId, orderId, toOrderId, dishes: given }: BodyOf<typeof moveDishes>,
): Promise<MoveResult> {
  const { db, clock } = deps;
  const found = await requireOrder(db, merchantId, orderId);
  const wanted = toOrderId === undefined ? undefined : await requireOrder(db, merchantId, toOrderId);
  if (wanted?.id === found.id)
    throw createStatusRefusal(codes.badRequest, 'body.toOrderId: must be another order', {
      path: 'body.toOrderId',
    });
  return await runInTransaction(db, async (trx) => {
    await lockSessions(trx, [found, ...(wanted ? [wanted] : [])]);
    const source = await lockOrder(trx, found);
    const before = await findEarlierMove(trx, source, actId);
    if (before) return before;
    const moving: Moving = { trx, deps, actId, by, now: clock.now() };
    const dishes = addPieces(addressToBill(source.placed, { orderId, dishes: given }).dishes);
    const existing = wanted && (await lockOrder(trx, wanted));
    await requireMovable(moving, source, existing, dishes);
    const target = existing?.row ?? (await insertBill(moving, source));
    let order: Order = source.order;
    for (const dish of dishes) order = await moveDish(moving, source.row, target, dish);
    const { totalAmount = zero, paymentsTotal = zero } = order;
    if (compareAmounts(paymentsTotal, totalAmount) > 0) throw refuse('belowPaid', source.order);
    order = (await closeIfEmpty(moving, source.row)) ?? order;
    const { serial } = (await reread(trx, target)).order;
    return { order, undoUntil: moving.now + takeBackMs, to: { orderId: target.id, serial } };
  });
}

/** Undoes a move on both bills. Undefined if the command undoes no move. A Refusal 4092 if a moved dish changed since. */
export async function takeBackMove(
  deps: FulfilmentDeps,
  { merchantId, by }: Pick<ActAuthor, 'merchantId' | 'by'>,
  { type, actId, orderId }: OrderAct,
): Promise<ActResult | undefined> {
  if (type !== 'takenBack') return undefined;
  const { db, clock } = deps;
  const found = await requireOrder(db, merchantId, orderId);
  const otherId = findOtherBill((await readStoredOrder(db, found)).events, actId);
  if (otherId === undefined) return undefined;
  const other = await requireOrder(db, merchantId, otherId);
  return await runInTransaction(db, async (trx) => {
    await lockSessions(trx, [found, other]);
    const both = [await lockOrder(trx, found), await lockOrder(trx, other)] as const;
    const earlier = findEarlierResult(both[0], { actId, type });
    if (earlier) return earlier;
    const isSource = both[0].events.some((event) => event.actId === actId && event.type === 'dishVoided');
    const [source, target] = isSource ? both : [both[1], both[0]];
    // Staff have merged the bills since, or one of them into a third.
    if (source.row.id === target.row.id || other.id !== otherId) throw refuse('tooLate', both[0].order);
    const moving: Moving = { trx, deps, actId, by, now: clock.now() };
    await refuseWhilePaying(moving, [source, target]);
    if (hasChangedSince(target.events, actId)) throw refuse('changed', both[0].order);
    const isClosed = dropUndone(source.events).some((event) => event.actId === closingId(actId));
    if (isClosed) await takeBackOn(moving, source.row, closingId(actId));
    await takeBackOn(moving, target.row, actId);
    await endUnlessUsed(trx, deps, target.row, { actId, by });
    await takeBackOn(moving, source.row, actId);
    return { order: (await reread(trx, both[0].row)).order, undoUntil: null };
  });
}

const closingId = (actId: string) => `${actId}-closed`;

async function takeBackOn({ trx, deps, by, now }: Moving, row: OrderRow, actId: string): Promise<void> {
  const command = { type: 'takenBack', actId, orderId: row.id } as const;
  const unused = { menu: indexMenu(undefined), diner: { id: '', name: '' } };
  await doActIn(trx, deps, await reread(trx, row), command, { now, by, ...unused });
}

/** The other bill of a move with this id. */
function findOtherBill(events: readonly ServiceEvent[], actId: string): string | undefined {
  for (const event of events) {
    if (event.actId !== actId) continue;
    if (event.type === 'dishVoided' && event.movedTo) return event.movedTo.orderId;
    if (event.type === 'dishAdded' && event.movedFrom) return event.movedFrom.orderId;
  }
  return undefined;
}

async function findEarlierMove(
  trx: Trx,
  source: StoredOrder,
  actId: string,
): Promise<MoveResult | undefined> {
  const before = findEarlierResult(source, { actId, type: 'dishVoided' });
  const toId = before && findOtherBill(source.events, actId);
  if (!before || toId === undefined) return undefined;
  const { serial } = (await reread(trx, { id: toId, merchant_id: source.row.merchant_id })).order;
  return { ...before, to: { orderId: toId, serial } };
}

/** Whether the kitchen or the staff did something about a moved dish. */
function hasChangedSince(events: readonly ServiceEvent[], actId: string): boolean {
  const valid = dropUndone(events);
  const moved = new Set(
    valid.flatMap((event) =>
      event.type === 'dishAdded' && event.actId === actId ? getAddedLineId(event) : [],
    ),
  );
  return valid.some((event) => {
    if ('orderItemId' in event) return moved.has(event.orderItemId);
    switch (event.type) {
      case 'ticketBumped':
      case 'courseHeld':
      case 'courseFired':
        return event.dishes.some(({ orderItemId }) => moved.has(orderItemId));
      default:
        return false;
    }
  });
}

async function lockSessions(trx: Trx, rows: readonly OrderRow[]): Promise<void> {
  for (const id of [...new Set(rows.map((row) => row.session_id))].toSorted()) await lockSession(trx, id);
}

async function reread(trx: Trx, { id, merchant_id: merchantId }: Pick<OrderRow, 'id' | 'merchant_id'>) {
  return await readStoredOrder(trx, await requireOrder(trx, merchantId, id));
}

function refuse(reason: ActRefusal, order: Order): Refusal {
  const data = { reason, owed: calculateOwed(order), unsent: countUnsent(order) };
  return new Refusal(actRefused, refusalWords[reason], { data });
}

interface Pieces {
  readonly orderItemId: string;
  readonly quantity: number;
}

/** Adds up the pieces of a dish that is named more than once. */
function addPieces(dishes: readonly Pieces[]): Pieces[] {
  const pieces = new Map<string, number>();
  for (const { orderItemId, quantity } of dishes)
    pieces.set(orderItemId, (pieces.get(orderItemId) ?? 0) + quantity);
  return [...pieces].map(([orderItemId, quantity]) => ({ orderItemId, quantity }));
}

async function requireMovable(
  moving: Moving,
  source: StoredOrder,
  target: StoredOrder | undefined,
  dishes: readonly Pieces[],
): Promise<void> {
  const reason = findRefusal(source, target, dishes);
  if (reason) throw refuse(reason, source.order);
  await refuseWhilePaying(moving, [source, ...(target ? [target] : [])]);
}

async function refuseWhilePaying({ trx, now }: Moving, bills: readonly StoredOrder[]): Promise<void> {
  for (const { order } of bills) if (await isBeingPaid(trx, order, now)) throw refuse('paying', order);
}

/** Why the dishes cannot be moved. Pure. */
function findRefusal(
  source: StoredOrder,
  target: StoredOrder | undefined,
  dishes: readonly Pieces[],
): ActRefusal | undefined {
  for (const bill of [source, ...(target ? [target] : [])])
    if (bill.order.status !== orderStatus.progressing) return 'orderClosed';
  if (target?.row.id === source.row.id) return 'changed';
  if (target && !canMerge(target, source)) return 'otherTerms';
  const paid = listPaidDiners(source);
  const byId = new Map(source.life.dishes.map((dish) => [dish.id, dish]));
  for (const { orderItemId, quantity } of dishes) {
    const dish = byId.get(orderItemId);
    const line = source.order.orderItems.find(({ id }) => id === orderItemId);
    if (!dish || !line) return 'noSuchDish';
    if (quantity > dish.left) return 'alreadyDone';
    // The weight of a dish counts as one piece, so it is not divided.
    if (line.unitLabel && quantity < dish.left) return 'alreadyDone';
    if (quantity > dish.left - dish.refunded) return 'dishPaid';
    if (listEaters(source.placed, line).some((userId) => paid.has(userId))) return 'dishPaid';
  }
  return undefined;
}

/** The diners of whose shares something is paid. */
function listPaidDiners({ life }: StoredOrder): ReadonlySet<string> {
  const amounts = new Map<string, Amount[]>();
  const add = (userId: string, amount: Amount) =>
    amounts.set(userId, [...(amounts.get(userId) ?? []), amount]);
  for (const { share, parts = [], amount } of life.payments) {
    if (share !== undefined) add(share, amount);
    for (const part of parts) add(part.userId, part.amount);
  }
  return new Set([...amounts].flatMap(([id, all]) => (compareAmounts(sum(all), zero) > 0 ? id : [])));
}

/** The diners who share a dish, or the one who ordered it. */
function listEaters({ sharing }: Order, { id, userId }: PlacedItem): readonly string[] {
  const sharers = z.safeParse(sharingSchema, sharing).data?.[id] ?? [];
  return sharers.length > 0 ? sharers : [userId];
}

/** Moves pieces of one dish. @returns the bill that it leaves */
async function moveDish(
  { trx, deps, actId, by, now }: Moving,
  from: OrderRow,
  to: OrderRow,
  { orderItemId, quantity }: Pieces,
): Promise<Order> {
  const [source, target] = [await reread(trx, from), await reread(trx, to)];
  const line = source.order.orderItems.find(({ id }) => id === orderItemId)!;
  const dish = source.life.dishes.find(({ id }) => id === orderItemId)!;
  const movedFrom = { orderId: from.id, tableName: source.order.tableName };
  const added: Act = {
    ...describeDish(line, quantity),
    orderId: to.id,
    round: target.row.rounds,
    movedFrom,
    placedAt: line.placedAt ?? source.order.createAt,
    progress: describeProgress(dish, quantity),
  };
  const event = { id: 'desk:1', at: now, actId, by, ...added };
  if (!hasRoomForLine(target, createAddedLine(event, target.placed))) throw refuse('orderFull', source.order);
  const draft = { actId, by, at: now };
  await writeAct(trx, deps, target, { ...draft, act: added });
  const movedTo = { orderId: to.id, tableName: target.order.tableName };
  const gone: Act = {
    type: 'dishVoided',
    orderId: from.id,
    orderItemId,
    quantity,
    dish: line.name,
    reason: '',
    movedTo,
  };
  return (await writeAct(trx, deps, source, { ...draft, act: gone })).order;
}

/** The dish as it was ordered, at its price. */
function describeDish(line: PlacedItem, quantity: number) {
  const { productId, categoryId, notes, name, price, unitLabel, taxId, userId, userName } = line;
  const optionTaxIds = Object.fromEntries(
    line.orderItemModifiers.flatMap(({ modifierProductId, taxId: own }) =>
      own === undefined ? [] : [[modifierProductId, own] as const],
    ),
  );
  const [allergy, course, heldCourse] = [readAllergy(line), readCourse(line), readHeldCourse(line)];
  return {
    type: 'dishAdded',
    item: {
      productId,
      categoryId,
      notes,
      name,
      price,
      modifiers: line.orderItemModifiers.map(({ modifierProductId, quantity: pieces, ...option }) => ({
        modifierProductId,
        quantity: pieces,
        price: option.price,
        name: option.name,
      })),
    },
    quantity,
    ...(unitLabel && { unitLabel }),
    ...(taxId !== undefined && { taxId }),
    ...(Object.keys(optionTaxIds).length > 0 && { optionTaxIds }),
    userId,
    userName,
    ...(allergy !== '' && { allergy }),
    ...(course !== undefined && { course }),
    ...(heldCourse !== undefined && { heldCourse }),
  } as const;
}

/** How far the pieces are that leave: those that are least far leave first. */
function describeProgress(dish: DishLife, quantity: number) {
  const rest = takeAway(dish, quantity);
  const sent = dish.sent - rest.sent;
  return {
    sent,
    ready: dish.ready - rest.ready,
    served: dish.served - rest.served,
    ...(sent > 0 && dish.sentAt !== undefined && { sentAt: dish.sentAt }),
  };
}

/**
 * Stores a new bill at the same table, with the rates of the other one. It counts no guests, because they are on that one.
 * Its row is older than that bill's by a millisecond, so that the next round of the table still joins that one.
 */
async function insertBill({ trx, deps, now }: Moving, { row, placed }: StoredOrder): Promise<OrderRow> {
  const { merchant_id: merchantId, session_id: sessionId } = row;
  const merchant = await readSettings(trx, merchantId);
  const head = {
    id: deps.ids.next(),
    serial: await issueOrderNumber(trx, { merchantId, merchant, now }),
    tableId: row.table_id,
    tableName: placed.tableName,
    memberId: undefined,
    extraInfo: undefined,
    notes: '',
    completeWhen: placed.completeWhen ?? 'served',
    currency: placed.currency ?? merchant.currency,
    type: placed.type,
  };
  const charges = {
    tax: readTaxTerms(placed),
    serviceChargeRate: placed.serviceChargeRate ?? zero,
    decimals: countPlaces(placed.totalAmount),
  };
  const order = createOrder(head, { items: [], coupon: undefined, guests: 0, charges, now });
  await insertOrder(trx, order, { merchantId, sessionId });
  await trx
    .updateTable('orders')
    .set({ created_at: row.created_at - 1 })
    .where('id', '=', head.id)
    .execute();
  const readers = await trx
    .selectFrom('order_members')
    .select('user_id')
    .where('order_id', '=', row.id)
    .execute();
  if (readers.length > 0)
    await addReaders(
      trx,
      head.id,
      readers.map(({ user_id: userId }) => userId),
    );
  return await requireOrder(trx, merchantId, head.id);
}

/** Cancels the bill if it has lost its last dish. */
async function closeIfEmpty(
  { trx, deps, actId, by, now }: Moving,
  row: OrderRow,
): Promise<Order | undefined> {
  const stored = await reread(trx, row);
  if (stored.life.dishes.some(({ left }) => left > 0)) return undefined;
  const act = {
    type: 'orderClosed',
    orderId: row.id,
    outcome: 'cancelled',
    reason: '',
    owed: zero,
    unsent: 0,
  } as const;
  const draft = { act, actId: closingId(actId), by, at: now };
  return (await writeAct(trx, deps, stored, draft)).order;
}
