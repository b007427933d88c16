/** Creates the content of a print job. Reads its texts at the time of printing. */
import { readAllergy } from '#contract/allergy.ts';
import { readFiredAt, readHeldCourse } from '#contract/course.ts';
import type { PaperRow } from '#contract/calls/receipt.ts';
import { allergens } from '#contract/dish-labels.ts';
import { indexMenu, type MenuIndex } from '#contract/dish/menu-index.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import type { Order, PlacedItem } from '#contract/order-fields.ts';
import { readPickup } from '#contract/pickup.ts';
import { orderStatus } from '#contract/states.ts';
import { getAddedLineId } from '#projections/service/order-life.ts';
import { readWholeMenu } from '#server/menu/menu.ts';
import { readSettings } from '#server/menu/merchants.ts';
import { readStationLanguage, namePrinter, type StationInUse, type Stations } from '#server/menu/stations.ts';
import type { Printer } from '#server/menu/printers.ts';
import { chooseText } from '#server/menu/whole-merchant.ts';
import type { PrinterTask, PrintJobRow, PrintWhat } from '#server/service/kitchen/queue/print-job.ts';
import type { Paper } from '#server/service/kitchen/tickets/paper.ts';
import { writeTest } from '#server/service/kitchen/tickets/test-print.ts';
import type { Ticket, TicketLine } from '#server/service/kitchen/tickets/ticket.ts';
import {
  orderColumns,
  readStoredOrder,
  type OrderRow,
  type StoredOrder,
} from '#server/ordering/orders/order-store.ts';
import { createAddedLine } from '#server/ordering/orders/order-state.ts';
import { writeForPrinter } from '#server/service/receipts/read-receipt.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { loadTexts } from '#locales/load-texts.ts';
import type { Texts } from '#locales/texts.ts';

const menuTexts = await loadTexts<Texts['menu']>('menu');

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
}

/** Undefined if there is nothing left to print. */
export async function createPaper(deps: Deps, task: PrinterTask): Promise<Paper | undefined> {
  const { job, station, printer, stations } = task;
  const what = JSON.parse(job.body) as PrintWhat;
  switch (what.kind) {
    case 'drawer':
      return { rows: [], opensDrawer: true };
    case 'test':
      return await createTest(deps, task);
    case 'receipt': {
      const rows = await createReceipt(deps, job, { printer, copy: what.copy });
      return rows && { rows };
    }
    default: {
      const ticket = station && (await createTicket(deps.db, job, { station, printer, stations }));
      return ticket && { ticket };
    }
  }
}

async function createTest({ db, clock }: Deps, { job, printer, stations }: PrinterTask): Promise<Paper> {
  const { shortName, timeZone } = await readSettings(db, job.merchant_id);
  const language = readStationLanguage(printer);
  const rows = writeTest({
    restaurant: chooseText(shortName, language),
    printer: namePrinter(printer, stations.all, language),
    language,
    at: clock.now(),
    timeZone,
  });
  return { rows, ...(printer.drawer && { opensDrawer: true }) };
}

/** Undefined if there is nothing left to print, or if the round's own ticket already includes the change. */
async function createTicket(
  db: Db,
  job: PrintJobRow,
  {
    station,
    printer,
    stations,
  }: { readonly station: StationInUse; readonly printer: Printer; readonly stations: Stations },
): Promise<Ticket | undefined> {
  const row = await findOrderRow(db, job.order_id);
  if (!row) return undefined;
  const stored = await readStoredOrder(db, row);
  const what = JSON.parse(job.body) as PrintWhat;
  const isChange = what.kind === 'added' || what.kind === 'void' || what.kind === 'moved';
  const isCourse = what.kind === 'fired' || what.kind === 'held';
  if (stored.order.status === orderStatus.cancelled && what.kind !== 'void') return undefined;
  if (isChange && (await isOnRoundTicket(db, job))) return undefined;
  const language = readStationLanguage(printer);
  const menu = indexMenu(await readWholeMenu(db, job.merchant_id, language));
  const found = isChange
    ? listChangedLines(stored, what)
    : listLinesToMake(stored.order, job, what).filter((line) => stations.stationOf(line) === station.id);
  if (found.length === 0) return undefined;
  const { serial, tableName, guests } = stored.order;
  const merchant = await readSettings(db, job.merchant_id);
  return {
    restaurant: chooseText(merchant.shortName, language),
    station: chooseText(station.name, language),
    tableName,
    ...(tableName !== null && guests > 0 && { guests }),
    pickup: readPickup(stored.order),
    serial,
    round: job.round,
    at: isChange || isCourse ? job.created_at : (found[0]!.placedAt ?? job.created_at),
    timeZone: merchant.timeZone,
    language,
    copy: what.kind === 'reprint' ? what.copy : 0,
    ...(isCourse && { course: what.course }),
    kind: isChange || isCourse ? what.kind : 'round',
    ...(what.kind === 'moved' && { movedFrom: what.from }),
    mayBeTwice: job.begun_at !== null,
    lines: found.map((line) => lineOf(line, menu, language)),
  };
}

/** Writes the bill or receipt of a job. Undefined if there is no such order any more. */
async function createReceipt(
  deps: Deps,
  { merchant_id: merchantId, order_id: orderId }: PrintJobRow,
  { printer, copy }: { readonly printer: Printer; readonly copy: number },
): Promise<readonly PaperRow[] | undefined> {
  const row = await findOrderRow(deps.db, orderId);
  if (!row) return undefined;
  const { order } = await readStoredOrder(deps.db, row);
  return await writeForPrinter(deps, { merchantId, order, language: readStationLanguage(printer) }, copy);
}

async function findOrderRow(db: Db, orderId: string): Promise<OrderRow | undefined> {
  return await db.selectFrom('orders').select(orderColumns).where('id', '=', orderId).executeTakeFirst();
}

/** A change is stored within this time, ms. A ticket that was created in this time may lack it. */
const storedWithinMs = 2_000;

/** Whether the round's own ticket was created after the change, and printed. It then includes the change. */
async function isOnRoundTicket(
  db: Db,
  { order_id: orderId, station, round, created_at: at }: PrintJobRow,
): Promise<boolean> {
  const own = await db
    .selectFrom('print_jobs')
    .select(['begun_at', 'printed_at'])
    .where('id', '=', `${orderId}/${round}/${station}`)
    .executeTakeFirst();
  return own !== undefined && own.printed_at !== null && (own.begun_at ?? 0) > at + storedWithinMs;
}

/**
 * The lines of a round, or of a course. A round lacks held dishes, and those that were fired since have a ticket of their own.
 */
function listLinesToMake({ orderItems }: Order, { round }: PrintJobRow, what: PrintWhat): PlacedItem[] {
  const left = orderItems.filter(({ quantity }) => quantity > 0);
  if (what.kind === 'fired' || what.kind === 'held')
    return left
      .filter(
        (line) =>
          what.orderItemIds.includes(line.id) &&
          (readHeldCourse(line) !== undefined) === (what.kind === 'held') &&
          line.quantity > (line.qtyReady ?? 0),
      )
      .map((line) => ({ ...line, quantity: line.quantity - (line.qtyReady ?? 0) }));
  return left.filter(
    (line) =>
      line.round === round &&
      readHeldCourse(line) === undefined &&
      (what.kind === 'reprint' || readFiredAt(line) === undefined),
  );
}

/** The line of the change, with the changed number of pieces. */
function listChangedLines(
  { order, placed, events }: StoredOrder,
  { orderItemId, quantity }: Extract<PrintWhat, { readonly orderItemId: string }>,
): PlacedItem[] {
  const line = order.orderItems.find(({ id }) => id === orderItemId);
  if (line) return [{ ...line, quantity }];
  // A dish that was added and removed again is no longer on the order.
  const added = events.find((event) => event.type === 'dishAdded' && getAddedLineId(event) === orderItemId);
  return added?.type === 'dishAdded' ? [{ ...createAddedLine(added, placed), quantity }] : [];
}

/** In the printer's language. A dish that is no longer on the menu keeps the name under which it was ordered. */
function lineOf(line: PlacedItem, menu: MenuIndex, language: LanguageCode): TicketLine {
  const { productId, name, quantity, unitLabel, notes, orderItemModifiers, userName } = line;
  const { allergen: allergenNames } = menuTexts[language];
  const product = menu.get(productId);
  const options = new Map(
    product?.modifierGroups.flatMap(({ modifiers }) => modifiers.map((option) => [option.id, option.name])),
  );
  return {
    quantity,
    unitLabel: (product?.unitLabel || unitLabel) ?? '',
    name: product?.name ?? name ?? '',
    productId,
    choices: orderItemModifiers.map(({ modifierProductId, name: chosen = '', quantity: pieces }) => {
      const words = options.get(modifierProductId) ?? chosen;
      return pieces > 1 ? `${words} × ${pieces}` : words;
    }),
    allergy: readAllergy(line),
    allergens: allergens
      .filter((each) => product?.allergens.includes(each))
      .map((each) => allergenNames[each]),
    notes: notes ?? '',
    userName,
  };
}
