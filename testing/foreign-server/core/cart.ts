import { encodeCartDetails, encodeCartOrder } from './encode.ts';
import { readFields, readFirst, readNumber } from './input.ts';
import { checkCartVersion, findCartOrder, isEqualLine, readLines, toLine, type SentLine } from './lines.ts';
import { publishGuests, publishLine, publishOrderType, publishSimple } from './messages.ts';
import {
  findOrCreateCart,
  createId,
  needPerson,
  Refusal,
  touchCart,
  type Asking,
  type Cart,
  type OwnedLine,
  type World,
} from './state.ts';
import { toCount, toId, toEnum } from './wire.ts';

/**
 * The shared cart of a table. It holds lines, each with its owner.
 *
 * A post is applied to a copy of the lines. If anything in it is refused, the cart stays as it was.
 * The switch postMeans decides whether a post is the whole cart or a list of changes:
 *
 *   wholeOfAsker   [a:2]  and the cart a:1 b:3 of the asker   gives  a:2
 *   change         [a:2]                                      gives  a:3 b:3
 */
export function openCart(asking: Asking): Cart {
  const { world, tableId } = asking;
  const person = needPerson(asking);
  if (tableId !== undefined) {
    if (!world.tables.some((table) => table.id === tableId))
      throw new Refusal(10010, 'This table is unavailable.');
    if (world.switches.tableState === 'unavailable') throw new Refusal(10010, 'This table is unavailable.');
    return findOrCreateCart(world, tableId, tableId);
  }
  if (world.switches.cartWithoutTable === 'refused') throw new Refusal(400, 'Please scan the QR code again.');
  return findOrCreateCart(world, `person:${person.id}`, undefined);
}

const copyLines = (lines: OwnedLine[]): OwnedLine[] =>
  lines.map(({ personId, line }) => ({ personId, line: { ...line } }));

function checkSoldOut(world: World, sent: SentLine, before: number): void {
  const product = world.products.get(sent.productId)?.product;
  if (world.switches.soldOutPost === 'refused' && product?.soldOut === true && sent.quantity > before) {
    throw new Refusal(2025, `${product.name} is sold out.`);
  }
}

/** Weights have decimals. Rounding keeps sums such as 0.1 + 0.2 short. */
const addQuantities = (a: number, b: number): number => Number((a + b).toFixed(3));

/** The state of one post while its lines are applied. */
interface Post {
  world: World;
  personId: string;
  lines: OwnedLine[];
  named: Set<OwnedLine>;
  sent: SentLine[];
}

function addNew(post: Post, sent: SentLine): void {
  checkSoldOut(post.world, sent, 0);
  const owned = { personId: post.personId, line: toLine(post.world, sent) };
  post.lines.push(owned);
  post.named.add(owned);
}

function findEqual(post: Post, sent: SentLine): OwnedLine | undefined {
  return post.lines.find((owned) => owned.personId === post.personId && isEqualLine(owned.line, sent));
}

/** Handles the quantities below zero. Returns true when nothing is left to do. */
function applyNegative(post: Post, sent: SentLine, target: OwnedLine | undefined): boolean {
  if (sent.quantity >= 0) return false;
  const { negativeQuantity } = post.world.switches;
  if (negativeQuantity === 'refused') throw new Refusal(400, 'A quantity must not be negative.');
  if (negativeQuantity === 'line') addNew(post, sent);
  else if (target !== undefined)
    target.line.quantity = Math.max(0, addQuantities(target.line.quantity, sent.quantity));
  if (target !== undefined) post.named.add(target);
  return true;
}

/** An unknown id is refused, ignored, or makes the line a new one. Returns true when the line is to be ignored. */
function isIgnoredId(post: Post, sent: SentLine, target: OwnedLine | undefined): boolean {
  const { unknownLineId } = post.world.switches;
  if (sent.id === undefined || target !== undefined || unknownLineId === 'newLine') return false;
  if (unknownLineId === 'refused')
    throw new Refusal(1997, 'This line is gone. Please add it again to your cart.');
  return true;
}

function applyChange(post: Post, sent: SentLine): void {
  const byId = sent.id === undefined ? undefined : post.lines.find((owned) => owned.line.id === sent.id);
  if (byId !== undefined && byId.personId !== post.personId) return;
  if (isIgnoredId(post, sent, byId)) return;
  const target =
    byId ??
    (post.world.switches.equalLines === 'merged' || sent.quantity < 0 ? findEqual(post, sent) : undefined);
  if (applyNegative(post, sent, target)) return;
  if (target === undefined) {
    if (sent.quantity > 0) addNew(post, sent);
    return;
  }
  checkSoldOut(post.world, sent, 0);
  Object.assign(target.line, {
    quantity: addQuantities(target.line.quantity, sent.quantity),
    notes: sent.notes,
    modifiers: sent.modifiers,
    toGo: sent.toGo,
  });
}

function applyWhole(post: Post, sent: SentLine): void {
  const { switches } = post.world;
  const byId = sent.id === undefined ? undefined : post.lines.find((owned) => owned.line.id === sent.id);
  if (byId !== undefined && byId.personId !== post.personId && switches.postMeans === 'wholeOfAsker') return;
  if (isIgnoredId(post, sent, byId)) return;
  const equal = byId === undefined ? findEqual(post, sent) : undefined;
  if (applyNegative(post, sent, byId ?? equal)) return;
  const target = byId ?? equal;
  if (target === undefined) {
    if (sent.quantity > 0) addNew(post, sent);
    return;
  }
  // If the post already set this line, or names it by id elsewhere, the sent line adds to it. Otherwise it replaces it.
  const isNamed =
    post.named.has(target) ||
    (byId === undefined &&
      (switches.missingLine === 'kept' || post.sent.some((one) => one.id === target.line.id)));
  if (isNamed && switches.equalLines === 'apart') return addNew(post, sent);
  const quantity =
    isNamed && byId === undefined ? addQuantities(target.line.quantity, sent.quantity) : sent.quantity;
  checkSoldOut(post.world, { ...sent, quantity }, target.line.quantity);
  Object.assign(target.line, { quantity, notes: sent.notes, modifiers: sent.modifiers, toGo: sent.toGo });
  post.named.add(target);
}

function applyLines(world: World, cart: Cart, personId: string, sent: SentLine[]): OwnedLine[] {
  const { switches } = world;
  const post: Post = { world, personId, lines: copyLines(cart.lines), named: new Set(), sent };
  const apply = switches.postMeans === 'change' ? applyChange : applyWhole;
  for (const one of sent) apply(post, one);
  const isGone = (owned: OwnedLine) => {
    const inScope =
      switches.postMeans === 'wholeOfTable' ||
      (switches.postMeans === 'wholeOfAsker' && owned.personId === personId);
    return inScope && switches.missingLine === 'removed' && !post.named.has(owned);
  };
  const remaining = post.lines.filter(
    (owned) =>
      !isGone(owned) &&
      (owned.line.quantity > 0 || (owned.line.quantity < 0 && switches.negativeQuantity === 'line')),
  );
  if (remaining.length > 300) throw new Refusal(400, 'The cart is full.');
  return remaining;
}

/** Publishes one message for each line whose quantity or notes changed. */
function publishDifference(asking: Asking, before: OwnedLine[], after: OwnedLine[]): void {
  const { world, tableId, browserId } = asking;
  const personId = asking.person?.id;
  for (const { line } of after) {
    const old = before.find((owned) => owned.line.id === line.id)?.line;
    const change = line.quantity - (old?.quantity ?? 0);
    if (change !== 0 || old === undefined || !isEqualLine(old, line))
      publishLine(world, tableId, browserId, personId, line, change);
  }
  for (const { line } of before) {
    if (!after.some((owned) => owned.line.id === line.id))
      publishLine(world, tableId, browserId, personId, line, -line.quantity);
  }
}

export function postCart(asking: Asking): unknown {
  const { world } = asking;
  const { switches } = world;
  const cart = openCart(asking);
  const person = needPerson(asking);
  if (switches.nameNeeded === 'yes' && !person.firstName)
    throw new Refusal(400, 'Please enter your name first.');
  const detail = findCartOrder(asking);
  checkCartVersion(asking, detail, cart.version, 'cart');
  const before = cart.lines;
  const after = applyLines(world, cart, person.id, readLines(world, detail.orderItems));
  cart.lines = after;
  const guests = readNumber(detail.guests);
  if (
    switches.guestsFromCart === 'taken' &&
    guests !== undefined &&
    Number.isInteger(guests) &&
    guests > 0 &&
    guests < 1000
  )
    cart.guestCount = guests;
  touchCart(world, cart);
  publishDifference(asking, before, after);
  if (switches.lineIds === 'renewed')
    cart.lines = after.map(({ personId, line }) => ({ personId, line: { ...line, id: createId(world) } }));
  const order = () =>
    encodeCartOrder(world, cart, switches.postAnswerLines === 'own' ? person.id : undefined);
  switch (switches.cartPostAnswer) {
    case 'order':
      return order();
    case 'wrapped':
      return { order: order() };
    case 'true':
      return true;
    case 'null':
      return null;
    case 'details':
      return encodeCartDetails(world, cart, [person.id]);
  }
}

export function getCart(asking: Asking): unknown {
  const { world } = asking;
  const cart = openCart(asking);
  if (cart.lines.length === 0 && world.switches.emptyCart === 'null') return null;
  const details = encodeCartDetails(world, cart, [needPerson(asking).id]) as { userCarts: unknown };
  switch (world.switches.cartGetAnswer) {
    case 'details':
      return details;
    case 'order':
      return encodeCartOrder(world, cart, undefined, true);
    case 'wrapped':
      return { cart: details };
    case 'userCarts':
      return details.userCarts;
  }
}

function getShownGuests(asking: Asking, cart: Cart): number | null {
  const unset = { zero: 0, one: 1, null: null }[asking.world.switches.guestsUnset];
  return cart.guestCount ?? unset;
}

function encodeSession(asking: Asking, cart: Cart): object {
  return {
    tableId: toId(cart.tableId),
    guestCount: toCount(getShownGuests(asking, cart) ?? undefined),
    orderType: toEnum(cart.orderType, String(cart.orderType)),
    order: encodeCartOrder(asking.world, cart),
  };
}

function answerGuests(asking: Asking, cart: Cart): unknown {
  const form = asking.world.switches.guestsAnswer;
  const guests = toCount(getShownGuests(asking, cart) ?? undefined) ?? null;
  if (form === 'session') return encodeSession(asking, cart);
  return form === 'number' ? guests : { [form]: guests };
}

export function getGuests(asking: Asking): unknown {
  return answerGuests(asking, openCart(asking));
}

export function initializeCart(asking: Asking): unknown {
  const { world } = asking;
  const cart = openCart(asking);
  const body = readFields(asking.body);
  const sources = { ...asking.query, ...readFields(body.order), ...body };
  const guests =
    readNumber(readFirst(sources, ['guestCount', 'guests', 'guestNumber', 'count'])) ??
    readNumber(asking.body);
  const type = readNumber(readFirst(sources, ['orderType', 'type']));
  if (guests !== undefined && (!Number.isInteger(guests) || guests < 1 || guests > 999))
    throw new Refusal(400, 'The number of guests must be from 1 to 999.');
  if (type !== undefined && (!Number.isInteger(type) || type < 0 || type > 108))
    throw new Refusal(400, 'The order type is unknown.');
  const again = cart.initialized ? world.switches.initializeAgain : 'overwrites';
  if (again === 'refused') throw new Refusal(10010, 'This table is unavailable.');
  if (again === 'overwrites') setSession(asking, cart, guests, type);
  switch (world.switches.initializeAnswer) {
    case 'session':
      return encodeSession(asking, cart);
    case 'true':
      return true;
    case 'null':
      return null;
    case 'order':
      return encodeCartOrder(world, cart);
    case 'guests':
      return answerGuests(asking, cart);
  }
}

function setSession(asking: Asking, cart: Cart, guests: number | undefined, type: number | undefined): void {
  cart.initialized = true;
  if (asking.world.switches.initializeClears === 'yes') cart.lines = [];
  if (guests !== undefined) cart.guestCount = guests;
  if (type !== undefined) cart.orderType = type;
  touchCart(asking.world, cart);
  if (guests !== undefined) publishGuests(asking, guests);
  if (type !== undefined) publishOrderType(asking, type);
}

export function clearCart(asking: Asking): unknown {
  const { world } = asking;
  const cart = openCart(asking);
  const person = needPerson(asking);
  cart.lines =
    world.switches.clearScope === 'table' ? [] : cart.lines.filter((owned) => owned.personId !== person.id);
  if (world.switches.clearForgetsGuests === 'yes') cart.guestCount = undefined;
  touchCart(world, cart);
  publishSimple(asking, 'clear cart');
  switch (world.switches.clearAnswer) {
    case 'true':
      return true;
    case 'null':
      return null;
    case 'order':
      return encodeCartOrder(world, cart);
    case 'details':
      return encodeCartDetails(world, cart, [person.id]);
  }
}
