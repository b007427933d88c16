/** The parts of the run about refused calls, and about a guest whose token is not valid any more. */
import { getCart, updateCart } from '#contract/calls/cart.ts';
import { getMember, registerGuest } from '#contract/calls/member.ts';
import { placeOrder } from '#contract/calls/order.ts';
import { codes } from '#contract/codes.ts';
import type { OrderItem } from '#contract/order-fields.ts';
import type { Diner } from './ask.ts';
import {
  createCartBody,
  getLines,
  describeMember,
  postLines,
  readCart,
  type RunContext,
  type Seated,
  getVersion,
} from './context.ts';

/** An id that does not exist on any server. */
const unknownId = '999999999999999';

/** Places an order without dishes. The phone must be able to read the refusal. */
export async function orderNothing(context: RunContext, diner: Seated, what: string): Promise<void> {
  const { tableId, tableName, userId: memberId } = diner;
  const { merchantId } = context.options;
  const order = { merchantId, memberId, tableId, tableName, orderItems: [] };
  const body = { ...order, order };
  await context.steps.provoke(placeOrder, { diner, body }, { what, known: placingCodes });
}

/** The codes of `placeOrder` for which the phone has its own texts. */
export const placingCodes: readonly number[] = [
  codes.guestModeDoesNotSupportPlacingOrders,
  codes.pleaseAddItAgainToYourCart,
  codes.orderSubmitted,
  codes.shoppingCartUpdated,
  codes.orderCodeMiss,
];

/** Sends changes with unknown dishes, options and tables. @throws RunEnded */
export async function provokeRefusals(context: RunContext, guest: Seated, dish: OrderItem): Promise<void> {
  const { options, steps } = context;
  const { merchantId } = options;
  const { data: cart } = await readCart(context, guest);
  const own = getLines(cart, guest);
  const send = (line: OrderItem) => ({
    diner: guest,
    body: createCartBody(merchantId, guest, [...own, line], getVersion(cart)),
  });
  const known = [codes.soldOut, codes.pleaseAddItAgainToYourCart];
  const noDish = { ...dish, productId: unknownId };
  await steps.provoke(updateCart, send(noDish), { what: 'with an unknown dish', known });
  const option = { id: undefined, modifierProductId: unknownId, quantity: 1, price: '0', name: 'Option' };
  const noOption = { ...dish, orderItemModifiers: [option] };
  await steps.provoke(updateCart, send(noOption), { what: 'with an unknown option', known });
  const { data: after } = await readCart(context, guest);
  await postLines(context, guest, own, after);
  const query = { merchantId, browserId: guest.browserId };
  await steps.provoke(
    getCart,
    { diner: { ...guest, tableId: unknownId }, query },
    { what: 'of an unknown table', known: [codes.tableUnavailable] },
  );
}

/** Checks that a guest with an invalid token can register again and continue. */
export async function loseToken(context: RunContext, table: Seated): Promise<void> {
  const { options, steps } = context;
  const browser: Diner = { browserId: options.newBrowserId() };
  const first = await steps.ask(registerGuest, { diner: browser });
  if (first.kind !== 'read') return;
  const { tableId } = table;
  const query = { merchantId: options.merchantId, browserId: browser.browserId };
  const stranger = { ...browser, tableId, token: 'worthless' };
  const lost = await steps.provoke(
    getCart,
    { diner: stranger, query },
    { what: 'with an invalid token', known: [codes.unauthorized] },
  );
  if (lost.kind !== 'refused') return;
  const found = `refused with ${lost.code}`;
  if (!steps.rule('an invalid token is refused with 401', lost.code === codes.unauthorized, found)) return;
  const again = await steps.try(registerGuest, { diner: browser }, describeMember);
  const token = again.kind === 'read' ? again.data.token : undefined;
  const isGood = token !== undefined && token !== '';
  const diner = { ...browser, token: token ?? '' };
  const answer = isGood ? await steps.ask(getMember, { diner }) : undefined;
  const hasGoneOn = answer !== undefined && (answer.kind !== 'refused' || answer.code !== codes.unauthorized);
  const back = isGood
    ? hasGoneOn
      ? 'registered again'
      : 'the new token is refused as well'
    : 'no token came';
  steps.rule('POST /api/member/register/guest gives the guest a new token', hasGoneOn, back);
}

/** Registers two phones with the same fingerprint, as two phones of one model may have. They must be two diners. */
export async function registerTwins({ options, steps }: RunContext): Promise<void> {
  const fingerprint = options.newBrowserId();
  const register = async () => {
    const diner = { browserId: options.newBrowserId(), fingerprint };
    return await steps.ask(registerGuest, { diner });
  };
  const [first, second] = [await register(), await register()];
  if (first.kind !== 'read' || second.kind !== 'read') return;
  const isOne = first.data.id === second.data.id;
  const found = `both are ${first.data.id}`;
  const apart = 'only the random end of the Guest-Account-Identifier distinguishes phones';
  const of = 'two phones with one Guest-Account-Identifier are two diners';
  steps.rule(of, !isOne, isOne ? found : 'two guests', apart);
}
