/** The order: what it comes to, placing it, and what the phone's pages show of it afterwards. */
import { clearCart, type CartDetails } from '#contract/calls/cart.ts';
import {
  getMemberOrderList,
  getOrderDetail,
  getTableActiveOrder,
  hasProcessingOrder,
  orderListPageSize,
  placeOrder,
  previewOrder,
} from '#contract/calls/order.ts';
import { checkOrderCode } from '#contract/calls/table.ts';
import { codes } from '#contract/codes.ts';
import type { Order, OrderItem } from '#contract/order-fields.ts';
import { orderType, paymentStatus, screenOrderType } from '#contract/states.ts';
import { lineOf } from './dish.ts';
import { orderNothing, placingCodes } from './refusals.ts';
import {
  allLines,
  linesOf,
  piecesIn,
  postLines,
  readCart,
  versionOf,
  type Scene,
  type Seated,
} from './scene.ts';
import { endpointOf, JourneyEnds } from './steps.ts';
import { checkTime } from './times.ts';

export interface PlacedOrder {
  readonly id: string;
  readonly orderCode: string | undefined;
  /** How many were in the cart. */
  readonly pieces: number;
  /** The table's open order before this one. */
  readonly before: string | undefined;
}

/** Who has ordered, somebody else at the table, and what they eat. */
interface Party {
  readonly host: Seated;
  readonly mate: Seated;
  readonly dish: OrderItem;
}

const place = endpointOf(placeOrder);

/** @param asksForCode the phone asks for the table's order code first. Throws JourneyEnds. */
export async function order(
  scene: Scene,
  host: Seated,
  { dish, asksForCode }: { readonly dish: OrderItem; readonly asksForCode: boolean },
): Promise<PlacedOrder> {
  const { steps } = scene;
  const { data: before } = await readCart(scene, host);
  await postLines(scene, host, [...linesOf(before, host), dish], before);
  const { data: cart } = await readCart(scene, host);
  const detail = detailOf(scene, host, cart);
  await preview(scene, host, detail);
  // O2: the phone looks before it orders, to know its own order later.
  const open = await steps.need(
    getTableActiveOrder,
    { diner: host },
    (found) => `order ${found?.id ?? 'none'}`,
  );
  await steps.try(hasProcessingOrder, { diner: host }, (answer) => String(answer.hasProcessingOrder));
  const orderCode = asksForCode ? await findCode(scene, host) : undefined;
  const body = orderBody(detail, orderCode);
  const told = { orderCode, pieces: piecesIn(allLines(cart)), before: open.data?.id };
  const early =
    (await tryWrongCode(scene, host, body)) ??
    (await tryStale(scene, host, { ...body, ...versionOf(before) }, cart));
  if (early) return { ...early, ...told };
  const placed = await steps.try(
    placeOrder,
    askedBy(scene, host, body),
    (answer) => `order ${answer.order.id}`,
  );
  if (placed.kind === 'refused' && placed.code === codes.orderCodeMiss)
    steps.rule(`${place}: whoever orders may order`, false, codeAdvice(asksForCode));
  const isSecond = placed.kind === 'refused' && placed.code === codes.orderSubmitted && open.data;
  if (isSecond)
    steps.rule('no order is open at the table', false, `order ${isSecond.id}: settle it, and start again`);
  if (placed.kind !== 'read') throw new JourneyEnds();
  checkPlaced(scene, placed.data.order);
  return { id: placed.data.order.id, ...told };
}

type Body = ReturnType<typeof detailOf> & { readonly orderCode?: string | undefined };

function detailOf({ options }: Scene, host: Seated, cart: CartDetails) {
  const { tableId, tableName, userId: memberId } = host;
  const orderItems = allLines(cart).map(lineOf);
  const type = orderType.dineIn;
  const { merchantId } = options;
  return { merchantId, memberId, tableId, tableName, type, guests: 2, orderItems, ...versionOf(cart) };
}

function orderBody(detail: ReturnType<typeof detailOf>, orderCode: string | undefined) {
  const extraInfo = JSON.stringify({ webDineInOrderType: screenOrderType(orderType.dineIn) });
  return { ...detail, extraInfo, userCouponIds: [], orderCode };
}

function askedBy({ options }: Scene, diner: Seated, body: object) {
  // As the phone has it: other servers may look for the order in a field of that name.
  return { diner, body: { ...body, order: body }, isGuest: options.phone === undefined };
}

/** Throws JourneyEnds where the phone would not let the diner order. */
async function preview(scene: Scene, host: Seated, detail: ReturnType<typeof detailOf>): Promise<void> {
  const { steps } = scene;
  const asked = askedBy(scene, host, detail);
  const { data } = await steps.need(previewOrder, asked, ({ totalAmount }) => `total ${totalAmount}`);
  const { totalAmount: total, subTotalAmount: sum, totalDiscountAmount: discount } = data;
  // A total of 0 that no discount makes was not told.
  const isTold = Number(total) !== 0 || (Number(sum) > 0 && Number(discount) >= Number(sum));
  const unsaid = 'the phone shows the sum of the dishes, and says that the total is not known';
  const found = isTold ? 'there' : 'totalAmount is 0 or missing';
  steps.rule(`${endpointOf(previewOrder)} tells the total`, isTold, found, unsaid);
}

function codeAdvice(isAsked: boolean): string {
  return isAsked
    ? '--order-code is not the table’s order code'
    : 'the table’s order code is wanted, and setting 18002 (orderCodeRequired) says that none is: no phone asks for it';
}

/** Throws JourneyEnds where the phone asks for a code, and none is known. */
async function findCode({ options, steps }: Scene, host: Seated): Promise<string> {
  const { orderCode } = options;
  if (orderCode === undefined) {
    const found =
      'the table’s order code is wanted, as setting 18002 (orderCodeRequired) is not false: name it with --order-code';
    steps.rule('GET /api/merchant/tiny-merchant: whoever orders may order', false, found);
    throw new JourneyEnds();
  }
  const answer = await steps.try(checkOrderCode, { diner: host, params: { code: orderCode } }, ({ valid }) =>
    valid ? 'valid' : 'not valid',
  );
  const isWrong = answer.kind === 'read' && !answer.data.valid;
  if (isWrong) steps.rule('--order-code is the table’s order code', false, `${orderCode} is not valid`);
  return orderCode;
}

/** Where an order code is wanted. @returns the order, if the server takes one with a wrong code */
async function tryWrongCode(scene: Scene, host: Seated, body: Body): Promise<{ id: string } | undefined> {
  const { orderCode } = body;
  if (orderCode === undefined) return undefined;
  const wrong = orderCode.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10));
  return await tryOrder(scene, host, { ...body, orderCode: wrong }, {
    what: 'with a wrong order code',
    known: placingCodes,
  }); // prettier-ignore
}

/** The order of a phone that has not seen the newest cart. @returns the order, if the server takes it */
async function tryStale(
  scene: Scene,
  host: Seated,
  body: Body,
  now: CartDetails,
): Promise<{ id: string } | undefined> {
  const { cartRowVersion } = versionOf(now);
  const { cartRowVersion: old } = body as { cartRowVersion?: number | null };
  if (cartRowVersion === undefined || old === cartRowVersion) return undefined;
  return await tryOrder(scene, host, body, {
    what: 'with a cartRowVersion that is over',
    known: placingCodes,
  });
}

async function tryOrder(
  scene: Scene,
  host: Seated,
  body: Body,
  expected: { readonly what: string; readonly known: readonly number[] },
): Promise<{ id: string } | undefined> {
  const answer = await scene.steps.provoke(placeOrder, askedBy(scene, host, body), expected);
  // Nobody knows whether it was placed: the next attempt could be a second order.
  if (answer.kind === 'unreadable' || answer.kind === 'noAnswer') throw new JourneyEnds();
  if (answer.kind !== 'read') return undefined;
  checkPlaced(scene, answer.data.order);
  return { id: answer.data.order.id };
}

/** An order that was refused in the answer's own fields: the phone takes it as placed. */
function checkPlaced({ steps }: Scene, { paymentStatus: status }: Order): void {
  if (status !== paymentStatus.orderCodeMiss) return;
  steps.rule(
    `${place} refuses with a code`,
    false,
    'order.paymentStatus is 1011, and the envelope says success',
  );
}

/** What became of it, as the phone's pages ask. */
export async function lookBack(
  scene: Scene,
  { host, mate, dish }: Party,
  placed: PlacedOrder,
): Promise<void> {
  const { steps } = scene;
  const { id: orderId } = placed;
  const same = (id: string | undefined) => `order ${id ?? 'none'}`;
  const open = await steps.try(getTableActiveOrder, { diner: host }, (found) => same(found?.id));
  if (open.kind === 'read') checkOpen(scene, host, open.data, placed);
  const query = { id: orderId };
  const detail = await steps.try(
    getOrderDetail,
    { diner: host, query },
    ({ id, orderItems }) => `${same(id)}, ${orderItems.length} lines`,
  );
  if (detail.kind === 'read') {
    const { id, orderItems, createAt } = detail.data;
    isOwn(scene, endpointOf(getOrderDetail), id, orderId);
    const pieces = piecesIn(orderItems);
    const of = `${endpointOf(getOrderDetail)} shows the dishes`;
    const found = `orderItems[] has ${pieces} of ${placed.pieces} dishes`;
    const alone = 'an order takes its sender’s dishes alone: each diner orders by themselves';
    steps.rule(of, pieces >= placed.pieces, found, pieces > 0 ? alone : undefined);
    checkTime(steps, endpointOf(getOrderDetail), 'createAt', createAt, detail);
  }
  const others = await steps.ask(getOrderDetail, { diner: mate, query });
  const forHost = 'whoever shares the table does not see what was ordered';
  const isShared = others.kind === 'read';
  steps.rule(
    'others at the table see the order',
    isShared,
    isShared ? same(others.data.id) : others.kind,
    forHost,
  );
  await checkList(scene, host, orderId);
  const processing = await steps.try(hasProcessingOrder, { diner: host }, (answer) =>
    String(answer.hasProcessingOrder),
  );
  if (processing.kind === 'read') {
    const { hasProcessingOrder: has, orderId: named = orderId } = processing.data;
    const of = `${endpointOf(hasProcessingOrder)} knows the open order`;
    const found = has ? same(named) : 'it says that there is none';
    // An order that somebody else has begun may be theirs alone.
    const away =
      placed.before === undefined ? undefined : 'after a scan nobody is taken to an order of others';
    steps.rule(of, has && [orderId, placed.before].includes(named), found, away);
  }
  await leave(scene, { host, mate, dish });
  await orderAgain(scene, { host, mate, dish }, placed);
}

function checkOpen({ steps }: Scene, host: Seated, open: Order | null, placed: PlacedOrder): void {
  const { id, pieces, before } = placed;
  const of = endpointOf(getTableActiveOrder);
  const found = `order ${open?.id ?? 'none'}, and should be ${id}`;
  // Of two open orders the server may name the older one.
  const isThere = open !== null && (open.id === id || open.id === before);
  if (!steps.rule(`${of} has the order`, isThere, isThere ? `order ${open.id}` : found)) return;
  if (open?.id !== id) return;
  const lost = 'an order whose answer was lost is not found again';
  const here = piecesIn(open.orderItems);
  steps.rule(`${of} has the dishes`, here >= pieces, `orderItems[] has ${here} of ${pieces}`, lost);
  const isNamed = open.orderItems.some(({ userId }) => userId === host.userId);
  const names = isNamed ? 'there' : 'neither orderItems[].userId nor userCarts[] names the diner';
  const nobody = 'whoever scans again is not taken to the order, and its dishes are nobody’s';
  steps.rule(`${of} says whose dishes they are`, isNamed, names, nobody);
}

async function checkList(scene: Scene, diner: Seated, orderId: string): Promise<void> {
  const query = { pageIndex: '1', pageSize: String(orderListPageSize) };
  const answer = await scene.steps.try(
    getMemberOrderList,
    { diner, query },
    ({ list }) => `${list.length} orders`,
  );
  if (answer.kind !== 'read') return;
  const ids = answer.data.list.map(({ id }) => id);
  const found = `${ids.length} orders, and not ${orderId}; the first page is pageIndex 1`;
  const of = `${endpointOf(getMemberOrderList)} has the order`;
  scene.steps.rule(of, ids.includes(orderId), ids.includes(orderId) ? 'there' : found);
}

function isOwn({ steps }: Scene, of: string, id: string, orderId: string): void {
  if (id !== orderId) steps.rule(`${of} has the order`, false, `order ${id}, and should be ${orderId}`);
}

/** What is left in the cart, and whether one phone can empty it for the whole table. Throws JourneyEnds. */
async function leave(scene: Scene, { host, mate, dish }: Party): Promise<void> {
  const { steps } = scene;
  const { data: cart } = await readCart(scene, host);
  const left = linesOf(cart, host).length;
  const twice = 'what was ordered stands in the cart once more';
  const found = `${left} lines of the sender in the cart`;
  steps.rule('what was ordered is not in the cart any more', left === 0, found, twice);
  for (const diner of [host, mate]) {
    const { data: before } = await readCart(scene, diner);
    await postLines(scene, diner, [...linesOf(before, diner), dish], before);
  }
  const cleared = await steps.try(clearCart, { diner: host }, () => 'done');
  if (cleared.kind !== 'read') return;
  const { data: empty } = await readCart(scene, host);
  const rest = allLines(empty).length;
  steps.rule(`${endpointOf(clearCart)} empties the table’s cart`, rest === 0, `${rest} lines are left`);
  if (rest === 0) await orderNothing(scene, host, 'once more, of nothing');
}

/** Dessert. Throws JourneyEnds. */
async function orderAgain(scene: Scene, { host, dish }: Party, { orderCode }: PlacedOrder): Promise<void> {
  const { data: before } = await readCart(scene, host);
  await postLines(scene, host, [...linesOf(before, host), dish], before);
  const { data: cart } = await readCart(scene, host);
  const body = orderBody(detailOf(scene, host, cart), orderCode);
  const asked = askedBy(scene, host, body);
  const answer = await scene.steps.provoke(placeOrder, asked, {
    what: 'of a second round',
    known: placingCodes,
  });
  const once = 'a table orders once: what it wants later the staff must add';
  if (answer.kind === 'refused')
    scene.steps.rule('a table orders a second round', false, `refused with ${answer.code}`, once);
}
