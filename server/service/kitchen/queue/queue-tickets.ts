/**
 * Queues tickets for the kitchen's printers, in the transaction of the order or act. So a ticket is printed only for what
 * is stored, and none is lost. A job's id names its order, subject and station, so that a repeated act queues it once.
 *
 * Example: a round has a soup (station "kitchen") and a beer (station "bar"). Only the kitchen has a printer, so there is
 * one job, `<order>/1/kitchen`. When a waiter voids the soup, a second job says so.
 */
import { readHeldCourse } from '#contract/course.ts';
import type { Order, PlacedItem } from '#contract/order-fields.ts';
import type { ServiceEvent, ServiceEventOf } from '#events/fulfilment/service-event.ts';
import { getAddedLineId } from '#projections/service/order-life.ts';
import { readPrinters } from '#server/menu/printers.ts';
import { findDrawerPrinter, readStations } from '#server/menu/stations.ts';
import { subscribe, type Subscription } from '#server/ordering/subscribers.ts';
import type { Trx } from '#server/platform/store/transactions.ts';
import type { PrintWhat } from './print-job.ts';

interface Place {
  readonly merchantId: string;
  readonly order: Order;
  /** ms */
  readonly now: number;
}

interface JobPlace extends Pick<Place, 'merchantId' | 'now'> {
  /** Empty for a job without an order. */
  readonly orderId: string;
}

const toPlace = ({ merchantId, order, now }: Place): JobPlace => ({ merchantId, orderId: order.id, now });

export function createTicketSubscriptions(): Subscription[] {
  return [
    subscribe('orderPlaced', {
      /** One ticket for each station that has a printer and a dish of the round. */
      inTransaction: async (trx, { merchantId, order, round, at: now }) => {
        const request = { round, what: { kind: 'round' }, key: String(round) } as const;
        await queueForStations(trx, { merchantId, order, now }, request);
      },
    }),
    subscribe('actDone', {
      inTransaction: async (trx, { merchantId, before, after: order, act, undone }) =>
        await queueChangeTicket(trx, { merchantId, order, now: act.at }, { event: act, undone, before }),
    }),
    subscribe('actDone', {
      inTransaction: async (trx, { merchantId, after: order, act, undone }) =>
        await queueCourseTickets(trx, { merchantId, order, now: act.at }, act, undone),
    }),
    subscribe('actDone', {
      inTransaction: async (trx, { merchantId, after: order, act }) =>
        await queueDrawer(trx, { merchantId, order, now: act.at }, act),
    }),
  ];
}

/** Queues the tickets of a round again, marked as a reprint. @param station undefined: all @returns how many */
export async function queueReprint(
  trx: Trx,
  place: Place,
  {
    round,
    actId,
    station,
  }: { readonly round: number; readonly actId: string; readonly station?: string | undefined },
): Promise<number> {
  const earlier = await trx
    .selectFrom('print_jobs')
    .select('body')
    .where('order_id', '=', place.order.id)
    .where('round', '=', round)
    .execute();
  const copies = earlier.map(({ body }) => JSON.parse(body) as PrintWhat);
  const copy = Math.max(0, ...copies.map((what) => (what.kind === 'reprint' ? what.copy : 0))) + 1;
  return await queueForStations(trx, place, { round, what: { kind: 'reprint', copy }, key: actId, station });
}

/** Queues the bill or receipt of an order. It belongs to no round. @returns false if the act has queued it already */
export async function queueReceipt(
  trx: Trx,
  place: Place,
  { actId, printerId, copy }: { readonly actId: string; readonly printerId: string; readonly copy: number },
): Promise<boolean> {
  const what = { kind: 'receipt', copy } as const;
  return await insertJob(trx, toPlace(place), { round: 0, what, key: actId, station: '', printerId });
}

/** Queues a test print. It belongs to no order. */
export async function queueTest(
  trx: Trx,
  { merchantId, now }: Pick<Place, 'merchantId' | 'now'>,
  { key, printerId }: { readonly key: string; readonly printerId: string },
): Promise<void> {
  const request = { round: 0, what: { kind: 'test' }, key, station: '', printerId } as const;
  await insertJob(trx, { merchantId, orderId: '', now }, request);
}

/** The value of `method` of an act for cash. */
const cash = 'cash';

/** Opens the cash drawer if the act takes or gives back cash, and if a printer has a drawer. */
async function queueDrawer(trx: Trx, place: Place, act: ServiceEvent): Promise<void> {
  const isMoney = act.type === 'orderPaid' || act.type === 'orderRefunded';
  if (isMoney && act.method === cash) await queueDrawerJob(trx, toPlace(place), act.id);
}

/** Opens the cash drawer for a pay-in or pay-out, once for each `actId`. It belongs to no order. */
export async function queueDrawerOfMovement(
  trx: Trx,
  { merchantId, now }: Pick<Place, 'merchantId' | 'now'>,
  actId: string,
): Promise<void> {
  await queueDrawerJob(trx, { merchantId, orderId: '', now }, actId);
}

async function queueDrawerJob(trx: Trx, place: JobPlace, key: string): Promise<void> {
  const printer = findDrawerPrinter(await readPrinters(trx, place.merchantId));
  if (!printer) return;
  const request = { round: 0, what: { kind: 'drawer' }, key, station: '', printerId: printer.id } as const;
  await insertJob(trx, place, request);
}

interface TicketRequest {
  readonly round: number;
  readonly what: PrintWhat;
  readonly key: string;
  readonly station?: string | undefined;
  /** For a job that belongs to no station. */
  readonly printerId?: string | null;
}

async function queueForStations(
  trx: Trx,
  { merchantId, order, now }: Place,
  request: TicketRequest,
): Promise<number> {
  const { all, stationOf } = await readStations(trx, merchantId);
  const busy = new Set(order.orderItems.filter((line) => line.round === request.round).map(stationOf));
  const printing = all.filter(
    ({ id, printer }) => printer && busy.has(id) && (request.station === undefined || request.station === id),
  );
  for (const { id: station } of printing)
    await insertJob(trx, { merchantId, orderId: order.id, now }, { ...request, station });
  return printing.length;
}

/**
 * Queues a ticket for the dishes of a course that were fired, and one for dishes that were held after the ticket of their
 * round. The ticket of a round that no printer has begun leaves held dishes out by itself.
 */
async function queueCourseTickets(
  trx: Trx,
  place: Place,
  event: ServiceEvent,
  undone: ServiceEvent | undefined,
): Promise<void> {
  const isBack = event.type === 'takenBack';
  const change = isBack ? undone : event;
  if (change?.type !== 'courseFired' && change?.type !== 'courseHeld') return;
  const ids = new Set(change.dishes.map(({ orderItemId }) => orderItemId));
  const lines = place.order.orderItems.filter(({ id }) => ids.has(id));
  const { all, stationOf } = await readStations(trx, place.merchantId);
  const kind = (change.type === 'courseFired') === isBack ? 'held' : 'fired';
  for (const { id: station, printer } of all) {
    const own = lines.filter((line) => stationOf(line) === station);
    if (!printer || own.length === 0) continue;
    const round = Math.min(...own.map((line) => line.round));
    if (change.type === 'courseHeld' && !(await isRoundBegun(trx, place.order.id, round, station))) continue;
    const what = { kind, course: change.course, orderItemIds: own.map(({ id }) => id) } as const;
    await insertJob(trx, toPlace(place), { round, what, key: event.id, station });
  }
}

/** Whether a printer may have printed the ticket of the round at this station. */
async function isRoundBegun(trx: Trx, orderId: string, round: number, station: string): Promise<boolean> {
  const job = await trx
    .selectFrom('print_jobs')
    .select('begun_at')
    .where('id', '=', `${orderId}/${round}/${station}`)
    .executeTakeFirst();
  return job !== undefined && job.begun_at !== null;
}

function isUnknownToKitchen({ orderItems }: Order, id: string): boolean {
  const line = orderItems.find((each) => each.id === id);
  return line !== undefined && readHeldCourse(line) !== undefined && (line.qtySentToKitchen ?? 0) === 0;
}

interface ChangeOfOrder {
  readonly event: ServiceEvent;
  /** The event that `event` undoes. */
  readonly undone: ServiceEvent | undefined;
  readonly before: Order;
}

/** Queues a ticket if staff added or voided a dish, or undid that. The kitchen may be cooking it already. */
async function queueChangeTicket(
  trx: Trx,
  place: Place,
  { event, undone, before }: ChangeOfOrder,
): Promise<void> {
  const change = changeOf(event, undone, place.order);
  if (!change) return;
  // The kitchen knows nothing of a held dish that it never received.
  if ([before, place.order].some((order) => isUnknownToKitchen(order, change.orderItemId))) return;
  const line = lineOf(place.order, change.orderItemId) ?? (undone && findStationLine(undone));
  if (!line) return;
  const { all, stationOf } = await readStations(trx, place.merchantId);
  const station = stationOf(line);
  if (!all.some(({ id, printer }) => id === station && printer)) return;
  await insertJob(trx, toPlace(place), { round: line.round, what: change, key: event.id, station });
}

type Change = Extract<PrintWhat, { readonly kind: 'added' | 'void' | 'moved' }>;

function changeOf(event: ServiceEvent, undone: ServiceEvent | undefined, order: Order): Change | undefined {
  const change = event.type === 'takenBack' ? undone : event;
  const isBack = event.type === 'takenBack';
  if (change?.type === 'dishAdded' && change.movedFrom)
    return isBack ? undefined : findMovedDish(change, change.movedFrom, order);
  if (change?.type === 'dishVoided' && change.movedTo) return undefined;
  if (change?.type === 'dishAdded') {
    const { quantity } = change;
    return { kind: isBack ? 'void' : 'added', orderItemId: getAddedLineId(change), quantity };
  }
  if (change?.type === 'dishVoided') {
    const { orderItemId, quantity } = change;
    return { kind: isBack ? 'added' : 'void', orderItemId, quantity };
  }
  return undefined;
}

/**
 * A dish that moved here from another table, unless all of it is served. Also one from another bill of this table that the
 * kitchen may not have yet: the ticket of its round is printed without it from now on. A held dish has its ticket once it is
 * fired.
 */
function findMovedDish(
  event: ServiceEventOf<'dishAdded'>,
  { tableName: from }: NonNullable<ServiceEventOf<'dishAdded'>['movedFrom']>,
  { tableName }: Order,
): Change | undefined {
  const { sent, served } = event.progress ?? { sent: 0, served: 0 };
  const quantity = event.quantity - served;
  const isKnown = from === tableName && sent === event.quantity;
  if (isKnown || quantity === 0 || event.heldCourse !== undefined) return undefined;
  return { kind: 'moved', orderItemId: getAddedLineId(event), quantity, from };
}

type StationLine = Pick<PlacedItem, 'productId' | 'categoryId' | 'round'>;

function lineOf({ orderItems }: Order, id: string): StationLine | undefined {
  return orderItems.find((line) => line.id === id);
}

/** For a dish that staff added and removed again, which is no longer on the order. */
function findStationLine(event: ServiceEvent): StationLine | undefined {
  if (event.type !== 'dishAdded') return undefined;
  const { item, round } = event;
  return { productId: item.productId, categoryId: item.categoryId, round };
}

/** @returns false if there is such a job already */
async function insertJob(
  trx: Trx,
  { merchantId, orderId, now }: JobPlace,
  { round, what, key, station, printerId = null }: TicketRequest & { readonly station: string },
): Promise<boolean> {
  const { last } = await trx
    .selectFrom('print_jobs')
    .select((row) => row.fn.max('place').as('last'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const { numInsertedOrUpdatedRows: inserted = 0n } = await trx
    .insertInto('print_jobs')
    .values({
      id: `${orderId}/${key}/${printerId ?? station}`,
      merchant_id: merchantId,
      station,
      printer_id: printerId,
      order_id: orderId,
      round,
      body: JSON.stringify(what),
      created_at: now,
      place: (last ?? 0) + 1,
      attempts: 0,
      next_at: now,
      begun_at: null,
      problem: null,
      printed_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted > 0n;
}
