import { Decimal } from 'decimal.js';
import { calculateBill, getOptionsPrice, getUnitPrice, type Bill } from './bill.ts';
import type { Cart, Coupon, Line, Order, OwnedLine, Person, World } from './state.ts';
import { asCount, asFlag, asId, asMoney, asEnum, asTime, asVersion } from './wire.ts';

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
    id: asId(person.id),
    token: withToken || switches.memberToken === 'always' ? person.token : undefined,
    name: name === '' ? person.firstName : name,
    mail: person.mail,
    firstName: person.firstName,
    lastName: person.lastName,
    birthday,
    phone: person.phone,
    identifier: person.fingerprint,
    languagePreference: person.language,
    availableUserCouponCount: asCount(coupons),
    platform: undefined,
    status: asEnum(1, 'active'),
    growth: asCount(0),
    points: asCount(0),
    memberLevel: undefined,
    levelExpirationTime: undefined,
    pointsRate: undefined,
    createAt: asTime(person.createAt),
    updateAt: asTime(person.updateAt),
    avatar: undefined,
    registrationState: asEnum(person.registered ? 1 : 0, person.registered ? 'Registered' : 'Unregistered'),
    platformExtraInfo: undefined,
  };
}

export function isSoldOutLine(world: World, line: Line): boolean {
  const place = world.products.get(line.productId);
  return place === undefined || place.product.soldOut === true;
}

export function encodeCoupon(coupon: Coupon, person: Person | undefined): object {
  return {
    id: asId(coupon.id),
    userCouponId: asId(coupon.userCouponId),
    name: coupon.name,
    couponType: asEnum(0, 'orderCoupon'),
    discountType: asEnum(coupon.percent ? 1 : 0, coupon.percent ? 'percent' : 'amount'),
    discountValue: asMoney(coupon.value),
    thresholdAmount: asMoney(coupon.threshold),
    maxDiscountAmount: asMoney(coupon.max),
    userId: asId(person?.id),
  };
}

function encodeModifiers(world: World, line: Line): object[] {
  return line.modifiers.map((modifier) => ({
    id: asId(modifier.id),
    modifierProductId: asId(modifier.productId),
    quantity: asCount(modifier.quantity),
    price: asMoney(modifier.price),
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
    id: asId(switches.lineIds === 'zero' && more.orderId === undefined ? '0' : line.id),
    orderId: asId(more.orderId),
    productId: asId(line.productId),
    categoryId: asId(place?.category.id),
    menuId: asId(place?.menu.id),
    price: asMoney(price),
    quantity: asCount(line.quantity),
    notes: line.notes,
    orderItemModifiers: encodeModifiers(world, line),
    qtyVoid: asCount(0),
    qtySentToKitchen: asCount(more.sentToKitchen ?? 0),
    type: asEnum(line.toGo ? 1 : 0, line.toGo ? 'to-go' : 'normal'),
    mode: asEnum(0, 'normal'),
    ...(switches.lineName === 'absent' ? {} : { [switches.lineName]: place?.product.name }),
  };
  if (switches.orderFields === 'few') return needed;
  const weighed = place?.product.weighed === true;
  return {
    ...needed,
    menuName: place?.menu.name,
    categoryName: place?.category.name,
    originalPrice: asMoney(unit),
    coefficient: asCount(1),
    isTaxFree: asFlag(false),
    voidReason: undefined,
    waitToSend: asFlag(false),
    priceAdjustments: [],
    condiments: [],
    sentAt: undefined,
    sort: asCount(0),
    salesUnitType: asEnum(weighed ? 1 : 0, weighed ? 'weight' : 'piece'),
    salesUnitFactorList: [],
    pointsPrice: undefined,
    itemWithAdjustmentAmount:
      more.amount === undefined ? undefined : asMoney(more.amount.minus(more.discount ?? 0)),
    couponDiscountAmount:
      switches.couponTold === 'all' && more.discount !== undefined && !more.discount.isZero()
        ? asMoney(more.discount)
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
        ? { user: { id: asId(personId), firstName: person?.firstName } }
        : { [switches.userCartOwner]: asId(personId) };
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
  const hasVersion = switches.cartVersionTold === 'both' || switches.cartVersionTold === 'order';
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
    ...(hasVersion ? { [switches.cartVersionName]: asVersion(cart.version) } : {}),
    ...(withUserCarts ? { userCarts: encodeUserCarts(world, cart.lines) } : {}),
  };
}

export function encodeCartDetails(world: World, cart: Cart, alsoListed: string[]): object {
  const { switches } = world;
  const hasVersion = switches.cartVersionTold === 'both' || switches.cartVersionTold === 'details';
  return {
    userCarts: encodeUserCarts(world, cart.lines, alsoListed),
    updateAt: asTime(cart.updateAt),
    ...(switches.lastOperate === 'absent' ? {} : { [switches.lastOperate]: asTime(cart.updateAt) }),
    ...(hasVersion ? { [switches.cartVersionName]: asVersion(cart.version) } : {}),
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
  const target = asEnum(0, 'entireOrder');
  const coupon = { category: asEnum(3, 'coupon'), target, amount: asMoney(bill.discount.times(sign)) };
  const charge = { category: asEnum(1, 'charge'), target, amount: asMoney(bill.charge) };
  return [
    ...(bill.discount.isZero() || world.switches.couponTold === 'specFields' ? [] : [coupon]),
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
    id: asId(order.id),
    serial: placed ? order.serial : undefined,
    type: asEnum(order.type, orderTypeWords[order.type] ?? 'dine-in'),
    status: asEnum(order.status, statusWords[order.status] ?? 'Unknown'),
    tableId: asId(order.tableId),
    tableName: order.tableName,
    guests: asCount(order.guests),
    notes: order.notes,
    ...(withLines ? { orderItems: order.lines.map(lineOf) } : {}),
    priceAdjustments: encodeAdjustments(world, bill),
    paymentStatus: asEnum(order.paymentStatus, paymentWords[order.paymentStatus] ?? 'OrderCodeMiss'),
    totalAmount: asMoney(bill.total),
    subTotalAmount: asMoney(bill.subTotal),
    totalTaxAmount: asMoney(bill.tax),
    totalDiscountAmount: asMoney(bill.discount),
    totalChargeAmount: asMoney(bill.charge),
    memberId: asId(owner?.id),
    orderCoupons: order.coupon === undefined ? [] : [encodeCoupon(order.coupon, owner)],
    createAt: asTime(order.createAt),
    updateAt: asTime(order.updateAt),
    rowVersion: asVersion(order.version),
    cartRowVersion: asVersion(order.cartVersion),
  };
  const carts = switches.orderUserCarts === 'told' ? { userCarts: encodeUserCarts(world, order.lines) } : {};
  if (switches.orderFields === 'few') return { ...needed, ...carts };
  const couponIds = order.coupon === undefined ? [] : [order.coupon.userCouponId];
  return {
    ...needed,
    ...carts,
    customerId: undefined,
    customer: undefined,
    isTaxFree: asFlag(false),
    orderTaxes: [{ name: 'Tax', rate: switches.taxRate, amount: asMoney(bill.tax) }],
    sendStatus: asEnum(placed ? 2 : 0, placed ? 'allSent' : 'unSend'),
    isPrinted: asFlag(false),
    paymentsTotal: asMoney(order.paymentStatus === 2 ? bill.total : 0),
    paymentsTips: asMoney(0),
    paymentsChange: asMoney(0),
    totalTipsAmount: asMoney(0),
    regionId: undefined,
    staffName: undefined,
    staffId: undefined,
    payments: [],
    customerProducts: [],
    extraInfo: order.extraInfo,
    thirdPartyOrderId: undefined,
    sourceType: asEnum(4, 'scan-code-to-order'),
    thirdPartyExtraInfo: undefined,
    userCouponIds: switches.couponIds === 'list' ? couponIds.map((one) => asId(one)) : couponIds.join(','),
    orderCode: order.orderCode,
    orderMember: undefined,
    initialPointAmount: undefined,
    totalPointAmount: undefined,
  };
}
