/** The part of the run in which two diners change the table's cart. */
import { getGuests, updateCart, type CartDetails } from '#contract/calls/cart.ts';
import { codes } from '#contract/codes.ts';
import type { OrderItem } from '#contract/order-fields.ts';
import { endpointOf } from './steps.ts';
import { checkTime } from './times.ts';
import {
  createCartBody,
  compareQuantity,
  linesOf,
  countPieces,
  postLines,
  readCart,
  saveName,
  sitDown,
  versionOf,
  type RunContext,
  type Seated,
} from './context.ts';

const post = endpointOf(updateCart);
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
  await postLines(context, ann, [...linesOf(empty, ann), dish], empty);
  const added = await readCart(context, ann);
  const one = added.data;
  check(context, `${post} adds a dish`, countPieces(linesOf(one, ann), dish), 1);
  checkTime(steps, 'GET /api/shoppingCart', 'lastOperateAt', one.lastOperateAt, added);
  checkTime(steps, 'GET /api/shoppingCart', 'updateAt', one.updateAt, added);

  await postLines(context, ann, setQuantity(linesOf(one, ann), dish, 2), one);
  const two = (await readCart(context, ann)).data;
  check(context, `${post} changes the line of an id`, countPieces(linesOf(two, ann), dish), 2);
  await setGuests(context, ann, two);

  const ben = await sitDown(context);
  const kept = (await readCart(context, ann)).data;
  const stays = 'POST /api/shoppingCart/initialize leaves the cart as it is';
  check(context, stays, countPieces(linesOf(kept, ann), dish), 2);
  const seen = await readCart(context, ben);
  const shared = 'GET /api/shoppingCart shows the others at the table, by the header tableId';
  check(context, shared, countPieces(linesOf(seen.data, ann), dish), 2);
  await saveName(context, ben, 'Ben');
  await postLines(context, ben, [...linesOf(seen.data, ben), dish], seen.data);
  const both = (await readCart(context, ben)).data;
  const others = `${post} leaves the others’ lines as they are`;
  check(context, others, countPieces(linesOf(both, ann), dish), 2);
  check(context, `${post} adds another diner’s dish`, countPieces(linesOf(both, ben), dish), 1);
  await sendStale(context, ben, { old: one, now: both }, dish);

  const now = (await readCart(context, ann)).data;
  const rest = linesOf(now, ann).filter(({ productId }) => productId !== dish.productId);
  await postLines(context, ann, rest, now);
  const none = (await readCart(context, ann)).data;
  check(context, `${post} takes away a line that is left out`, countPieces(linesOf(none, ann), dish), 0);
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
  await postLines(context, diner, linesOf(cart, diner), cart, guests);
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
  const [before, version] = [versionOf(old), versionOf(now)];
  if (JSON.stringify(before) === JSON.stringify(version)) {
    const found = 'GET /api/shoppingCart has no cartRowVersion that changes';
    const late = 'a change that arrives late replaces a newer one';
    steps.rule('a cart has a version', false, found, late);
    return;
  }
  const more = setQuantity(linesOf(now, diner), dish, 2);
  const body = createCartBody(options.merchantId, diner, more, before);
  const stale = { what: 'with an outdated cartRowVersion', known: [codes.shoppingCartUpdated] };
  await steps.provoke(updateCart, { diner, body }, stale);
  const { data } = await readCart(context, diner);
  await postLines(context, diner, setQuantity(linesOf(data, diner), dish, 2), data);
  const { data: after } = await readCart(context, diner);
  check(context, `${post} takes the change of the newest cart`, countPieces(linesOf(after, diner), dish), 2);
}
