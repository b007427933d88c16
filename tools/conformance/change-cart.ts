/** Two diners change the table's cart. */
import { getGuests, updateCart, type CartDetails } from '#contract/calls/cart.ts';
import { codes } from '#contract/codes.ts';
import type { OrderItem } from '#contract/order-fields.ts';
import { endpointOf } from './steps.ts';
import { checkTime } from './times.ts';
import {
  cartBody,
  counted,
  linesOf,
  piecesIn,
  postLines,
  readCart,
  saveName,
  sitDown,
  versionOf,
  type Scene,
  type Seated,
} from './scene.ts';

const post = endpointOf(updateCart);
const quantity = 'orderItems[].quantity';

/** How many guests one phone says they are. */
const guests = 3;

/** Dishes come, are changed, are seen by another diner, and go. @returns that diner. Throws JourneyEnds. */
export async function changeCart(scene: Scene, ann: Seated, dish: OrderItem): Promise<Seated> {
  const { steps } = scene;
  const empty = (await readCart(scene, ann)).data;
  await postLines(scene, ann, [...linesOf(empty, ann), dish], empty);
  const added = await readCart(scene, ann);
  const one = added.data;
  check(scene, `${post} adds a dish`, piecesIn(linesOf(one, ann), dish), 1);
  checkTime(steps, 'GET /api/shoppingCart', 'lastOperateAt', one.lastOperateAt, added);
  checkTime(steps, 'GET /api/shoppingCart', 'updateAt', one.updateAt, added);

  await postLines(scene, ann, withQuantity(linesOf(one, ann), dish, 2), one);
  const two = (await readCart(scene, ann)).data;
  check(scene, `${post} changes the line of an id`, piecesIn(linesOf(two, ann), dish), 2);
  await setGuests(scene, ann, two);

  const ben = await sitDown(scene);
  const kept = (await readCart(scene, ann)).data;
  const stays = 'POST /api/shoppingCart/initialize leaves the cart as it is';
  check(scene, stays, piecesIn(linesOf(kept, ann), dish), 2);
  const seen = await readCart(scene, ben);
  const shared = 'GET /api/shoppingCart shows the others at the table, by the header tableId';
  check(scene, shared, piecesIn(linesOf(seen.data, ann), dish), 2);
  await saveName(scene, ben, 'Ben');
  await postLines(scene, ben, [...linesOf(seen.data, ben), dish], seen.data);
  const both = (await readCart(scene, ben)).data;
  const others = `${post} leaves the others’ lines as they are`;
  check(scene, others, piecesIn(linesOf(both, ann), dish), 2);
  check(scene, `${post} adds another diner’s dish`, piecesIn(linesOf(both, ben), dish), 1);
  await sendStale(scene, ben, { old: one, now: both }, dish);

  const now = (await readCart(scene, ann)).data;
  const rest = linesOf(now, ann).filter(({ productId }) => productId !== dish.productId);
  await postLines(scene, ann, rest, now);
  const none = (await readCart(scene, ann)).data;
  check(scene, `${post} takes away a line that is left out`, piecesIn(linesOf(none, ann), dish), 0);
  return ben;
}

function check({ steps }: Scene, of: string, found: number, wanted: number): void {
  steps.rule(of, found === wanted, counted(quantity, found, wanted));
}

function withQuantity(lines: readonly OrderItem[], dish: OrderItem, wanted: number): OrderItem[] {
  return lines.map((line) => ({ ...line, ...(line.productId === dish.productId && { quantity: wanted }) }));
}

/** One phone says how many they are; the others must hear of it, whatever the number is called. */
async function setGuests(scene: Scene, diner: Seated, cart: CartDetails): Promise<void> {
  const { steps } = scene;
  await postLines(scene, diner, linesOf(cart, diner), cart, guests);
  const answer = await steps.try(getGuests, { diner }, (told) => `${told.guests} guests`);
  const told = answer.kind === 'read' ? answer.data.guests : undefined;
  const { data } = await readCart(scene, diner);
  const inCart = data.guests ?? guests;
  const found = `orderDetail.guests was ${guests}; GET /api/shoppingCart/guests says ${told}, the cart ${data.guests ?? 'nothing'}`;
  const each = 'each phone asks its diner how many they are';
  steps.rule('the number of guests is kept', told === guests && inCart === guests, found, each);
}

/** What a phone sends that has not seen the newest cart. Refused with 66666 it looks again, and sends once more. */
async function sendStale(
  scene: Scene,
  diner: Seated,
  { old, now }: { readonly old: CartDetails; readonly now: CartDetails },
  dish: OrderItem,
): Promise<void> {
  const { steps, options } = scene;
  const [before, version] = [versionOf(old), versionOf(now)];
  if (JSON.stringify(before) === JSON.stringify(version)) {
    const found = 'GET /api/shoppingCart tells no cartRowVersion that changes';
    const late = 'a change that arrives late replaces a newer one';
    steps.rule('a cart has a version', false, found, late);
    return;
  }
  const more = withQuantity(linesOf(now, diner), dish, 2);
  const body = cartBody(options.merchantId, diner, more, before);
  const stale = { what: 'with a cartRowVersion that is over', known: [codes.shoppingCartUpdated] };
  await steps.provoke(updateCart, { diner, body }, stale);
  const { data } = await readCart(scene, diner);
  await postLines(scene, diner, withQuantity(linesOf(data, diner), dish, 2), data);
  const { data: after } = await readCart(scene, diner);
  check(scene, `${post} takes the change of the newest cart`, piecesIn(linesOf(after, diner), dish), 2);
}
