/** The part of the run with the order: the preview, placing it, and the phone's pages about it. */
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
import { orderType, paymentStatus, toScreenOrderType } from '#contract/states.ts';
import { toSentLine } from './dish.ts';
import { orderNothing, placingCodes } from './refusals.ts';
import {
  listLines,
  getLines,
  countPieces,
  postLines,
  readCart,
  getVersion,
  type RunContext,
  type Seated,
} from './context.ts';
import { nameEndpoint, RunEnded } from './steps.ts';
import { checkTime } from './times.ts';

export interface PlacedOrder {
  readonly id: string;
  readonly orderCode: string | undefined;
  /** Number of dishes in the cart. */
  readonly pieces: number;
  /** The id of the table's open order before this one. */
  readonly before: string | undefined;
}

interface Party {
  /** The diner who placed the order. */
  readonly host: Seated;
  /** Another diner at the table. */
  readonly mate: Seated;
  readonly dish: OrderItem;
}

const place = nameEndpoint(placeOrder);

/** Places the order. @param asksForCode whether the phone asks for the table's order code first. @throws RunEnded */
export async function placeTableOrder(
  context: RunContext,
  host: Seated,
  { dish, asksForCode }: { readonly dish: OrderItem; readonly asksForCode: boolean },
): Promise<PlacedOrder> {
  const { steps } = context;
  const { data: before } = await readCart(context, host);
  await postLines(context, host, [...getLines(before, host), dish], before);
  const { data: cart } = await readCart(context, host);
  const detail = createDetail(context, host, cart);
  await checkPreview(context, host, detail);
  // The phone asks for the open order before it orders. It can then recognise its own order if the answer gets lost.
  const open = await steps.need(
    getTableActiveOrder,
    { diner: host },
    (found) => `order ${found?.id ?? 'none'}`,
  );
  await steps.try(hasProcessingOrder, { diner: host }, (answer) => String(answer.hasProcessingOrder));
  const orderCode = asksForCode ? await findCode(context, host) : undefined;
  const body = createOrderBody(detail, orderCode);
  const told = { orderCode, pieces: countPieces(listLines(cart)), before: open.data?.id };
  const early =
    (await tryWrongCode(context, host, body)) ??
    (await tryStale(context, host, { ...body, ...getVersion(before) }, cart));
  if (early) return { ...early, ...told };
  const placed = await steps.try(
    placeOrder,
    toInput(context, host, body),
    (answer) => `order ${answer.order.id}`,
  );
  if (placed.kind === 'refused' && placed.code === codes.orderCodeMiss)
    steps.rule(`${place}: diners may order`, false, adviseOnCode(asksForCode));
  const isSecond = placed.kind === 'refused' && placed.code === codes.orderSubmitted && open.data;
  if (isSecond)
    steps.rule('no order is open at the table', false, `order ${isSecond.id}: settle it, and start again`);
  if (placed.kind !== 'read') throw new RunEnded();
  checkPlaced(context, placed.data.order);
  return { id: placed.data.order.id, ...told };
}

type Body = ReturnType<typeof createDetail> & { readonly orderCode?: string | undefined };

function createDetail({ options }: RunContext, host: Seated, cart: CartDetails) {
  const { tableId, tableName, userId: memberId } = host;
  const orderItems = listLines(cart).map(toSentLine);
  const type = orderType.dineIn;
  const { merchantId } = options;
  return { merchantId, memberId, tableId, tableName, type, guests: 2, orderItems, ...getVersion(cart) };
}

function createOrderBody(detail: ReturnType<typeof createDetail>, orderCode: string | undefined) {
  const extraInfo = JSON.stringify({ webDineInOrderType: toScreenOrderType(orderType.dineIn) });
  return { ...detail, extraInfo, userCouponIds: [], orderCode };
}

function toInput({ options }: RunContext, diner: Seated, body: object) {
  // The phone also sends the order in a field `order`, because some servers read it there.
  return { diner, body: { ...body, order: body }, isGuest: options.phone === undefined };
}

/** Checks the preview. @throws RunEnded if the phone would not let the diner order */
async function checkPreview(
  context: RunContext,
  host: Seated,
  detail: ReturnType<typeof createDetail>,
): Promise<void> {
  const { steps } = context;
  const asked = toInput(context, host, detail);
  const { data } = await steps.need(previewOrder, asked, ({ totalAmount }) => `total ${totalAmount}`);
  const { totalAmount: total, subTotalAmount: sum, totalDiscountAmount: discount } = data;
  // A total of 0 without a discount means that the server sent no total.
  const hasTotal = Number(total) !== 0 || (Number(sum) > 0 && Number(discount) >= Number(sum));
  const unsaid = 'the phone shows the sum of the dishes, and says that the total is not known';
  const found = hasTotal ? 'there' : 'totalAmount is 0 or missing';
  steps.rule(`${nameEndpoint(previewOrder)} contains the total`, hasTotal, found, unsaid);
}

function adviseOnCode(isAsked: boolean): string {
  return isAsked
    ? '--order-code is not the table’s order code'
    : 'the table’s order code is wanted, and setting 18002 (orderCodeRequired) says that none is: no phone asks for it';
}

/** Returns the order code of the command line. @throws RunEnded if it has none */
async function findCode({ options, steps }: RunContext, host: Seated): Promise<string> {
  const { orderCode } = options;
  if (orderCode === undefined) {
    const found =
      'the table’s order code is wanted, as setting 18002 (orderCodeRequired) is not false: name it with --order-code';
    steps.rule('GET /api/merchant/tiny-merchant: diners may order', false, found);
    throw new RunEnded();
  }
  const answer = await steps.try(checkOrderCode, { diner: host, params: { code: orderCode } }, ({ valid }) =>
    valid ? 'valid' : 'not valid',
  );
  const isWrong = answer.kind === 'read' && !answer.data.valid;
  if (isWrong) steps.rule('--order-code is the table’s order code', false, `${orderCode} is not valid`);
  return orderCode;
}

/** Orders with a wrong order code, if a code is required. @returns the order if the server accepts it */
async function tryWrongCode(
  context: RunContext,
  host: Seated,
  body: Body,
): Promise<{ id: string } | undefined> {
  const { orderCode } = body;
  if (orderCode === undefined) return undefined;
  const wrong = orderCode.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10));
  return await tryOrder(context, host, { ...body, orderCode: wrong }, {
    what: 'with a wrong order code',
    known: placingCodes,
  }); // prettier-ignore
}

/** Orders with an old cart version. @returns the order if the server accepts it */
async function tryStale(
  context: RunContext,
  host: Seated,
  body: Body,
  now: CartDetails,
): Promise<{ id: string } | undefined> {
  const { cartRowVersion } = getVersion(now);
  const { cartRowVersion: old } = body as { cartRowVersion?: number | null };
  if (cartRowVersion === undefined || old === cartRowVersion) return undefined;
  return await tryOrder(context, host, body, {
    what: 'with an outdated cartRowVersion',
    known: placingCodes,
  });
}

async function tryOrder(
  context: RunContext,
  host: Seated,
  body: Body,
  expected: { readonly what: string; readonly known: readonly number[] },
): Promise<{ id: string } | undefined> {
  const answer = await context.steps.provoke(placeOrder, toInput(context, host, body), expected);
  // The order may have been placed, so another attempt could place a second one.
  if (answer.kind === 'unreadable' || answer.kind === 'noAnswer') throw new RunEnded();
  if (answer.kind !== 'read') return undefined;
  checkPlaced(context, answer.data.order);
  return { id: answer.data.order.id };
}

/** Notes a server that reports a refusal inside of the order. The phone would show such an order as placed. */
function checkPlaced({ steps }: RunContext, { paymentStatus: status }: Order): void {
  if (status !== paymentStatus.orderCodeMiss) return;
  steps.rule(
    `${place} refuses with a code`,
    false,
    'order.paymentStatus is 1011, and the envelope says success',
  );
}

/** Makes the calls of the phone's pages after an order. */
export async function checkPages(
  context: RunContext,
  { host, mate, dish }: Party,
  placed: PlacedOrder,
): Promise<void> {
  const { steps } = context;
  const { id: orderId } = placed;
  const describeOrder = (id: string | undefined) => `order ${id ?? 'none'}`;
  const open = await steps.try(getTableActiveOrder, { diner: host }, (found) => describeOrder(found?.id));
  if (open.kind === 'read') checkOpen(context, host, open.data, placed);
  const query = { id: orderId };
  const detail = await steps.try(
    getOrderDetail,
    { diner: host, query },
    ({ id, orderItems }) => `${describeOrder(id)}, ${orderItems.length} lines`,
  );
  if (detail.kind === 'read') {
    const { id, orderItems, createAt } = detail.data;
    checkId(context, nameEndpoint(getOrderDetail), id, orderId);
    const pieces = countPieces(orderItems);
    const of = `${nameEndpoint(getOrderDetail)} shows the dishes`;
    const found = `orderItems[] has ${pieces} of ${placed.pieces} dishes`;
    const alone = 'an order takes its sender’s dishes alone: each diner orders by themselves';
    steps.rule(of, pieces >= placed.pieces, found, pieces > 0 ? alone : undefined);
    checkTime(steps, nameEndpoint(getOrderDetail), 'createAt', createAt, detail);
  }
  const others = await steps.ask(getOrderDetail, { diner: mate, query });
  const forHost = 'the other diners do not see the order';
  const isShared = others.kind === 'read';
  steps.rule(
    'others at the table see the order',
    isShared,
    isShared ? describeOrder(others.data.id) : others.kind,
    forHost,
  );
  await checkList(context, host, orderId);
  const processing = await steps.try(hasProcessingOrder, { diner: host }, (answer) =>
    String(answer.hasProcessingOrder),
  );
  if (processing.kind === 'read') {
    const { hasProcessingOrder: has, orderId: named = orderId } = processing.data;
    const of = `${nameEndpoint(hasProcessingOrder)} knows the open order`;
    const found = has ? describeOrder(named) : 'it says that there is no order';
    // If another diner opened the order, the server may show it only to that diner.
    const away =
      placed.before === undefined ? undefined : 'after a scan diners are not shown an order of others';
    steps.rule(of, has && [orderId, placed.before].includes(named), found, away);
  }
  await checkCartAfterOrder(context, { host, mate, dish });
  await orderAgain(context, { host, mate, dish }, placed);
}

function checkOpen({ steps }: RunContext, host: Seated, open: Order | null, placed: PlacedOrder): void {
  const { id, pieces, before } = placed;
  const of = nameEndpoint(getTableActiveOrder);
  const found = `order ${open?.id ?? 'none'}, and should be ${id}`;
  // With two open orders, the server may return the older one.
  const isThere = open !== null && (open.id === id || open.id === before);
  if (!steps.rule(`${of} has the order`, isThere, isThere ? `order ${open.id}` : found)) return;
  if (open?.id !== id) return;
  const lost = 'an order whose answer was lost is not found again';
  const here = countPieces(open.orderItems);
  steps.rule(`${of} has the dishes`, here >= pieces, `orderItems[] has ${here} of ${pieces}`, lost);
  const isNamed = open.orderItems.some(({ userId }) => userId === host.userId);
  const names = isNamed ? 'there' : 'neither orderItems[].userId nor userCarts[] names the diner';
  const nobody = 'after another scan the diner is not shown the order, and its dishes have no owner';
  steps.rule(`${of} says whose dishes they are`, isNamed, names, nobody);
}

async function checkList(context: RunContext, diner: Seated, orderId: string): Promise<void> {
  const query = { pageIndex: '1', pageSize: String(orderListPageSize) };
  const answer = await context.steps.try(
    getMemberOrderList,
    { diner, query },
    ({ list }) => `${list.length} orders`,
  );
  if (answer.kind !== 'read') return;
  const ids = answer.data.list.map(({ id }) => id);
  const found = `${ids.length} orders, and not ${orderId}; the first page is pageIndex 1`;
  const of = `${nameEndpoint(getMemberOrderList)} has the order`;
  context.steps.rule(of, ids.includes(orderId), ids.includes(orderId) ? 'there' : found);
}

function checkId({ steps }: RunContext, of: string, id: string, orderId: string): void {
  if (id !== orderId) steps.rule(`${of} has the order`, false, `order ${id}, and should be ${orderId}`);
}

/**
 * Checks that the ordered dishes left the cart, and that one phone can clear the whole table's cart.
 * @throws RunEnded
 */
async function checkCartAfterOrder(context: RunContext, { host, mate, dish }: Party): Promise<void> {
  const { steps } = context;
  const { data: cart } = await readCart(context, host);
  const left = getLines(cart, host).length;
  const twice = 'the ordered dishes are in the cart again';
  const found = `${left} lines of the sender in the cart`;
  steps.rule('the ordered dishes are no longer in the cart', left === 0, found, twice);
  for (const diner of [host, mate]) {
    const { data: before } = await readCart(context, diner);
    await postLines(context, diner, [...getLines(before, diner), dish], before);
  }
  const cleared = await steps.try(clearCart, { diner: host }, () => 'done');
  if (cleared.kind !== 'read') return;
  const { data: empty } = await readCart(context, host);
  const rest = listLines(empty).length;
  steps.rule(`${nameEndpoint(clearCart)} empties the table’s cart`, rest === 0, `${rest} lines are left`);
  if (rest === 0) await orderNothing(context, host, 'once more, of nothing');
}

/** Orders a second round. @throws RunEnded */
async function orderAgain(
  context: RunContext,
  { host, dish }: Party,
  { orderCode }: PlacedOrder,
): Promise<void> {
  const { data: before } = await readCart(context, host);
  await postLines(context, host, [...getLines(before, host), dish], before);
  const { data: cart } = await readCart(context, host);
  const body = createOrderBody(createDetail(context, host, cart), orderCode);
  const asked = toInput(context, host, body);
  const answer = await context.steps.provoke(placeOrder, asked, {
    what: 'of a second round',
    known: placingCodes,
  });
  const once = 'a table can order only once; the staff must add later dishes';
  if (answer.kind === 'refused')
    context.steps.rule('a table orders a second round', false, `refused with ${answer.code}`, once);
}
