import {
  readFields,
  readFirst,
  readId,
  isFields,
  isTrue,
  readList,
  readNumber,
  readText,
  type Fields,
} from './input.ts';
import { createId, Refusal, type Asking, type Line, type Modifier, type World } from './state.ts';
import { spellVersion } from './wire.ts';

/** Reads the lines of a cart or order from a request body, and checks them against the menu. */

/** A line of a request that passed the checks. */
export interface SentLine {
  id: string | undefined;
  productId: string;
  quantity: number;
  notes: string;
  modifiers: Modifier[];
  toGo: boolean;
}

const longestLists = 200;

function hasOrder(value: unknown): value is Fields {
  return isFields(value) && readFirst(value, ['orderItems']) !== undefined;
}

/** Finds the order detail in the body of a cart post. */
export function findCartOrder(asking: Asking): Fields {
  const { cartBodyName } = asking.world.switches;
  const body = readFields(asking.body);
  const places: Record<string, unknown> = { order: body.order, orderDetail: body.orderDetail, flat: body };
  const wanted =
    cartBodyName === 'any'
      ? [body.orderDetail, body.order, body.orderDetails, body.cart, body]
      : [places[cartBodyName]];
  const found = wanted.find(hasOrder);
  if (found === undefined) throw new Refusal(400, 'The order items are missing.');
  return found;
}

/** Finds the order in the body of place or preview. */
export function findPlacedOrder(asking: Asking): Fields {
  const { orderBody } = asking.world.switches;
  const body = readFields(asking.body);
  if (orderBody === 'wrapped' && !isFields(body.order)) throw new Refusal(400, 'The order is missing.');
  if (orderBody !== 'flat' && isFields(body.order)) return { ...body, ...body.order };
  if (!isFields(asking.body)) throw new Refusal(400, 'The order is missing.');
  return body;
}

function readModifier(
  world: World,
  groups: { id: string; name: string; price: number }[],
  sent: unknown,
): Modifier | undefined {
  const fields = readFields(sent);
  const productId = readId(readFirst(fields, ['modifierProductId', 'productId', 'id']));
  const quantity = readNumber(fields.quantity) ?? 1;
  if (productId === undefined || quantity <= 0) return undefined;
  const option = groups.find((one) => one.id === productId);
  if (option === undefined) {
    if (world.switches.optionCheck !== 'none')
      throw new Refusal(1997, 'This dish has changed. Please add it again to your cart.');
    return undefined;
  }
  return {
    id: readId(fields.id) ?? createId(world),
    productId,
    quantity: Math.min(quantity, 99),
    price: option.price,
    name: option.name,
  };
}

export function readLines(world: World, value: unknown): SentLine[] {
  const sent = readList(value);
  if (sent === undefined || sent.length > longestLists)
    throw new Refusal(400, 'The order items must be a list of at most 200.');
  return sent.map((one) => readLine(world, one));
}

function readLine(world: World, sent: unknown): SentLine {
  if (!isFields(sent)) throw new Refusal(400, 'An order item must be an object.');
  const productId = readId(sent.productId);
  const quantity = readNumber(sent.quantity);
  if (productId === undefined) throw new Refusal(400, 'An order item lacks its product.');
  if (quantity === undefined || Math.abs(quantity) > 999)
    throw new Refusal(400, 'An order item needs a quantity of at most 999.');
  const place = world.products.get(productId);
  if (place === undefined) throw new Refusal(2025, 'This item is no longer on the menu.');
  const options = place.product.groups.flatMap((group) => group.options);
  const sentModifiers = readList(sent.orderItemModifiers) ?? [];
  if (sentModifiers.length > longestLists) throw new Refusal(400, 'An order item has too many options.');
  const modifiers = sentModifiers.flatMap((one) => readModifier(world, options, one) ?? []);
  if (world.switches.optionCheck === 'limits' && quantity > 0) checkLimits(place.product.groups, modifiers);
  return {
    id: readId(sent.id),
    productId,
    quantity,
    notes: readText(sent.notes, 500) ?? '',
    modifiers,
    toGo: isTrue(sent.type) || sent.type === 'to-go' || sent.type === 'toGo',
  };
}

function checkLimits(
  groups: { min: number; max: number; options: { id: string }[] }[],
  modifiers: Modifier[],
): void {
  for (const group of groups) {
    const chosen = modifiers.filter((modifier) =>
      group.options.some((option) => option.id === modifier.productId),
    );
    const number = chosen.reduce((total, modifier) => total + modifier.quantity, 0);
    if (number < group.min || number > group.max)
      throw new Refusal(1997, 'Please choose the options of this dish again.');
  }
}

function createModifierKey(modifiers: Modifier[]): string {
  return modifiers
    .map((modifier) => `${modifier.productId}:${modifier.quantity}`)
    .sort()
    .join(',');
}

/** Two lines are equal when they have the same product (and so its category), notes and options. */
export function isEqualLine(a: Omit<SentLine, 'id'>, b: Omit<SentLine, 'id'>): boolean {
  return (
    a.productId === b.productId &&
    a.notes === b.notes &&
    a.toGo === b.toGo &&
    createModifierKey(a.modifiers) === createModifierKey(b.modifiers)
  );
}

export function toLine(world: World, sent: SentLine): Line {
  const { productId, quantity, notes, modifiers, toGo } = sent;
  return { id: createId(world), productId, quantity, notes, modifiers, toGo };
}

/** Refuses a stale cart version. `part` is the request that the phone makes. */
export function checkCartVersion(
  asking: Asking,
  fields: Fields,
  version: number,
  part: 'cart' | 'order',
): void {
  const { switches } = asking.world;
  const { cartVersionCheck: check } = switches;
  const names = part === 'cart' ? ['cartRowVersion', switches.cartVersionName] : ['cartRowVersion'];
  // A server that never sends versions cannot expect them back.
  const hasVersion = switches.rowVersions !== 'absent' && switches.cartVersionIn !== 'nowhere';
  if (check === 'ignored' || !hasVersion || (part === 'cart' && check !== 'orderAndCart')) return;
  const sent = readText(readFirst({ ...readFields(asking.body), ...fields }, names));
  if (sent === undefined && check !== 'required') return;
  if (sent !== spellVersion(version, switches))
    throw new Refusal(66666, 'The cart was updated by another diner.');
}
