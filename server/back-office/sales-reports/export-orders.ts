/** Exports the orders of a day as CSV (for spreadsheets) or JSON (for programs). */
import type { ExportFormat } from '#contract/calls/numbers.ts';
import type { Order, PlacedItem } from '#contract/order-fields.ts';
import { adjustmentCategory, orderStatus, paymentStatus, findWord } from '#contract/states.ts';
import { calculateDifference, zero } from '#projections/bill/money.ts';
import { readSettings } from '#server/menu/merchants.ts';
import { orderColumns, readStoredOrders } from '#server/ordering/orders/order-store.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { readRestaurantClock, endOfDay, startOfDay, type RestaurantClock } from '../../menu/business-day.ts';
import { toCsv, type Cell } from '../csv.ts';

export async function exportOrdersFile(
  db: Db,
  merchantId: string,
  { day, format }: { readonly day: string; readonly format: ExportFormat },
): Promise<{ fileName: string; mediaType: string; text: string }> {
  const settings = await readSettings(db, merchantId);
  const clock = readRestaurantClock(settings);
  const rows = await db
    .selectFrom('orders')
    .select(orderColumns)
    .where('merchant_id', '=', merchantId)
    // The order into which it was merged has its lines.
    .where('status', '!=', orderStatus.beMerged)
    .where('created_at', '>=', startOfDay(clock, day))
    .where('created_at', '<', endOfDay(clock, day))
    .where('updated_at', '>=', startOfDay(clock, day))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const orders = (await readStoredOrders(db, rows)).map(({ order }) => order);
  const fileName = `orders-${merchantId}-${day}.${format}`;
  const { currency } = settings;
  if (format === 'csv')
    return { fileName, mediaType: 'text/csv', text: toOrdersCsv(orders, clock, currency) };
  const text = `${JSON.stringify({ merchantId, day, ...clock, currency, orders }, undefined, 2)}\n`;
  return { fileName, mediaType: 'application/json', text };
}

/** One row per line of an order. The columns `order …` are filled only in the first row of each order. */
const columns = [
  'order',
  'serial',
  'opened',
  'table',
  'guests',
  'status',
  'payment',
  'round',
  'ordered',
  'diner',
  'product',
  'dish',
  'options',
  'notes',
  'pieces',
  'unit',
  'voided',
  'price',
  'amount',
  'order discount',
  'order service charge',
  'order tax',
  'order total',
  'order paid',
  'order tips',
  'order discounts given',
  'order taxes',
  'currency',
] as const;

/** @param currency of orders of older versions */
function toOrdersCsv(orders: readonly Order[], clock: RestaurantClock, currency: string): string {
  const formatTime = createTimeFormat(clock);
  const rows = orders.flatMap((order) =>
    order.orderItems.map((line, n) => [
      ...toRow(order, line, n === 0, formatTime),
      order.currency ?? currency,
    ]),
  );
  return toCsv([columns, ...rows]);
}

function toRow(order: Order, line: PlacedItem, isFirst: boolean, formatTime: (at: number) => string): Cell[] {
  const writeOrderCell = (amount = zero): Cell => (isFirst ? { figure: amount } : '');
  const { quantity, qtyVoid = 0, unitLabel = '', notes, orderItemModifiers: options } = line;
  return [
    order.id,
    order.serial,
    formatTime(order.createAt),
    order.tableName ?? '',
    { figure: String(order.guests) },
    findWord(orderStatus, order.status),
    findWord(paymentStatus, order.paymentStatus),
    { figure: String(line.round) },
    formatTime(line.placedAt ?? order.createAt),
    line.userName,
    line.productId,
    line.name ?? '',
    options.map(({ name = '', quantity: pieces }) => (pieces > 1 ? `${pieces} × ${name}` : name)).join('; '),
    notes,
    { figure: String(quantity) },
    unitLabel,
    { figure: String(qtyVoid) },
    { figure: line.price ?? zero },
    { figure: line.itemWithAdjustmentAmount ?? zero },
    writeOrderCell(order.totalDiscountAmount),
    writeOrderCell(order.totalChargeAmount),
    writeOrderCell(order.totalTaxAmount),
    writeOrderCell(order.totalAmount),
    writeOrderCell(order.paymentsTotal),
    writeOrderCell(order.paymentsTips),
    isFirst ? describeDiscounts(order) : '',
    isFirst ? describeTaxes(order) : '',
  ];
}

/** Lists the discounts that the staff gave: `5.00: late (Mo); 2.50: regular guests (Ann)`. */
function describeDiscounts({ priceAdjustments = [] }: Order): string {
  return priceAdjustments
    .filter(({ category }) => category === adjustmentCategory.discount)
    .map(({ amount, reason, by }) => {
      const why = reason ? `: ${reason}` : '';
      return `${calculateDifference(zero, amount)}${why}${by ? ` (${by})` : ''}`;
    })
    .join('; ');
}

/** Lists the taxes by rate, with the taxed amounts: `0.07 of 18.69: 1.31; 0.19 of 8.40: 1.60`. */
function describeTaxes({ orderTaxes }: Order): string {
  return orderTaxes
    .map(({ rate, net, amount }) => `${rate}${net === undefined ? '' : ` of ${net}`}: ${amount}`)
    .join('; ');
}

/** Formats times in the restaurant's time zone, in a form that every spreadsheet reads. */
export function createTimeFormat({ timeZone }: RestaurantClock): (at: number) => string {
  // The Swedish format is ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => format.format(at);
}
