import { allLines, cartStamp, deleteRow, detailOf, isStale, placeOf, type Place } from './carts.ts';
import type { Asker, Coupon, House, Line, Order, OrderLine, Person } from '../house.ts';
import { isSameDish, readLines } from './lines.ts';
import { fieldsOf, idOf, listOf, numberOf, textOf, type Fields } from '../wire/loose.ts';
import { codes, isRefusal, refusal, type Refusal } from '../wire/refusal.ts';
import { bestCoupon, discountCents, lineCents } from './totals.ts';

/** Order status and payment status of the contract that occur here. */
export const orderStatus = { progressing: 0, completed: 1 } as const;
export const paymentStatus = { unpaid: 0, fullyPaid: 2 } as const;

interface OwnedLine {
  personId: string;
  line: Line;
}

/** What `POST /api/merchant/order/preview` would order, with the coupon that it would take. */
export interface Preview extends Place {
  lines: OwnedLine[];
  coupon: Coupon | undefined;
  detail: Fields;
}

/** `POST /api/merchant/order/preview`: changes nothing; without `userCouponIds` the best coupon is taken. */
export function previewOrder(house: House, asker: Asker, body: unknown): Preview | Refusal {
  const place = placeOf(house, asker, body);
  if (isRefusal(place)) return place;
  const detail = detailOf(body);
  const inCart = allLines(house.carts.get(place.cart));
  const read = readLines(
    house,
    detail['orderItems'],
    inCart.map((each) => each.line),
  );
  if (isRefusal(read)) return read;
  const lines = read.length > 0 ? read.map((line) => withOwner(line, inCart, place.person)) : inCart;
  const coupon = chooseCoupon(place.person, detail, subTotalOf(lines), 'bestWhenUnnamed');
  if (isRefusal(coupon)) return coupon;
  return { ...place, lines, coupon, detail };
}

/**
 * `POST /api/member/order`: makes an order, or adds a round to the table's open one, and deletes the cart's row.
 * Each line of the request has to be in the cart (else 1997); a cart without a row was ordered already (10087).
 */
export function placeOrder(house: House, asker: Asker, body: unknown): Order | Refusal {
  const place = placeOf(house, asker, body);
  if (isRefusal(place)) return place;
  const detail = detailOf(body);
  const wrong = whyNotNow(house, place, detail);
  if (wrong) return wrong;
  const lines = linesToOrder(house, place, detail);
  if (isRefusal(lines)) return lines;
  const open = openOrder(house, place.cart);
  const coupon = open?.coupon
    ? undefined
    : chooseCoupon(place.person, detail, subTotalOf(lines), 'namedOnly');
  if (isRefusal(coupon)) return coupon;
  const order = open ?? newOrder(house, place, detail);
  addRound(house, order, lines);
  order.notes = textOf(detail['notes']) ?? order.notes;
  if (coupon) {
    coupon.used = true;
    order.coupon = { coupon, personId: place.person.id };
  }
  deleteRow(house, place.cart);
  return order;
}

/** The order of a cart that is still open. Without a table every placing makes an order of its own. */
export function openOrder(house: House, cart: string): Order | undefined {
  if (!cart.startsWith('table ')) return undefined;
  return [...house.orders.values()].find(
    (each) => each.cart === cart && each.status === orderStatus.progressing,
  );
}

/** The orders that a person placed or has lines in, newest first. */
export function ordersOf(house: House, person: Person): Order[] {
  return [...house.orders.values()]
    .filter((each) => each.personId === person.id || each.lines.some((line) => line.personId === person.id))
    .toReversed();
}

function whyNotNow(house: House, place: Place, detail: Fields): Refusal | undefined {
  if (!place.person.registered && house.switches.guestOrders === 'refused') {
    return refusal(codes.guestsCannotOrder, 'Guests cannot place orders');
  }
  if (house.orderCodeRequired && place.table && textOf(detail['orderCode']) !== place.table.orderCode) {
    return refusal(codes.orderCodeMiss, 'The order code is missing or wrong');
  }
  // Before the version, which the row that is gone would make stale too.
  if (allLines(house.carts.get(place.cart)).length === 0) {
    return refusal(codes.orderSubmitted, 'This order was submitted already');
  }
  if (isStale(house, place.cart, detail)) return refusal(codes.cartUpdated, 'The cart was changed meanwhile');
  return undefined;
}

function linesToOrder(house: House, place: Place, detail: Fields): OwnedLine[] | Refusal {
  const inCart = allLines(house.carts.get(place.cart));
  const known = inCart.map((each) => each.line);
  const asked = readLines(house, detail['orderItems'], known);
  if (isRefusal(asked)) return asked;
  const strange = asked.find((line) => !known.some((each) => each.id === line.id || isSameDish(each, line)));
  if (strange)
    return refusal(codes.addAgain, `${strange.product.name} is not in the cart, please add it again`);
  const soldOut = (house.switches.orderTakes === 'cart' ? known : asked).find((each) => each.product.soldOut);
  if (soldOut) return refusal(codes.soldOut, `${soldOut.product.name} is sold out`);
  if (house.switches.orderTakes === 'cart') return inCart;
  if (asked.length === 0) return refusal(codes.badRequest, 'An order needs lines');
  return asked.map((line) => withOwner(line, inCart, place.person));
}

function withOwner(line: Line, inCart: OwnedLine[], asker: Person): OwnedLine {
  const same =
    inCart.find((each) => each.line.id === line.id) ?? inCart.find((each) => isSameDish(each.line, line));
  return { personId: same?.personId ?? asker.id, line };
}

function chooseCoupon(
  person: Person,
  detail: Fields,
  subTotal: number,
  unnamed: 'bestWhenUnnamed' | 'namedOnly',
): Coupon | undefined | Refusal {
  const named = detail['userCouponIds'];
  if (!Array.isArray(named)) {
    return unnamed === 'bestWhenUnnamed' ? bestCoupon(person.coupons, subTotal) : undefined;
  }
  const ids = listOf(named);
  if (ids.length > 1) return refusal(codes.badRequest, 'One coupon an order');
  if (ids.length === 0) return undefined;
  const coupon = person.coupons.find((each) => !each.used && each.userCouponId === idOf(ids[0]));
  if (!coupon || discountCents(coupon, subTotal) === 0) {
    return refusal(codes.badRequest, 'This coupon cannot be used for this order');
  }
  return coupon;
}

function newOrder(house: House, place: Place, detail: Fields): Order {
  const row = house.carts.get(place.cart);
  const order: Order = {
    id: house.nextId(),
    serial: String(house.orders.size + 1).padStart(4, '0'),
    table: place.table,
    cart: place.cart,
    personId: place.person.id,
    status: orderStatus.progressing,
    paymentStatus: paymentStatus.unpaid,
    type: numberOf(detail['type']) ?? row?.orderType ?? (place.table ? 0 : 2),
    guests: numberOf(detail['guests']) ?? row?.guests ?? 1,
    notes: '',
    extraInfo: textOf(detail['extraInfo']) ?? '',
    orderCode: textOf(detail['orderCode']) ?? '',
    lines: [],
    rounds: 0,
    coupon: null,
    createAt: house.now(),
    updateAt: house.now(),
    rowVersion: 0,
  };
  house.orders.set(order.id, order);
  return order;
}

function addRound(house: House, order: Order, lines: OwnedLine[]): void {
  order.rounds += 1;
  order.rowVersion += 1;
  order.updateAt = house.now();
  const placed = lines.map(({ personId, line }): OrderLine => ({
    ...line,
    id: house.nextId(),
    orderId: order.id,
    personId,
    round: order.rounds,
    sentAt: house.now(),
    qtyVoid: 0,
    qtySentToKitchen: line.quantity,
    voidReason: '',
  }));
  order.lines.push(...placed);
}

function subTotalOf(lines: OwnedLine[]): number {
  return lines.reduce((sum, each) => sum + lineCents(each.line), 0);
}

/** The newest numbers of the cart that an order came from. */
export function cartVersionOf(house: House, order: Order): number {
  return cartStamp(house, order.cart).version;
}

/** Which order a request asks for. */
export function orderNamed(house: House, params: Fields): Order | undefined {
  const fields = fieldsOf(params);
  return house.orders.get(idOf(fields['id']) ?? idOf(fields['orderId']) ?? '');
}
