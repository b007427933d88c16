/**
 * Plays an evening at one table of a running server, with the calls that phones make:
 *
 *   read the restaurant → two guests sit down and share a cart → real-time group, refusals, lost tokens
 *   → log in → order → read the order on the phone's pages
 *
 * Each answer that cannot be read, and each rule that does not hold, becomes a note. The run continues as long as it
 * can. It throws RunEnded after a failure that prevents every order.
 */
import { getGuests } from '#contract/calls/cart.ts';
import { getMember, login, sendPhoneCode } from '#contract/calls/member.ts';
import { registrationState } from '#contract/states.ts';
import type { Ask } from './ask.ts';
import { changeCart } from './change-cart.ts';
import { exchangeMessages } from './realtime-group.ts';
import { readMenu, readMerchant } from './read-restaurant.ts';
import { checkPages, placeTableOrder } from './order.ts';
import { loseToken, orderNothing, provokeRefusals, registerTwins } from './refusals.ts';
import {
  listLines,
  getIdentity,
  describeMember,
  readCart,
  saveName,
  sitDown,
  type RunOptions,
  type RunContext,
  type Seated,
} from './context.ts';
import { nameEndpoint, RunEnded, MembersOnly, Steps, type Note } from './steps.ts';

export interface Outcome {
  /** Undefined if no order was placed. */
  readonly orderId: string | undefined;
  /** The server accepts orders only from members, and the command has no phone number. */
  readonly guestsMayNot: boolean;
  readonly counts: Readonly<Record<Note['result'], number>>;
}

export async function runConformance(ask: Ask, options: RunOptions): Promise<Outcome> {
  const counts = { ok: 0, without: 0, fails: 0 };
  const note = (told: Note) => {
    counts[told.result] += 1;
    options.note(told);
  };
  try {
    const orderId = await playEvening({ options, steps: new Steps(ask, note) });
    return { orderId, guestsMayNot: false, counts };
  } catch (error) {
    if (!(error instanceof RunEnded)) throw error;
    return { orderId: undefined, guestsMayNot: error instanceof MembersOnly, counts };
  }
}

/** @returns the id of the order. @throws RunEnded */
async function playEvening(context: RunContext): Promise<string> {
  const { options, steps } = context;
  const browser = { browserId: options.newBrowserId() };
  const asksForCode = await readMerchant(context, browser);
  const early = await readMenu(context, browser);
  const ann = await sitDown(context);
  const dish = early ?? (await readMenu(context, ann));
  if (!dish) throw new RunEnded();
  await steps.try(getGuests, { diner: ann }, ({ guests }) => `${guests} guests`);
  await saveName(context, ann, 'Ann');
  await readName(context, ann, 'Ann');
  const { data: cart } = await readCart(context, ann);
  if (listLines(cart).length === 0) await orderNothing(context, ann, 'by a guest, of nothing');
  const ben = await changeCart(context, ann, dish);
  await exchangeMessages(context, ann, ben);
  await provokeRefusals(context, ann, dish);
  await loseToken(context, ann);
  await registerTwins(context);
  const { phone } = options;
  const host = phone === undefined ? ann : await logIn(context, ann, phone);
  const placed = await placeTableOrder(context, host, { dish, asksForCode });
  await checkPages(context, { host, mate: ben, dish }, placed).catch(ignoreEnd);
  return placed.id;
}

/** Ignores the early end of the last part, because the order is placed already. */
function ignoreEnd(error: unknown): void {
  if (!(error instanceof RunEnded)) throw error;
}

async function readName({ steps }: RunContext, diner: Seated, name: string): Promise<void> {
  const answer = await steps.try(getMember, { diner }, describeMember);
  if (answer.kind !== 'read') return;
  const { firstName } = answer.data;
  const kept = 'on another phone, or after a login, the diner is asked for their name again';
  const found = firstName === '' ? 'firstName is missing' : `firstName is ${firstName}`;
  steps.rule(`${nameEndpoint(getMember)} contains the saved name`, firstName === name, found, kept);
}

/** Logs a guest in. After a login the diner starts with an empty cart. @throws RunEnded */
async function logIn(context: RunContext, guest: Seated, phone: string): Promise<Seated> {
  const { options, steps } = context;
  await steps.need(sendPhoneCode, { diner: guest, body: { phone } }, () => 'a code is on its way');
  const code = await options.codeFor(phone);
  const body = { phone, code, autoRegister: true, autoReceiveCoupon: true, autoFillingName: true };
  const { data: member } = await steps.need(login, { diner: guest, body }, describeMember);
  const isMember = member.registrationState === registrationState.registered;
  const found = `registrationState reads as ${member.registrationState}`;
  steps.rule(`${nameEndpoint(login)} makes the diner a member`, isMember, found);
  const host = { ...guest, ...getIdentity(steps, member), browserId: options.newBrowserId() };
  if (member.firstName === '') await saveName(context, host, 'Ann');
  return host;
}
