import { calculateBill, calculateDiscount, findBestCoupon } from './bill.ts';
import { openCart } from './cart.ts';
import { encodeOrder, isSoldOutLine } from './encode.ts';
import { readFirst, readId, readList, readNumber, readText, type Fields } from './input.ts';
import { checkCartVersion, findPlacedOrder, readLines, toLine } from './lines.ts';
import { publishSimple } from './messages.ts';
import {
  createDigits,
  createId,
  needPerson,
  findOpenOrder,
  Refusal,
  touchCart,
  type Asking,
  type Cart,
  type Coupon,
  type Order,
  type OwnedLine,
  type Person,
} from './state.ts';
import { toFlag, toId } from './wire.ts';
import { encodePage } from './pages.ts';

/** Previews, places and shows orders. */

export function findOrderCode(asking: Pick<Asking, 'world'>, tableId: string): string {
  const { world } = asking;
  const code = world.orderCodes.get(tableId) ?? createDigits(world, 4);
  world.orderCodes.set(tableId, code);
  return code;
}

function hasOrderCode(asking: Asking, sent: unknown): boolean {
  return asking.tableId !== undefined && readText(sent, 20)?.trim() === findOrderCode(asking, asking.tableId);
}

function readCouponIds(value: unknown): string[] {
  const sent = typeof value === 'string' ? value.split(',') : (readList(value) ?? []);
  return sent.flatMap((one) => readId(one) ?? []);
}

function findCoupon(person: Person, fields: Fields): Coupon | undefined {
  const wanted = readCouponIds(fields.userCouponIds);
  if (wanted.length > 1) throw new Refusal(400, 'An order takes at most one coupon.');
  if (wanted[0] === undefined) return undefined;
  const coupon = person.coupons.find((one) => one.userCouponId === wanted[0] && one.state === 'available');
  if (coupon === undefined) throw new Refusal(400, 'This coupon cannot be used.');
  return coupon;
}

function findLines(asking: Asking, cart: Cart, person: Person, fields: Fields): OwnedLine[] {
  const { world } = asking;
  const { orderLines, orderOf, emptyOrder } = world.switches;
  const fromCart = cart.lines.filter((owned) => orderOf === 'table' || owned.personId === person.id);
  const lines =
    orderLines === 'cart'
      ? fromCart
      : readLines(world, fields.orderItems ?? [])
          .filter((sent) => sent.quantity > 0)
          .map((sent) => ({
            personId: cart.lines.find((owned) => owned.line.id === sent.id)?.personId ?? person.id,
            line: toLine(world, sent),
          }));
  if (lines.length === 0)
    throw new Refusal(Number(emptyOrder), 'The cart is empty. Please add it again to your cart.');
  if (lines.some(({ line }) => isSoldOutLine(world, line))) throw new Refusal(2025, 'An item is sold out.');
  return lines.map(({ personId, line }) => ({ personId, line: { ...line } }));
}

function draftOrder(
  asking: Asking,
  cart: Cart,
  person: Person,
  lines: OwnedLine[],
  coupon: Coupon | undefined,
  fields: Fields,
): Order {
  const { world } = asking;
  const guests = readNumber(fields.guests);
  const type = readNumber(fields.type);
  return {
    id: '0',
    serial: '',
    tableId: cart.tableId,
    tableName: world.tables.find((table) => table.id === cart.tableId)?.name,
    personId: person.id,
    lines,
    createAt: world.now(),
    updateAt: world.now(),
    status: 0,
    paymentStatus: 0,
    coupon,
    guests:
      guests !== undefined && Number.isInteger(guests) && guests > 0 && guests < 1000
        ? guests
        : (cart.guestCount ?? 1),
    type: type !== undefined && Number.isInteger(type) && type >= 0 && type <= 108 ? type : cart.orderType,
    notes: readText(fields.notes, 500) ?? '',
    extraInfo: readText(fields.extraInfo),
    version: 1,
    cartVersion: cart.version,
    orderCode: readText(fields.orderCode, 20),
  };
}

export function previewOrder(asking: Asking): unknown {
  const { world } = asking;
  const cart = openCart(asking);
  const person = needPerson(asking);
  const fields = findPlacedOrder(asking);
  if (world.switches.previewNeedsCode === 'yes') checkOrderCode(asking, fields);
  const lines = findLines(asking, cart, person, fields);
  const { subTotal } = calculateBill(world, lines, undefined);
  const coupon =
    findCoupon(person, fields) ??
    (world.switches.previewCoupon === 'best' ? findBestCoupon(person.coupons, subTotal) : undefined);
  const order = encodeOrder(world, draftOrder(asking, cart, person, lines, coupon, fields));
  if (world.switches.previewAnswer === 'list') return [order];
  return world.switches.previewAnswer === 'wrapped' ? { order } : order;
}

/** Checks the order code. Returns true if the answer must report the missing code in its payment status. */
function checkOrderCode(asking: Asking, fields: Fields): boolean {
  const { switches } = asking.world;
  if (switches.orderCode === 'notNeeded' || hasOrderCode(asking, fields.orderCode)) return false;
  if (switches.orderCodeMiss === 'paymentStatus') return true;
  throw new Refusal(switches.orderCodeMiss === 'code1011' ? 1011 : 400, 'The order code is wrong.');
}

export function placeOrder(asking: Asking): unknown {
  const { world } = asking;
  const { switches } = world;
  const person = needPerson(asking);
  const fields = findPlacedOrder(asking);
  if (!person.registered && switches.guestOrders !== 'allowed') {
    throw new Refusal(
      10011,
      switches.guestOrders === 'refusedNoMsg' ? '' : 'Guest mode does not support placing orders.',
    );
  }
  const cart = openCart(asking);
  const open = findOpenOrder(world, cart.tableId);
  if (open !== undefined && switches.secondOrder === 'refused')
    throw new Refusal(10087, 'The order was already submitted.');
  const lacksCode = checkOrderCode(asking, fields);
  checkCartVersion(asking, fields, cart.version, 'order');
  const lines = findLines(asking, cart, person, fields);
  const coupon = findCoupon(person, fields);
  if (
    coupon !== undefined &&
    calculateDiscount(coupon, calculateBill(world, lines, undefined).subTotal).isZero()
  )
    throw new Refusal(400, 'The order is too small for this coupon.');
  const draft = draftOrder(asking, cart, person, lines, coupon, fields);
  if (lacksCode) return answerPlaced(asking, { ...draft, paymentStatus: 1011 });
  if (coupon !== undefined) coupon.state = 'used';
  const isAppended = open !== undefined && switches.secondOrder === 'appended';
  const order = isAppended ? appendTo(open, draft) : recordOrder(asking, draft);
  if (switches.cartAfterOrder === 'emptied') {
    cart.lines =
      switches.orderOf === 'table' ? [] : cart.lines.filter((owned) => owned.personId !== person.id);
  }
  touchCart(world, cart);
  publishSimple(asking, isAppended ? 'update order' : 'place order', { orderId: toId(order.id) });
  return answerPlaced(asking, order);
}

function recordOrder(asking: Asking, draft: Order): Order {
  const { orders } = asking.world;
  const order = { ...draft, id: createId(asking.world), serial: String(orders.length + 1).padStart(4, '0') };
  orders.push(order);
  return order;
}

function appendTo(open: Order, draft: Order): Order {
  open.lines.push(...draft.lines);
  open.coupon ??= draft.coupon;
  open.version += 1;
  open.updateAt = draft.updateAt;
  return open;
}

function answerPlaced(asking: Asking, order: Order): unknown {
  const { world } = asking;
  switch (world.switches.placeAnswer) {
    case 'wrapped':
      return { order: encodeOrder(world, order) };
    case 'bare':
      return encodeOrder(world, order);
    case 'idOnly':
      return toId(order.id);
    case 'idWrapped':
      return { order: { id: toId(order.id) } };
  }
}

function isSeenBy(asking: Asking, order: Order, person: Person): boolean {
  const isAtTable = order.tableId !== undefined && order.tableId === asking.tableId && order.status === 0;
  return (
    order.personId === person.id ||
    (asking.world.switches.detailSeenBy === 'table' &&
      (isAtTable || order.lines.some((owned) => owned.personId === person.id)))
  );
}

export function getOrderDetail(asking: Asking): unknown {
  const { world } = asking;
  const person = needPerson(asking);
  const wanted = readId(readFirst(asking.query, ['id', 'orderId']));
  const order = world.orders.find((one) => one.id === wanted);
  if (order === undefined || !isSeenBy(asking, order, person))
    throw new Refusal(404, 'This order is closed.');
  const encoded = encodeOrder(world, order);
  switch (world.switches.orderDetailAnswer) {
    case 'order':
      return encoded;
    case 'wrapped':
      return { order: encoded };
    case 'withId':
      return { id: toId(order.id), order: encoded };
  }
}

export function getActiveOrder(asking: Asking): unknown {
  const { world } = asking;
  needPerson(asking);
  if (world.switches.tableState === 'unavailable') throw new Refusal(10010, 'This table is unavailable.');
  const order = findOpenOrder(world, asking.tableId);
  if (world.switches.activeOrderAnswer === 'list')
    return order === undefined ? [] : [encodeOrder(world, order)];
  if (order !== undefined)
    return world.switches.activeOrderAnswer === 'order'
      ? encodeOrder(world, order)
      : { order: encodeOrder(world, order) };
  switch (world.switches.noActiveOrder) {
    case 'null':
      return null;
    case 'absent':
      return undefined;
    case 'emptyObject':
      return {};
    case 'code404':
      throw new Refusal(404, 'The table has no order.');
  }
}

export function hasProcessingOrder(asking: Asking): unknown {
  const { world } = asking;
  const person = needPerson(asking);
  const isMine = (order: Order) =>
    world.switches.processingOf === 'table'
      ? order.tableId !== undefined && order.tableId === asking.tableId
      : order.personId === person.id;
  const open = world.orders.filter((order) => order.status === 0 && isMine(order));
  const last = open.at(-1);
  switch (world.switches.hasProcessing) {
    case 'boolean':
      return toFlag(open.length > 0);
    case 'list':
      return open.map((order) => encodeOrder(world, order));
    case 'object':
      return last === undefined ? undefined : encodeOrder(world, last);
    case 'null':
      return last === undefined ? null : encodeOrder(world, last);
    case 'id':
      return toId(last?.id) ?? null;
    case 'flag':
      return { hasProcessingOrder: toFlag(last !== undefined), orderId: toId(last?.id) };
  }
}

export function listOrders(asking: Asking): unknown {
  const { world } = asking;
  const person = needPerson(asking);
  const own = world.orders.filter(
    (order) => order.personId === person.id || order.lines.some((owned) => owned.personId === person.id),
  );
  const sorted = world.switches.orderListSort === 'newest' ? own.toReversed() : own;
  return encodePage(asking, sorted, (order) =>
    encodeOrder(world, order, world.switches.orderListItems === 'full'),
  );
}

export function sendOrderCode(asking: Asking): unknown {
  needPerson(asking);
  if (asking.tableId === undefined) throw new Refusal(400, 'Please scan the QR code again.');
  const code = findOrderCode(asking, asking.tableId);
  switch (asking.world.switches.sendCodeAnswer) {
    case 'true':
      return true;
    case 'null':
      return null;
    case 'code':
      return code;
  }
}

export function checkSentOrderCode(asking: Asking): unknown {
  needPerson(asking);
  const valid = hasOrderCode(asking, asking.pathEnd);
  const form = asking.world.switches.orderCodeAnswer;
  if (form === 'boolean') return toFlag(valid);
  if (form === 'object') return { valid: toFlag(valid) };
  if (!valid) throw new Refusal(1011, 'The order code is wrong.');
  return form === 'null' ? null : true;
}
