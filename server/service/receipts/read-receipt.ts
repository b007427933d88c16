/**
 * Reads the bill or receipt of an order. The first receipt gives the order its number.
 *
 * A page and a PDF are in the reader's language, paper is in that of the printer. If the other one has other names for the
 * dishes, those stand below: a guest finds the dish again, and so does the restaurant.
 */
import type { LanguageCode } from '#contract/http/headers.ts';
import type { PaperRow, Receipt } from '#contract/calls/receipt.ts';
import type { Order } from '#contract/order-fields.ts';
import { hasTaiwanInvoices, readInvoices, type DinerInvoice } from '#contract/payments/invoice.ts';
import { orderStatus } from '#contract/states.ts';
import { isZero } from '#projections/bill/money.ts';
import { readCouponNames } from '#server/menu/coupons/coupons.ts';
import { readWholeMenu } from '#server/menu/menu.ts';
import { readPrinters } from '#server/menu/printers.ts';
import { findBillPrinter, readStationLanguage } from '#server/menu/stations.ts';
import { readSettings } from '#server/menu/merchants.ts';
import { chooseText } from '#server/menu/whole-merchant.ts';
import { translateOrder } from '#server/ordering/orders/order-body.ts';
import { calculateOwed } from '#server/ordering/orders/order-state.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { runInTransaction, type Db } from '#server/platform/store/transactions.ts';
import { readMailState } from './mail/mail-state.ts';
import { findReceipt, numberReceipt, type NumberedReceipt } from './receipt-numbers.ts';
import { composeReceiptRows, type ReceiptFacts } from './receipt-rows.ts';

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
}

interface Wanted {
  readonly merchantId: string;
  readonly order: Order;
  readonly language: LanguageCode;
  /** Also as a PDF. */
  readonly pdf?: boolean | undefined;
  /** The diner who reads it, and who sees only their own details for an invoice. Without it, staff read it. */
  readonly userId?: string | undefined;
}

export async function readReceipt(deps: Deps, wanted: Wanted): Promise<Receipt> {
  const { db, clock } = deps;
  const { merchantId, order } = wanted;
  const orderId = order.id;
  const known = await findReceipt(db, orderId);
  const receipt =
    known ??
    (isPaid(order)
      ? await runInTransaction(db, (trx) => numberReceipt(trx, { merchantId, orderId, now: clock.now() }))
      : undefined);
  const kind = receipt ? 'receipt' : 'bill';
  const rows = await writeRows(deps, wanted, receipt);
  const fileName = `${kind}-${receipt?.number ?? order.serial}`;
  return {
    kind,
    number: receipt?.number ?? null,
    rows,
    ...(wanted.pdf && { pdf: await createPdfFile(fileName, rows) }),
    ...(receipt && { mail: await readMailState(db, merchantId, { orderId, userId: wanted.userId ?? null }) }),
    ...(wanted.userId !== undefined && { invoice: await readOwnInvoice(db, wanted) }),
  };
}

async function readOwnInvoice(db: Db, { merchantId, ...wanted }: Wanted): Promise<Receipt['invoice']> {
  const { currency } = await readSettings(db, merchantId);
  const { buyerName = '', buyerTaxId = '', carrier = '' } = listInvoices(wanted)[0] ?? {};
  return { buyerName, buyerTaxId, carrier, isTaiwan: hasTaiwanInvoices(currency) };
}

/** The details that the reader may see. */
function listInvoices({ order, userId }: Pick<Wanted, 'order' | 'userId'>): readonly DinerInvoice[] {
  return readInvoices(order).filter((invoice) => userId === undefined || invoice.userId === userId);
}

async function createPdfFile(name: string, rows: readonly PaperRow[]): Promise<Receipt['pdf']> {
  const { createReceiptPdf, createServerDrawer } = await import('./receipt-pdf.ts');
  const pdf = await createReceiptPdf(name, rows, createServerDrawer());
  return pdf ? { fileName: `${name}.pdf`, base64: pdf.toString('base64') } : null;
}

/** Whether the order can have a receipt: nothing is owed, and it was not cancelled. */
export function isPaid(order: Order): boolean {
  return order.status !== orderStatus.cancelled && isZero(calculateOwed(order));
}

/**
 * Writes the bill or receipt for the restaurant's printer, in the printer's language. The names that the guests read
 * when they ordered stand below.
 */
export async function writeForPrinter(
  deps: Deps,
  wanted: Wanted,
  copy: number,
): Promise<readonly PaperRow[]> {
  const otherNames = mapNames(wanted.order);
  return await writeRows(deps, wanted, await findReceipt(deps.db, wanted.order.id), { copy, otherNames });
}

async function writeRows(
  { db, clock }: Deps,
  { merchantId, order, language, userId }: Wanted,
  receipt: NumberedReceipt | undefined,
  print?: Pick<ReceiptFacts, 'copy' | 'otherNames'>,
): Promise<PaperRow[]> {
  const merchant = await readSettings(db, merchantId);
  return composeReceiptRows({
    order: await translate(db, { merchantId, order, language }),
    language,
    currency: order.currency ?? merchant.currency,
    timeZone: merchant.timeZone,
    house: {
      name: chooseText(merchant.shortName, language),
      taxId: merchant.taxId,
      address: merchant.address ?? [],
      footer: merchant.receiptFooter ?? [],
    },
    invoices: listInvoices({ order, userId }),
    number: receipt?.number,
    at: receipt?.at ?? clock.now(),
    ...(print ?? {
      copy: 0,
      otherNames: await readHouseNames(db, { merchantId, order, language }),
    }),
  });
}

async function translate(db: Db, { merchantId, order, language }: Wanted): Promise<Order> {
  const menu = await readWholeMenu(db, merchantId, language);
  return translateOrder(language, order, menu, await readCouponNames(db, merchantId, language));
}

/** The names in the language of the restaurant, if it has a printer for bills and the reader reads another language. */
async function readHouseNames(db: Db, wanted: Wanted): Promise<ReceiptFacts['otherNames']> {
  const printer = findBillPrinter(await readPrinters(db, wanted.merchantId));
  if (!printer || readStationLanguage(printer) === wanted.language) return new Map();
  return mapNames(await translate(db, { ...wanted, language: readStationLanguage(printer) }));
}

/** The names of dishes and options, by id. */
function mapNames({ orderItems }: Order): ReadonlyMap<string, string> {
  const names = orderItems.flatMap(({ productId, name, orderItemModifiers }) => [
    [productId, name] as const,
    ...orderItemModifiers.map((option) => [option.modifierProductId, option.name] as const),
  ]);
  return new Map(names.flatMap(([id, name]) => (name ? [[id, name] as const] : [])));
}
