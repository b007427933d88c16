/** Reads the bill or receipt of an order. The first receipt gives the order its number. */
import type { LanguageCode } from '#contract/http/headers.ts';
import type { PaperRow, Receipt } from '#contract/calls/receipt.ts';
import type { Order } from '#contract/order-fields.ts';
import { orderStatus } from '#contract/states.ts';
import { isZero } from '#projections/bill/money.ts';
import { readCouponNames } from '#server/menu/coupons/coupons.ts';
import { readWholeMenu } from '#server/menu/menu.ts';
import { readSettings } from '#server/menu/merchants.ts';
import { chooseText } from '#server/menu/whole-merchant.ts';
import { translateOrder } from '#server/ordering/orders/order-body.ts';
import { owedAmount } from '#server/ordering/orders/order-state.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { inTransaction, type Db } from '#server/platform/store/transactions.ts';
import { findReceipt, numberReceipt, type NumberedReceipt } from './receipt-numbers.ts';
import { receiptRows } from './receipt-rows.ts';

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
}

export async function readReceipt(deps: Deps, wanted: Wanted): Promise<Receipt> {
  const { db, clock } = deps;
  const { merchantId, order } = wanted;
  const orderId = order.id;
  const known = await findReceipt(db, orderId);
  const receipt =
    known ??
    (isPaid(order)
      ? await inTransaction(db, (trx) => numberReceipt(trx, { merchantId, orderId, now: clock.now() }))
      : undefined);
  const kind = receipt ? 'receipt' : 'bill';
  const rows = await writeRows(deps, wanted, receipt);
  const fileName = `${kind}-${receipt?.number ?? order.serial}`;
  return {
    kind,
    number: receipt?.number ?? null,
    rows,
    ...(wanted.pdf && { pdf: await createPdfFile(fileName, rows) }),
  };
}

async function createPdfFile(name: string, rows: readonly PaperRow[]): Promise<Receipt['pdf']> {
  const { createReceiptPdf, serverDrawer } = await import('./receipt-pdf.ts');
  const pdf = await createReceiptPdf(name, rows, serverDrawer());
  return pdf ? { fileName: `${name}.pdf`, base64: pdf.toString('base64') } : null;
}

/** Whether the order can have a receipt: nothing is owed, and it was not cancelled. */
export function isPaid(order: Order): boolean {
  return order.status !== orderStatus.cancelled && isZero(owedAmount(order));
}

async function writeRows(
  { db, clock }: Deps,
  { merchantId, order, language }: Wanted,
  receipt: NumberedReceipt | undefined,
) {
  const merchant = await readSettings(db, merchantId);
  const menu = await readWholeMenu(db, merchantId, language);
  const coupons = await readCouponNames(db, merchantId, language);
  return receiptRows({
    order: translateOrder(language, order, menu, coupons),
    language,
    currency: merchant.currency,
    timeZone: merchant.timeZone,
    house: {
      name: chooseText(merchant.shortName, language),
      taxId: undefined,
      address: [],
      footer: [],
    },
    number: receipt?.number,
    copy: 0,
    at: receipt?.at ?? clock.now(),
    otherNames: new Map(),
  });
}
