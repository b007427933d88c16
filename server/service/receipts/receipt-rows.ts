/**
 * Writes the bill or receipt of an order as rows, which page, PDF and printer show alike. Pure.
 *
 *     Lantern Alley Kitchen        title, address and tax id of the restaurant
 *       Receipt no. 7              number, time, table, order
 *     --------------------
 *     2 × Noodles    25.00         lines with options; with several rates, the letter of theirs: 2 × Noodles (A)
 *     --------------------
 *     Subtotal       25.00         discounts, coupon, service, taxes on top
 *     Total          27.50
 *     Tax  Net  Tax  Gross         the tax table adds up to the total
 *     --------------------
 *     Cash · 19:41   27.50         payments, refunds, what is left to pay
 *
 * A refund lowers the total and the taxes. What was given back stands among the payments, too.
 */
import type { LanguageCode } from '#contract/http/headers.ts';
import type { Order } from '#contract/order-fields.ts';
import type { PaperRow } from '#contract/calls/receipt.ts';
import { isRefund, listPayments, type Payment } from '#contract/payments/payment-fields.ts';
import { readTaxTerms } from '#contract/payments/order-charges.ts';
import type { Invoice } from '#contract/payments/invoice.ts';
import { readPickup } from '#contract/pickup.ts';
import { describeQuantity } from '#contract/dish/quantity.ts';
import { adjustmentCategory, orderStatus } from '#contract/states.ts';
import { loadTexts } from '#locales/load-texts.ts';
import type { ReceiptTexts } from '#locales/texts.ts';
import { fillText } from '#locales/fill-text.ts';
import { formatMoney } from '#projections/bill/format-money.ts';
import {
  compareAmounts,
  calculateDifference,
  isZero,
  sum,
  zero,
  type Amount,
} from '#projections/bill/money.ts';
import { describeOptions, groupReceiptLines, type ReceiptLine } from '#projections/bill/receipt-lines.ts';
import { listRates } from '#projections/bill/taxes.ts';
import { calculateOverpaid, calculateOwed } from '#server/ordering/orders/order-state.ts';

export const receiptTexts = await loadTexts<ReceiptTexts>('receipt');

export interface ReceiptFacts {
  /** With its names in the language. */
  readonly order: Order;
  readonly language: LanguageCode;
  /** ISO 4217 */
  readonly currency: string;
  /** An IANA name. Without it, the server's own. */
  readonly timeZone: string | undefined;
  readonly house: {
    readonly name: string;
    readonly taxId: string | undefined;
    readonly address: readonly string[];
    readonly footer: readonly string[];
  };
  /** The guests' details for invoices. */
  readonly invoices: readonly Invoice[];
  /** Undefined for a bill. */
  readonly number: number | undefined;
  /** 0: the first print; n: copy n. */
  readonly copy: number;
  /** When the receipt got its number, or when the bill is written, ms. */
  readonly at: number;
  /** The names of dishes and options by id in a second language, for a reader of that language. */
  readonly otherNames: ReadonlyMap<string, string>;
}

/** The same for all parts. */
interface Writer extends ReceiptFacts {
  readonly text: ReceiptTexts;
  readonly money: (of: Amount) => string;
  readonly percent: (rate: string) => string;
}

export function composeReceiptRows(facts: ReceiptFacts): PaperRow[] {
  const { language, currency } = facts;
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 4 });
  const writer: Writer = {
    ...facts,
    text: receiptTexts[language],
    money: (of) => formatMoney(of, currency, language),
    percent: (rate) => percent.format(Number(rate)),
  };
  const foot = facts.house.footer.map((text): PaperRow => ({ kind: 'middle', text }));
  const parts = [
    writeHead(writer),
    writeLines(writer),
    writeTotals(writer),
    writePayments(writer),
    ...facts.invoices.map((invoice) => writeInvoice(writer, invoice)),
    foot,
  ].filter((part) => part.length > 0);
  return parts.flatMap((part, n) => (n === 0 ? part : [{ kind: 'rule' as const }, ...part]));
}

function writeHead({
  order,
  house,
  text,
  number,
  copy,
  at,
  language,
  timeZone,
  currency,
}: Writer): PaperRow[] {
  const { name, address, taxId } = house;
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const place = order.tableName === null ? text.toGo : fillText(text.table, { name: order.tableName });
  const ofTax = currency === 'TWD' ? text.taxIdInTaiwan : text.taxId;
  const pickup = readPickup(order);
  const time = typeof pickup?.at !== 'number' ? text.asap : when.format(pickup.at);
  const middle = [
    ...address,
    ...(taxId === undefined ? [] : [fillText(ofTax, { id: taxId })]),
    number === undefined ? text.bill : fillText(text.receipt, { number }),
    ...(copy === 0 ? [] : [fillText(text.copy, { number: copy })]),
    ...(order.status === orderStatus.cancelled ? [text.cancelled] : []),
    when.format(at),
    `${place} · ${fillText(text.order, { serial: order.serial })}`,
    ...(pickup ? [fillText(text.pickup, { time, name: pickup.userName }).trim()] : []),
  ];
  return [{ kind: 'title', text: name }, ...middle.map((line): PaperRow => ({ kind: 'middle', text: line }))];
}

function writeLines(writer: Writer): PaperRow[] {
  const { order, money, otherNames } = writer;
  const lines = groupReceiptLines(
    order.orderItems,
    ({ itemWithAdjustmentAmount = zero }) => itemWithAdjustmentAmount,
  );
  return lines.flatMap((line) => {
    const { productId, name, quantity, unitLabel, price = zero, options, amount: ofLine } = line;
    const inOther = options.map((option) => ({
      ...option,
      name: otherNames.get(option.modifierProductId) ?? option.name,
    }));
    const other = [otherNames.get(productId) ?? name, describeOptions(inOther)].filter(Boolean).join(' · ');
    const notes = [
      describeOptions(options),
      other === [name, describeOptions(options)].filter(Boolean).join(' · ') ? '' : other,
      quantity > 1 && options.every((option) => isZero(option.price ?? zero))
        ? formatUnitPrice(writer, price, unitLabel)
        : '',
    ];
    return [
      {
        kind: 'amount',
        label: [describeQuantity(quantity, unitLabel), name, rateMark(order, line)].filter(Boolean).join(' '),
        amount: money(ofLine),
      },
      ...notes.flatMap((note): PaperRow[] => (note === '' ? [] : [{ kind: 'note', text: note }])),
    ];
  });
}

function formatUnitPrice({ text, money }: Writer, price: Amount, unitLabel = ''): string {
  return unitLabel === '' ? fillText(text.each, { price: money(price) }) : `${money(price)} / ${unitLabel}`;
}

/** Names the rates of a dish and its options, where a bill has several: "(A)". Japan asks for it, Germany is used to it. */
function rateMark(order: Order, { taxId, options }: ReceiptLine): string {
  const taxes = listTaxes(order);
  if (taxes.length < 2) return '';
  const rates = listRates({ taxId, orderItemModifiers: options }, readTaxTerms(order));
  const marks = taxes.flatMap(({ rate, mark }) =>
    rates.some((each) => compareAmounts(each, rate) === 0) ? mark : [],
  );
  return marks.length === 0 ? '' : `(${marks.join('\u00a0')})`;
}

/** The taxes of the table, each with a letter. */
function listTaxes({ orderTaxes }: Order) {
  return orderTaxes
    .flatMap(({ name, rate, net, amount: tax }) => (net === undefined ? [] : [{ name, rate, net, tax }]))
    .map((each, n) => ({ ...each, mark: String.fromCodePoint(letterA + n) }));
}

const letterA = 0x41;

/** The totals, as far as they differ from the lines, and the taxes. */
function writeTotals(writer: Writer): PaperRow[] {
  const { order, text, money, percent } = writer;
  const { orderTaxes, taxTerms, serviceChargeRate: rate, totalAmount = zero } = order;
  const { subTotalAmount = zero, totalDiscountAmount = zero, totalChargeAmount = zero } = order;
  const given = listAdjustments(order, adjustmentCategory.discount, text.discount);
  const ofCoupons = sum([
    calculateDifference(zero, totalDiscountAmount),
    ...given.map(([, off]) => calculateDifference(zero, off)),
  ]);
  const coupons = joinParts(...order.orderCoupons.map(({ name }) => name)) || text.discount;
  const service = rate === undefined ? text.plainService : fillText(text.service, { rate: percent(rate) });
  const onTop = taxTerms?.isIncluded ? [] : orderTaxes;
  const rows: (readonly [label: string, amount: Amount])[] = [
    [coupons, ofCoupons] as const,
    ...given,
    [service, totalChargeAmount] as const,
    ...onTop.map(({ name, rate: fraction, amount: tax }) => [`${name} ${percent(fraction)}`, tax] as const),
    ...listAdjustments(order, adjustmentCategory.refund, text.refund),
  ].filter(([, of]) => !isZero(of));
  const subtotal = [text.subtotal, subTotalAmount] as const;
  return [
    ...(rows.length === 0 ? [] : [subtotal, ...rows]).map(([label, of]): PaperRow => ({
      kind: 'amount',
      label,
      amount: money(of),
    })),
    { kind: 'total', label: text.total, amount: money(totalAmount) },
    ...writeTaxes(writer, totalAmount),
  ];
}

/** The adjustments of a category, with their reasons. */
function listAdjustments({ priceAdjustments = [] }: Order, category: number, label: string) {
  return priceAdjustments
    .filter((each) => each.category === category)
    .map(({ amount: by, reason }) => [joinParts(label, reason ?? ''), by] as const);
}

/** The taxes with net and gross, and what is not taxed. Together they are the total. */
function writeTaxes({ order, text, money, percent }: Writer, total: Amount): PaperRow[] {
  const listed = listTaxes(order);
  const taxes = listed.map(({ name, rate, net, tax, mark }) => {
    return { label: joinParts(listed.length > 1 ? mark : '', `${name} ${percent(rate)}`), net, tax };
  });
  if (taxes.length === 0) return [];
  const untaxed = calculateDifference(total, sum(taxes.flatMap(({ net, tax }) => [net, tax])));
  const none = calculateDifference(total, total);
  const all = isZero(untaxed) ? taxes : [...taxes, { label: text.untaxed, net: untaxed, tax: none }];
  return [
    { kind: 'columns', cells: [text.rate, text.net, text.tax, text.gross], isHead: true },
    ...all.map(({ label, net, tax }): PaperRow => {
      const cells = [label, money(net), money(tax), money(sum([net, tax]))];
      return { kind: 'columns', cells, isHead: false };
    }),
  ];
}

function writePayments(writer: Writer): PaperRow[] {
  const { order, text, money } = writer;
  const payments = listPayments(order);
  const writeAmountRow = (label: string, of: Amount, kind: 'amount' | 'total'): PaperRow[] =>
    isZero(of) ? [] : [{ kind, label, amount: money(of) }];
  return [
    ...payments.flatMap((payment) => writePayment(writer, payment)),
    ...writeAmountRow(text.tip, sum(payments.map(({ tip }) => tip)), 'amount'),
    ...writeAmountRow(text.rounding, sum(payments.map(({ rounding }) => rounding)), 'amount'),
    ...(payments.length > 0 ? writeAmountRow(text.owed, calculateOwed(order), 'total') : []),
    ...writeAmountRow(text.overpaid, calculateOverpaid(order), 'total'),
  ];
}

function writePayment({ order, text, money, language, timeZone }: Writer, payment: Payment): PaperRow[] {
  const { amount, method, userId, parts = [], createAt, tendered, change = zero, reason = '' } = payment;
  const names = new Map(order.orderItems.map((line) => [line.userId, line.userName]));
  const clock = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone });
  const way = method === 'cash' || method === 'card' || method === 'online' ? text[method] : method;
  const payers = userId ? [userId] : parts.map((part) => part.userId);
  const label = joinParts(
    isRefund(payment) ? text.back : text.paid,
    payers.flatMap((id) => names.get(id) || []).join(', '),
    method === 'unknown' ? '' : way,
    createAt ? clock.format(createAt) : '',
  );
  // The reason of another refund stands above the total.
  const isOnBill = payment.counted !== undefined && !isZero(payment.counted);
  const note =
    tendered === undefined
      ? isRefund(payment) && !isOnBill
        ? reason
        : ''
      : fillText(text.change, { tendered: money(tendered), change: money(change) });
  return [
    { kind: 'amount', label, amount: money(amount) },
    ...(note === '' ? [] : [{ kind: 'note', text: note } as const]),
  ];
}

function writeInvoice({ text }: Writer, { buyerName, buyerTaxId, carrier }: Invoice): PaperRow[] {
  const facts = [
    [text.buyerName, buyerName],
    [text.buyerTaxId, buyerTaxId],
    [text.carrier, carrier],
  ] as const;
  // A long name is wrapped, unlike an amount.
  return facts.flatMap(([label, value]): PaperRow[] =>
    value === '' ? [] : [{ kind: 'note', text: joinParts(label, value) }],
  );
}

function joinParts(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}
