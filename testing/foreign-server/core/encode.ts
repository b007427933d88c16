import { Decimal } from 'decimal.js';
import { calculateBill, getOptionsPrice, getUnitPrice, type Bill } from './bill.ts';
import type { Cart, Coupon, Line, Order, OwnedLine, Person, World } from './state.ts';
import { toCount, toFlag, toId, toMoney, toEnum, toTime, toVersion } from './wire.ts';

/** Turns state into wire objects. Each function follows the field lists of section 3 of the specification. */

export function encodePerson(world: World, person: Person, withToken: boolean): object {
  const { switches } = world;
  const birthday =
    person.birthday === undefined
      ? undefined
      : switches.birthdays === 'number'
        ? person.birthday
        : String(person.birthday).padStart(4, '0');
  const name = [person.firstName, person.lastName].filter(Boolean).join(' ');
  const coupons = person.coupons.filter((coupon) => coupon.state === 'available').length;
  return {
    id: toId(person.id),
    token: withToken || switches.memberToken === 'always' ? person.token : undefined,
    name: name === '' ? person.firstName : name,
    mail: person.mail,
    firstName: person.firstName,
    lastName: person.lastName,
    birthday,
    phone: person.phone,
    identifier: person.fingerprint,
    languagePreference: person.language,
    availableUserCouponCount: toCount(coupons),
    platform: undefined,
    status: toEnum(1, 'active'),
    growth: toCount(0),
    points: toCount(0),
    memberLevel: undefined,
    levelExpirationTime: undefined,
    pointsRate: undefined,
    createAt: toTime(person.createAt),
    updateAt: toTime(person.updateAt),
    avatar: undefined,
    registrationState: toEnum(person.registered ? 1 : 0, person.registered ? 'Registered' : 'Unregistered'),
    platformExtraInfo: undefined,
  };
}

export function isSoldOutLine(world: World, line: Line): boolean {
  const place = world.products.get(line.productId);
  return place === undefined || place.product.soldOut === true;
}

export function encodeCoupon(coupon: Coupon, person: Person | undefined): object {
  return {
    id: toId(coupon.id),
    userCouponId: toId(coupon.userCouponId),
    name: coupon.name,
    couponType: toEnum(0, 'orderCoupon'),
    discountType: toEnum(coupon.percent ? 1 : 0, coupon.percent ? 'percent' : 'amount'),
    discountValue: toMoney(coupon.value),
    thresholdAmount: toMoney(coupon.threshold),
    maxDiscountAmount: toMoney(coupon.max),
    userId: toId(person?.id),
  };
}

function encodeModifiers(world: World, line: Line): object[] {
  return line.modifiers.map((modifier) => ({
    id: toId(modifier.id),
    modifierProductId: toId(modifier.productId),
    quantity: toCount(modifier.quantity),
    price: toMoney(modifier.price),
    condiments: [],
    ...(world.switches.lineName === 'absent' ? {} : { [world.switches.lineName]: modifier.name }),
  }));
}

/** `sentToKitchen` is the quantity that the kitchen has. It is 0 for cart lines. */
export function encodeLine(
  world: World,
  line: Line,
  more: { orderId?: string; sentToKitchen?: number; amount?: Decimal; discount?: Decimal } = {},
): object {
  const { switches } = world;
  const place = world.products.get(line.productId);
  const unit = getUnitPrice(world, line);
  const price = switches.linePrice === 'withOptions' ? unit.plus(getOptionsPrice(line)) : unit;
  const needed = {
    id: toId(switches.lineIds === 'zero' && more.orderId === undefined ? '0' : line.id),
    orderId: toId(more.orderId),
    productId: toId(line.productId),
    categoryId: toId(place?.category.id),
    menuId: toId(place?.menu.id),
    price: toMoney(price),
    quantity: toCount(line.quantity),
    notes: line.notes,
    orderItemModifiers: encodeModifiers(world, line),
    qtyVoid: toCount(0),
    qtySentToKitchen: toCount(more.sentToKitchen ?? 0),
    type: toEnum(line.toGo ? 1 : 0, line.toGo ? 'to-go' : 'normal'),
    mode: toEnum(0, 'normal'),
    ...(switches.lineName === 'absent' ? {} : { [switches.lineName]: place?.product.name }),
  };
  if (switches.orderFields === 'few') return needed;
  const weighed = place?.product.weighed === true;
  return {
    ...needed,
    menuName: place?.menu.name,
    categoryName: place?.category.name,
    originalPrice: toMoney(unit),
    coefficient: toCount(1),
    isTaxFree: toFlag(false),
    voidReason: undefined,
    waitToSend: toFlag(false),
    priceAdjustments: [],
    condiments: [],
    sentAt: undefined,
    sort: toCount(0),
    salesUnitType: toEnum(weighed ? 1 : 0, weighed ? 'weight' : 'piece'),
    salesUnitFactorList: [],
    pointsPrice: undefined,
    itemWithAdjustmentAmount:
      more.amount === undefined ? undefined : toMoney(more.amount.minus(more.discount ?? 0)),
    couponDiscountAmount:
      switches.couponShownIn === 'all' && more.discount !== undefined && !more.discount.isZero()
        ? toMoney(more.discount)
        : undefined,
  };
}

export function encodeUserCarts(world: World, lines: OwnedLine[], alsoListed: string[] = []): object[] {
  const { switches } = world;
  const owners = new Set(lines.map((owned) => owned.personId));
  if (switches.emptyUserCarts === 'listed') alsoListed.forEach((personId) => owners.add(personId));
  return [...owners].map((personId) => {
    const own = lines.filter((owned) => owned.personId === personId).map((owned) => owned.line);
    const isInvalid = (line: Line) => switches.soldOutLines === 'invalid' && isSoldOutLine(world, line);
    const person = world.people.get(personId);
    const owner =
      switches.userCartOwner === 'user'
        ? { user: { id: toId(personId), firstName: person?.firstName } }
        : { [switches.userCartOwner]: toId(personId) };
    return {
      ...owner,
      orderItems: own.filter((line) => !isInvalid(line)).map((line) => encodeLine(world, line)),
      invalidOrderItems: own.filter(isInvalid).map((line) => encodeLine(world, line)),
    };
  });
}

/** A cart in the form of an order. It has the id of the cart. */
export function encodeCartOrder(world: World, cart: Cart, onlyOf?: string, withUserCarts = false): object {
  const { switches } = world;
  const lines = cart.lines.filter((owned) => onlyOf === undefined || owned.personId === onlyOf);
  const shown = lines.filter(
    ({ line }) => switches.soldOutLines !== 'invalid' || !isSoldOutLine(world, line),
  );
  const hasVersion = switches.cartVersionIn === 'both' || switches.cartVersionIn === 'order';
  const order: Order = {
    id: cart.id,
    serial: '',
    tableId: cart.tableId,
    tableName: undefined,
    personId: '',
    lines: shown,
    createAt: cart.updateAt,
    updateAt: cart.updateAt,
    status: 0,
    paymentStatus: 0,
    coupon: undefined,
    guests: cart.guestCount ?? 1,
    type: cart.orderType,
    notes: '',
    extraInfo: undefined,
    version: cart.version,
    cartVersion: cart.version,
    orderCode: undefined,
  };
  const {
    rowVersion: _own,
    cartRowVersion: _cart,
    ...rest
  } = encodeOrder(world, order) as Record<string, unknown>;
  return {
    ...rest,
    ...(hasVersion ? { [switches.cartVersionName]: toVersion(cart.version) } : {}),
    ...(withUserCarts ? { userCarts: encodeUserCarts(world, cart.lines) } : {}),
  };
}

export function encodeCartDetails(world: World, cart: Cart, alsoListed: string[]): object {
  const { switches } = world;
  const hasVersion = switches.cartVersionIn === 'both' || switches.cartVersionIn === 'details';
  return {
    userCarts: encodeUserCarts(world, cart.lines, alsoListed),
    updateAt: toTime(cart.updateAt),
    ...(switches.lastOperate === 'absent' ? {} : { [switches.lastOperate]: toTime(cart.updateAt) }),
    ...(hasVersion ? { [switches.cartVersionName]: toVersion(cart.version) } : {}),
  };
}

export const orderTypeWords = [
  'dine-in',
  'pickup',
  'to-go',
  'delivery',
  'online dine-in',
  'online pickup',
  'online to-go',
  'online delivery',
  'online takeout',
];
const statusWords = ['Progressing', 'Completed', 'Cancelled', 'BeMerged'];
const paymentWords = ['Unpaid', 'PartiallyPaid', 'FullyPaid', 'UnCaptured', 'PartiallyCaptured', 'Captured'];

function encodeAdjustments(world: World, bill: Bill): object[] {
  const sign = world.switches.adjustmentSign === 'negative' ? -1 : 1;
  const target = toEnum(0, 'entireOrder');
  const coupon = { category: toEnum(3, 'coupon'), target, amount: toMoney(bill.discount.times(sign)) };
  const charge = { category: toEnum(1, 'charge'), target, amount: toMoney(bill.charge) };
  return [
    ...(bill.discount.isZero() || world.switches.couponShownIn === 'nowhere' ? [] : [coupon]),
    ...(bill.charge.isZero() ? [] : [charge]),
  ];
}

export function encodeOrder(world: World, order: Order, withLines = true): object {
  const { switches } = world;
  const bill = calculateBill(world, order.lines, order.coupon);
  const owner = world.people.get(order.personId);
  const placed = order.serial !== '';
  const lineOf = (owned: OwnedLine, at: number) =>
    encodeLine(world, owned.line, {
      ...(placed ? { orderId: order.id, sentToKitchen: owned.line.quantity } : {}),
      amount: bill.lineAmounts[at] ?? new Decimal(0),
      discount: bill.lineDiscounts[at] ?? new Decimal(0),
    });
  const needed = {
    id: toId(order.id),
    serial: placed ? order.serial : undefined,
    type: toEnum(order.type, orderTypeWords[order.type] ?? 'dine-in'),
    status: toEnum(order.status, statusWords[order.status] ?? 'Unknown'),
    tableId: toId(order.tableId),
    tableName: order.tableName,
    guests: toCount(order.guests),
    notes: order.notes,
    ...(withLines ? { orderItems: order.lines.map(lineOf) } : {}),
    priceAdjustments: encodeAdjustments(world, bill),
    paymentStatus: toEnum(order.paymentStatus, paymentWords[order.paymentStatus] ?? 'OrderCodeMiss'),
    totalAmount: toMoney(bill.total),
    subTotalAmount: toMoney(bill.subTotal),
    totalTaxAmount: toMoney(bill.tax),
    totalDiscountAmount: toMoney(bill.discount),
    totalChargeAmount: toMoney(bill.charge),
    memberId: toId(owner?.id),
    orderCoupons: order.coupon === undefined ? [] : [encodeCoupon(order.coupon, owner)],
    createAt: toTime(order.createAt),
    updateAt: toTime(order.updateAt),
    rowVersion: toVersion(order.version),
    cartRowVersion: toVersion(order.cartVersion),
  };
  const carts = switches.orderUserCarts === 'sent' ? { userCarts: encodeUserCarts(world, order.lines) } : {};
  if (switches.orderFields === 'few') return { ...needed, ...carts };
  const couponIds = order.coupon === undefined ? [] : [order.coupon.userCouponId];
  return {
    ...needed,
    ...carts,
    customerId: undefined,
    customer: undefined,
    isTaxFree: toFlag(false),
    orderTaxes: [{ name: 'Tax', rate: switches.taxRate, amount: toMoney(bill.tax) }],
    sendStatus: toEnum(placed ? 2 : 0, placed ? 'allSent' : 'unSend'),
    isPrinted: toFlag(false),
    paymentsTotal: toMoney(order.paymentStatus === 2 ? bill.total : 0),
    paymentsTips: toMoney(0),
    paymentsChange: toMoney(0),
    totalTipsAmount: toMoney(0),
    regionId: undefined,
    staffName: undefined,
    staffId: undefined,
    payments: [],
    customerProducts: [],
    extraInfo: order.extraInfo,
    thirdPartyOrderId: undefined,
    sourceType: toEnum(4, 'scan-code-to-order'),
    thirdPartyExtraInfo: undefined,
    userCouponIds: switches.couponIds === 'list' ? couponIds.map((one) => toId(one)) : couponIds.join(','),
    orderCode: order.orderCode,
    orderMember: undefined,
    initialPointAmount: undefined,
    totalPointAmount: undefined,
  };
}
