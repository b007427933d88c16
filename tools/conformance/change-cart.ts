/** The part of the run in which two diners change the table's cart. */
import { getGuests, updateCart, type CartDetails } from '#contract/calls/cart.ts';
import { codes } from '#contract/codes.ts';
import type { OrderItem } from '#contract/order-fields.ts';
import { nameEndpoint } from './steps.ts';
import { checkTime } from './times.ts';
import {
  createCartBody,
  compareQuantity,
  getLines,
  countPieces,
  postLines,
  readCart,
  saveName,
  sitDown,
  getVersion,
  type RunContext,
  type Seated,
} from './context.ts';

const post = nameEndpoint(updateCart);
const quantity = 'orderItems[].quantity';

/** The number of guests that one phone sends. */
const guests = 3;

/**
 * Adds, changes and removes dishes, and checks what the second diner sees.
 * @returns the second diner.
 * @throws RunEnded
 */
export async function changeCart(context: RunContext, ann: Seated, dish: OrderItem): Promise<Seated> {
  const { steps } = context;
  const empty = (await readCart(context, ann)).data;
  await postLines(context, ann, [...getLines(empty, ann), dish], empty);
  const added = await readCart(context, ann);
  const one = added.data;
  check(context, `${post} adds a dish`, countPieces(getLines(one, ann), dish), 1);
  checkTime(steps, 'GET /api/shoppingCart', 'lastOperateAt', one.lastOperateAt, added);
  checkTime(steps, 'GET /api/shoppingCart', 'updateAt', one.updateAt, added);

  await postLines(context, ann, setQuantity(getLines(one, ann), dish, 2), one);
  const two = (await readCart(context, ann)).data;
  check(context, `${post} changes the line of an id`, countPieces(getLines(two, ann), dish), 2);
  await setGuests(context, ann, two);

  const ben = await sitDown(context);
  const kept = (await readCart(context, ann)).data;
  const stays = 'POST /api/shoppingCart/initialize leaves the cart as it is';
  check(context, stays, countPieces(getLines(kept, ann), dish), 2);
  const seen = await readCart(context, ben);
  const shared = 'GET /api/shoppingCart shows the others at the table, by the header tableId';
  check(context, shared, countPieces(getLines(seen.data, ann), dish), 2);
  await saveName(context, ben, 'Ben');
  await postLines(context, ben, [...getLines(seen.data, ben), dish], seen.data);
  const both = (await readCart(context, ben)).data;
  const others = `${post} leaves the others’ lines as they are`;
  check(context, others, countPieces(getLines(both, ann), dish), 2);
  check(context, `${post} adds another diner’s dish`, countPieces(getLines(both, ben), dish), 1);
  await sendStale(context, ben, { old: one, now: both }, dish);

  const now = (await readCart(context, ann)).data;
  const rest = getLines(now, ann).filter(({ productId }) => productId !== dish.productId);
  await postLines(context, ann, rest, now);
  const none = (await readCart(context, ann)).data;
  check(context, `${post} takes away a line that is left out`, countPieces(getLines(none, ann), dish), 0);
  return ben;
}

function check({ steps }: RunContext, of: string, found: number, wanted: number): void {
  steps.rule(of, found === wanted, compareQuantity(quantity, found, wanted));
}

function setQuantity(lines: readonly OrderItem[], dish: OrderItem, wanted: number): OrderItem[] {
  return lines.map((line) => ({ ...line, ...(line.productId === dish.productId && { quantity: wanted }) }));
}

/** Sets the number of guests and checks that both calls return it, under whatever name. */
async function setGuests(context: RunContext, diner: Seated, cart: CartDetails): Promise<void> {
  const { steps } = context;
  await postLines(context, diner, getLines(cart, diner), cart, guests);
  const answer = await steps.try(getGuests, { diner }, (told) => `${told.guests} guests`);
  const told = answer.kind === 'read' ? answer.data.guests : undefined;
  const { data } = await readCart(context, diner);
  const inCart = data.guests ?? guests;
  const found = `orderDetail.guests was ${guests}; GET /api/shoppingCart/guests says ${told}, the cart ${data.guests ?? 'nothing'}`;
  const each = 'each phone asks its diner how many they are';
  steps.rule('the number of guests is kept', told === guests && inCart === guests, found, each);
}

/**
 * Sends a change with an old cart version. The phone expects code 66666, reads the cart again and resends the change.
 */
async function sendStale(
  context: RunContext,
  diner: Seated,
  { old, now }: { readonly old: CartDetails; readonly now: CartDetails },
  dish: OrderItem,
): Promise<void> {
  const { steps, options } = context;
  const [before, version] = [getVersion(old), getVersion(now)];
  if (JSON.stringify(before) === JSON.stringify(version)) {
    const found = 'GET /api/shoppingCart has no cartRowVersion that changes';
    const late = 'a change that arrives late replaces a newer one';
    steps.rule('a cart has a version', false, found, late);
    return;
  }
  const more = setQuantity(getLines(now, diner), dish, 2);
  const body = createCartBody(options.merchantId, diner, more, before);
  const stale = { what: 'with an outdated cartRowVersion', known: [codes.shoppingCartUpdated] };
  await steps.provoke(updateCart, { diner, body }, stale);
  const { data } = await readCart(context, diner);
  await postLines(context, diner, setQuantity(getLines(data, diner), dish, 2), data);
  const { data: after } = await readCart(context, diner);
  check(context, `${post} takes the change of the newest cart`, countPieces(getLines(after, diner), dish), 2);
}
