/**
 * An evening at one table of a running server, call by call as phones make them:
 *
 *   look at the restaurant → two guests sit down and share a cart → refusals, lost tokens, the real-time group
 *   → log in → order → what the pages show of the order
 *
 * A call that cannot be read, or a rule that does not hold, is noted; the evening goes on as long as it can.
 */
import { getGuests } from '#contract/calls/cart.ts';
import { getMember, login, sendPhoneCode } from '#contract/calls/member.ts';
import { registrationState } from '#contract/states.ts';
import type { Ask } from './ask.ts';
import { changeCart } from './change-cart.ts';
import { hearEachOther } from './group.ts';
import { readMenu, readMerchant } from './look.ts';
import { lookBack, order } from './order.ts';
import { loseToken, orderNothing, provokeRefusals, registerTwins } from './refusals.ts';
import {
  allLines,
  identityOf,
  memberWords,
  readCart,
  saveName,
  sitDown,
  type JourneyOptions,
  type Scene,
  type Seated,
} from './scene.ts';
import { endpointOf, JourneyEnds, MembersOnly, Steps, type Note } from './steps.ts';

export interface Outcome {
  /** undefined: no order could be placed. */
  readonly orderId: string | undefined;
  /** The server takes orders of members alone, and no phone was named. */
  readonly guestsMayNot: boolean;
  readonly counts: Readonly<Record<Note['verdict'], number>>;
}

export async function playJourney(ask: Ask, options: JourneyOptions): Promise<Outcome> {
  const counts = { ok: 0, without: 0, fails: 0 };
  const note = (told: Note) => {
    counts[told.verdict] += 1;
    options.note(told);
  };
  try {
    const orderId = await play({ options, steps: new Steps(ask, note) });
    return { orderId, guestsMayNot: false, counts };
  } catch (error) {
    if (!(error instanceof JourneyEnds)) throw error;
    return { orderId: undefined, guestsMayNot: error instanceof MembersOnly, counts };
  }
}

/** @returns the id of the order. Throws JourneyEnds. */
async function play(scene: Scene): Promise<string> {
  const { options, steps } = scene;
  const browser = { browserId: options.newBrowserId() };
  const asksForCode = await readMerchant(scene, browser);
  const early = await readMenu(scene, browser);
  const ann = await sitDown(scene);
  const dish = early ?? (await readMenu(scene, ann));
  if (!dish) throw new JourneyEnds();
  await steps.try(getGuests, { diner: ann }, ({ guests }) => `${guests} guests`);
  await saveName(scene, ann, 'Ann');
  await readName(scene, ann, 'Ann');
  const { data: cart } = await readCart(scene, ann);
  if (allLines(cart).length === 0) await orderNothing(scene, ann, 'by a guest, of nothing');
  const ben = await changeCart(scene, ann, dish);
  await hearEachOther(scene, ann, ben);
  await provokeRefusals(scene, ann, dish);
  await loseToken(scene, ann);
  await registerTwins(scene);
  const { phone } = options;
  const host = phone === undefined ? ann : await logIn(scene, ann, phone);
  const placed = await order(scene, host, { dish, asksForCode });
  await lookBack(scene, { host, mate: ben, dish }, placed).catch(endsTheEvening);
  return placed.id;
}

/** The order stands all the same. */
function endsTheEvening(error: unknown): void {
  if (!(error instanceof JourneyEnds)) throw error;
}

async function readName({ steps }: Scene, diner: Seated, name: string): Promise<void> {
  const answer = await steps.try(getMember, { diner }, memberWords);
  if (answer.kind !== 'read') return;
  const { firstName } = answer.data;
  const kept = 'on another phone, or after a login, the diner is asked for their name again';
  const found = firstName === '' ? 'firstName is missing' : `firstName is ${firstName}`;
  steps.rule(`${endpointOf(getMember)} tells the name that was saved`, firstName === name, found, kept);
}

/** D8: the cart begins anew. Throws JourneyEnds. */
async function logIn(scene: Scene, guest: Seated, phone: string): Promise<Seated> {
  const { options, steps } = scene;
  await steps.need(sendPhoneCode, { diner: guest, body: { phone } }, () => 'a code is on its way');
  const code = await options.codeFor(phone);
  const body = { phone, code, autoRegister: true, autoReceiveCoupon: true, autoFillingName: true };
  const { data: member } = await steps.need(login, { diner: guest, body }, memberWords);
  const isMember = member.registrationState === registrationState.registered;
  const found = `registrationState reads as ${member.registrationState}`;
  steps.rule(`${endpointOf(login)} makes the diner a member`, isMember, found);
  const host = { ...guest, ...identityOf(steps, member), browserId: options.newBrowserId() };
  if (member.firstName === '') await saveName(scene, host, 'Ann');
  return host;
}
