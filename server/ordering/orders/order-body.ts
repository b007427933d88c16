import type { OrderCoupon } from '#contract/coupon-fields.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import type { Order, PlacedItem } from '#contract/order-fields.ts';
import type { Menu } from '#contract/calls/merchant.ts';
import {
  adjustmentCategory,
  adjustmentTarget,
  orderStatus,
  orderType,
  paymentStatus,
  sendStatus,
  sourceType,
} from '#contract/states.ts';
import { onlyTaxId, readTaxTerms } from '#contract/payments/order-charges.ts';
import { translateReason } from '#server/ordering/usual-reasons.ts';
import { spreadDiscount, type BillSoFar } from '#projections/bill/coupon.ts';
import {
  compareAmounts,
  calculateDifference,
  countPlaces,
  roundAmount,
  sum,
  zero,
  type Amount,
} from '#projections/bill/money.ts';
import {
  calculateBillTotals,
  type BillTotals,
  type TaxedLine,
  type TaxTerms,
} from '#projections/bill/taxes.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import { priceLine } from '#server/ordering/cart/priced-lines.ts';
import type { Words } from '#server/platform/http/language.ts';
import { chooseText, readTaxes, type StoredMerchant } from '#server/menu/whole-merchant.ts';
import { listTaxNames } from '#server/menu/menu.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import { indexMenu, type MenuIndex } from '#contract/dish/menu-index.ts';
import { readModifier, readUnit } from '#contract/dish/priced-item.ts';

/** What is charged beside the dishes, and the decimals of the amounts. */
interface OrderCharges {
  readonly tax: TaxTerms;
  /** A fraction as text. */
  readonly serviceChargeRate: Amount;
  readonly decimals: number;
}

/** The merchant's present rates for an order type, with the names of the taxes in the diner's language. */
export function readCharges(
  merchant: StoredMerchant,
  { language }: { readonly language: LanguageCode },
  type: number,
): OrderCharges {
  const { taxIncluded: isIncluded = false, serviceTaxed: isServiceTaxed = true } = merchant;
  const { serviceChargeRate, decimals } = merchant;
  const isEatenHere = type === orderType.dineIn || type === orderType.onlineDineIn;
  const taxes = readTaxes(merchant).map(({ id, name, rate, toGoRate = rate }) => ({
    id,
    name: chooseText(name, language),
    rate: isEatenHere ? rate : toGoRate,
  }));
  return { tax: { taxes, isIncluded, isServiceTaxed }, serviceChargeRate, decimals };
}

/** The chosen order type, or else dine-in at a table and to go without one. */
export function readOrderType(
  { tableId }: { readonly tableId: string | null },
  chosen: number | null | undefined,
): number {
  return chosen ?? (tableId === null ? orderType.toGo : orderType.dineIn);
}

/**
 * The rates for a round. An open order keeps its rates, even if the restaurant changes them between two rounds. An order
 * of an older server has no rates, so today's apply. The names of the taxes are those of today, in the reader's language.
 */
export function keepRecordedCharges(open: Order | undefined, today: OrderCharges): OrderCharges {
  if (open?.serviceChargeRate === undefined) return today;
  const { taxes, ...tax } = readTaxTerms(open);
  const names = new Map(today.tax.taxes.map(({ id, name }) => [id, name]));
  return {
    tax: { ...tax, taxes: renameTaxes(taxes, names) },
    serviceChargeRate: open.serviceChargeRate,
    decimals: countPlaces(open.totalAmount),
  };
}

/** When a paid order is complete: when all dishes are served, or already when they are sent to the kitchen. */
export function readCompletionRule({ kitchenTracking = true }: StoredMerchant): OrderHead['completeWhen'] {
  return kitchenTracking ? 'served' : 'sent';
}

/** Why an order with these items is refused: one line costs more than the merchant allows. Undefined if none does. */
export function findLineLimitReason(
  items: readonly (PricedLine & Pick<PlacedItem, 'name'>)[],
  { lineLimit }: Pick<StoredMerchant, 'lineLimit'>,
): Words | undefined {
  if (lineLimit === undefined) return undefined;
  const over = items.find((item) => compareAmounts(getLineAmount(item), lineLimit) > 0);
  return over && getServerTexts('orders.lineLimit', { dish: over.name ?? '', most: lineLimit });
}

interface OrderHead {
  readonly id: string;
  /** See `issueOrderNumber`. */
  readonly serial: string;
  readonly tableId: string | null;
  readonly tableName: string | null;
  /** undefined: staff opened it. */
  readonly memberId: string | undefined;
  readonly type: number;
  readonly completeWhen: NonNullable<Order['completeWhen']>;
  readonly currency: string;
  /** JSON with `webDineInOrderType`, as the phone sent it. */
  readonly extraInfo: string | undefined;
  readonly notes: string;
}

export interface Round {
  readonly items: readonly PlacedItem[];
  readonly coupon: OrderCoupon | undefined;
  readonly guests: number;
  readonly charges: OrderCharges;
  /** Wall clock, ms. */
  readonly now: number;
}

/** The ordered lines at the menu's prices. Their ids, such as `2-1`, are unique within the order. */
export function createPlacedItems(
  view: CartView,
  {
    menu,
    names,
    allergies,
    courses,
    round,
    now,
  }: {
    readonly menu: MenuIndex;
    readonly names: ReadonlyMap<string, string>;
    /** What the diners are allergic to, by user id. */
    readonly allergies: ReadonlyMap<string, string>;
    /** The courses of the menu's sections, by their id. */
    readonly courses: ReadonlyMap<string, number>;
    readonly round: number;
    readonly now: number;
  },
): PlacedItem[] {
  const lines = view.carts.flatMap(({ userId, lines }) => lines.map((line) => ({ userId, line })));
  return lines.map(({ userId, line }, index) => ({
    ...priceLine(line, menu).orderItem,
    ...readUnit(menu.get(line.item.productId)),
    id: `${round}-${index + 1}`,
    userId,
    userName: names.get(userId) ?? '',
    ...(allergies.has(userId) && { allergy: allergies.get(userId) }),
    ...(courses.has(line.item.categoryId) && { course: courses.get(line.item.categoryId) }),
    round,
    placedAt: now,
    // Phones show these steps only if the fields are there from the start.
    qtyReady: 0,
    qtyServed: 0,
  }));
}

export function createOrder(head: OrderHead, round: Round): Order {
  const none = roundAmount(zero, round.charges.decimals);
  const empty: Order = {
    id: head.id,
    serial: head.serial,
    type: head.type,
    status: orderStatus.progressing,
    completeWhen: head.completeWhen,
    currency: head.currency,
    sendStatus: sendStatus.unSend,
    paymentStatus: paymentStatus.unpaid,
    tableId: head.tableId ?? undefined,
    tableName: head.tableName,
    guests: round.guests,
    orderItems: [],
    orderTaxes: [],
    orderCoupons: [],
    rowVersion: 0,
    createAt: round.now,
    updateAt: round.now,
    sourceType: sourceType.scanCodeToOrder,
    memberId: head.memberId,
    customerId: head.memberId,
    extraInfo: head.extraInfo,
    notes: head.notes,
    isTaxFree: false,
    isPrinted: false,
    payments: [],
    paymentsTotal: none,
    paymentsTips: none,
    paymentsChange: none,
    totalTipsAmount: none,
  };
  return addRound(empty, round);
}

/** Adds a round to the order. The totals are those of all its lines. */
export function addRound(order: Order, { items, coupon, guests, charges, now }: Round): Order {
  const orderItems = [...order.orderItems, ...applyCoupon(items, coupon)];
  const orderCoupons = [...order.orderCoupons, ...(coupon ? [coupon] : [])];
  return {
    ...order,
    orderItems: orderItems.map((item) => ({ ...item, orderId: order.id })),
    orderCoupons,
    userCouponIds: orderCoupons.map(({ userCouponId }) => userCouponId),
    // The kitchen does not have the new round yet.
    sendStatus: order.sendStatus === sendStatus.allSent ? sendStatus.partiallySent : order.sendStatus,
    guests,
    ...calculateMoney(orderItems, orderCoupons, charges),
    serviceChargeRate: charges.serviceChargeRate,
    taxTerms: copyOf(charges.tax),
    rowVersion: order.rowVersion + 1,
    updateAt: now,
  };
}

/** Gives taxes their names by id. A tax that the restaurant no longer has keeps its name. */
function renameTaxes<Tax extends { readonly id?: string | undefined; readonly name: string }>(
  taxes: readonly Tax[],
  names: ReadonlyMap<string, string>,
): Tax[] {
  // A tax line of an older version has no id.
  return taxes.map((tax) => ({ ...tax, name: names.get(tax.id ?? onlyTaxId) ?? tax.name }));
}

function copyOf({ taxes, ...tax }: TaxTerms) {
  return { ...tax, taxes: taxes.map((each) => ({ ...each })) };
}

/** What a coupon's conditions are checked against. @param open the current order that the round is added to */
export function summariseBill(
  items: readonly PricedLine[],
  open: Pick<Order, 'subTotalAmount'> | undefined,
): BillSoFar {
  return { round: sum(items.map(getLineAmount)), before: open?.subTotalAmount ?? zero };
}

/** Spreads the coupon's discount over the lines. */
export function applyCoupon<Line extends PricedLine>(
  lines: readonly Line[],
  coupon: OrderCoupon | undefined,
): Line[] {
  if (!coupon) return [...lines];
  const shares = spreadDiscount(coupon.amount, lines.map(getLineAmount));
  return lines.map((line, index) => ({ ...line, couponDiscountAmount: shares[index] }));
}

/** Totals, taxes and adjustments of priced lines. */
export function calculateMoney(
  lines: readonly TaxedLine[],
  coupons: readonly OrderCoupon[],
  { tax, serviceChargeRate: rate, decimals }: OrderCharges,
) {
  const discount = sum(coupons.map(({ amount }) => amount));
  const { taxLines, ...totals } = calculateBillTotals(lines, { tax, service: { rate }, discount, decimals });
  return {
    ...totals,
    orderTaxes: [...taxLines],
    taxTerms: copyOf(tax),
    priceAdjustments: listAdjustments(totals, tax, coupons),
  };
}

/**
 * What a round adds to the totals of its order. Tax and service charge are rounded once for the whole bill. A round may
 * therefore cost a cent more or less than it would alone.
 * @param open the order as it was placed, without the round
 */
export function calculateRoundMoney(
  open: Order | undefined,
  lines: readonly TaxedLine[],
  coupons: readonly OrderCoupon[],
  charges: OrderCharges,
): ReturnType<typeof calculateMoney> {
  if (!open) return calculateMoney(lines, coupons, charges);
  const before = calculateMoney(open.orderItems, open.orderCoupons, charges);
  const after = calculateMoney([...open.orderItems, ...lines], [...open.orderCoupons, ...coupons], charges);
  const calculateAdded = (name: keyof Totals) => calculateDifference(after[name], before[name]);
  const totals: Totals = {
    subTotalAmount: calculateAdded('subTotalAmount'),
    totalDiscountAmount: calculateAdded('totalDiscountAmount'),
    totalChargeAmount: calculateAdded('totalChargeAmount'),
    totalTaxAmount: calculateAdded('totalTaxAmount'),
    totalAmount: calculateAdded('totalAmount'),
  };
  const orderTaxes = after.orderTaxes.map((tax) => {
    const { net = zero, amount = zero } = before.orderTaxes.find(({ id }) => id === tax.id) ?? {};
    return {
      ...tax,
      net: calculateDifference(tax.net, net),
      amount: calculateDifference(tax.amount, amount),
    };
  });
  const { tax } = charges;
  return {
    ...totals,
    orderTaxes,
    taxTerms: copyOf(tax),
    priceAdjustments: listAdjustments(totals, tax, coupons),
  };
}

/** The contract's list of everything that changes the sum of the lines. */
function listAdjustments(totals: Totals, { isIncluded }: TaxTerms, coupons: readonly OrderCoupon[]) {
  const target = adjustmentTarget.entireOrder;
  const all = [
    ...coupons.map(({ amount }) => ({
      category: adjustmentCategory.coupon,
      target,
      amount: negate(amount),
    })),
    { category: adjustmentCategory.charge, target, amount: totals.totalChargeAmount },
    // A tax inside the prices changes nothing.
    { category: adjustmentCategory.tax, target, amount: isIncluded ? zero : totals.totalTaxAmount },
  ];
  return all.filter(({ amount }) => compareAmounts(amount, zero) !== 0);
}

type Totals = Omit<BillTotals, 'taxLines'>;

interface PricedLine {
  readonly itemWithAdjustmentAmount?: string | undefined;
  readonly couponDiscountAmount?: string | undefined;
}

export function getLineAmount({ itemWithAdjustmentAmount }: PricedLine): Amount {
  return itemWithAdjustmentAmount ?? zero;
}

function negate(amount: Amount): Amount {
  return calculateDifference(zero, amount);
}

interface Translation {
  readonly menu: Menu;
  readonly coupons: string;
  readonly order: Order;
}

/** Orders are immutable, so a translation is valid as long as its order, menu and coupon names are the same. */
const translations = new WeakMap<Order, Map<LanguageCode, Translation>>();

/**
 * The order in the reader's language. All readers get the same object until the order, the menu or a coupon's name
 * changes, so that the answer is serialised only once.
 */
export function translateOrder(
  language: LanguageCode,
  order: Order,
  menu: Menu,
  names: ReadonlyMap<string, string>,
): Order {
  const coupons = order.orderCoupons.map(({ id }) => names.get(id) ?? '').join('\n');
  const ofOrder = translations.get(order) ?? new Map<LanguageCode, Translation>();
  translations.set(order, ofOrder);
  const known = ofOrder.get(language);
  if (known?.menu === menu && known.coupons === coupons) return known.order;
  const inLanguage = translate(language, order, menu, names);
  ofOrder.set(language, { menu, coupons, order: inLanguage });
  return inLanguage;
}

/**
 * Takes the names of dishes and taxes from the menu, and translates predefined reasons. A dish that is no longer on the
 * menu keeps the name under which it was ordered, and so does a tax.
 */
function translate(
  language: LanguageCode,
  order: Order,
  menu: Menu,
  coupons: ReadonlyMap<string, string>,
): Order {
  const index = indexMenu(menu);
  const taxNames = listTaxNames(menu);
  // Details for an invoice are for staff and systems, not for other diners.
  const { invoices: _invoices, ...shown } = order;
  const { taxTerms, payments, priceAdjustments } = shown;
  const withReason = <Part>(part: Part): Part => {
    const { reason } = part as { readonly reason?: unknown };
    return typeof reason === 'string' ? { ...part, reason: translateReason(language, reason) } : part;
  };
  return {
    ...shown,
    ...(payments && { payments: payments.map(withReason) }),
    ...(priceAdjustments && { priceAdjustments: priceAdjustments.map(withReason) }),
    orderTaxes: renameTaxes(order.orderTaxes, taxNames),
    ...(taxTerms && { taxTerms: { ...taxTerms, taxes: renameTaxes(taxTerms.taxes, taxNames) } }),
    orderCoupons: order.orderCoupons.map((coupon) => ({
      ...coupon,
      name: coupons.get(coupon.id) ?? coupon.name,
    })),
    // Allergies are for the staff, too.
    orderItems: order.orderItems.map(({ allergy: _allergy, ...line }) => {
      const product = index.get(line.productId);
      const item = line.voidReason
        ? { ...line, voidReason: translateReason(language, line.voidReason) }
        : line;
      if (!product) return item;
      const orderItemModifiers = item.orderItemModifiers.map((modifier) => ({
        ...modifier,
        name: readModifier(product, modifier.modifierProductId)?.name ?? modifier.name,
      }));
      return { ...item, name: product.name, orderItemModifiers };
    }),
  };
}
