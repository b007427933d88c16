/** Two phones in the table's real-time group: each connects, joins, sends, and receives what the other has sent. */
import { WebPubSubClient } from '@azure/web-pubsub-client';
import * as z from 'zod/mini';
import { updateCart } from '#contract/calls/cart.ts';
import { negotiate, negotiateAnswerSchema } from '#contract/calls/table.ts';
import { isMessageType, type TableMessage } from '#contract/messages.ts';
import { readForeignMessage } from '#contract/reading/foreign-message.ts';
import { cartBody, linesOf, readCart, versionOf, type Scene, type Seated } from './scene.ts';
import { endpointOf } from './steps.ts';

/** How long connecting, joining and a message may take, ms. */
const waitMs = 5_000;
/** How long the server's own message on a change is waited for, ms. */
const hearMs = 1_000;

/** Its timers keep the process alive for 40 s after the connection is gone. */
const settings = { autoReconnect: false, keepAliveIntervalInMs: 0, keepAliveTimeoutInMs: 0 };

const without = 'changes of the others show within 10 seconds, not at once';

interface Member {
  readonly client: WebPubSubClient;
  readonly group: string;
  readonly heard: TableMessage[];
}

/** Throws JourneyEnds. */
export async function hearEachOther(scene: Scene, ann: Seated, ben: Seated): Promise<void> {
  const { steps } = scene;
  const of = `${endpointOf(negotiate)}: two phones hear each other`;
  const open: Member[] = [];
  try {
    for (const diner of [ann, ben]) {
      const access = await findAccess(scene, diner);
      if (!access) return;
      open.push(await join(access));
    }
    const [first, second] = open as [Member, Member];
    for (const [from, to, { browserId }] of [[first, second, ann], [second, first, ben]] as const) {
      const message = { fromBrowserId: browserId, messageType: 'updateGuestNumber', data: { guests: 2 } };
      await from.client.sendToGroup(from.group, message, 'json', { noEcho: true, ...limit() });
      const isHeard = () => to.heard.some(({ fromBrowserId }) => fromBrowserId === browserId);
      if (!(await isSoon(isHeard, waitMs))) {
        steps.rule(of, false, `what one sent to the group ${from.group} did not come`, without);
        return;
      }
    } // prettier-ignore
    steps.rule(of, true, `in the group ${first.group}`);
    await hearServer(scene, ben, first);
  } catch (error) {
    steps.rule(of, false, error instanceof Error ? error.message : 'no connection', without);
  } finally {
    for (const { client } of open) client.stop();
  }
}

async function findAccess(
  { steps }: Scene,
  diner: Seated,
): Promise<{ url: string; group: string } | undefined> {
  const { userId, tableId } = diner;
  const answer = await steps.try(negotiate, { diner, query: { userId, tableId } }, (url) => hostOf(url));
  if (answer.kind !== 'read') return undefined;
  const { group } = z.safeParse(negotiateAnswerSchema, answer.envelope).data ?? {};
  return { url: answer.data, group: group ?? tableId };
}

async function join({ url, group }: { url: string; group: string }): Promise<Member> {
  const client = new WebPubSubClient(url, settings);
  const heard: TableMessage[] = [];
  client.on('group-message', ({ message }) => void heard.push(readForeignMessage(message.data)));
  try {
    // The client itself waits as long as the network does.
    await Promise.race([client.start(), tooLate()]);
    await client.joinGroup(group, limit());
  } catch (error) {
    client.stop();
    throw new Error(`the group ${group} cannot be joined: ${reasonOf(error)}`, { cause: error });
  }
  return { client, group, heard };
}

/** A server may tell the group of a change by itself: then the phones must know the words. @param diner who has dishes */
async function hearServer(scene: Scene, diner: Seated, other: Member): Promise<void> {
  const { steps, options } = scene;
  const { data: cart } = await readCart(scene, diner);
  const lines = linesOf(cart, diner);
  other.heard.length = 0;
  // As a diner does who changes a note and takes that back.
  const noted = lines.map((line) => ({ ...line, notes: `${line.notes}.` }));
  for (const sent of [noted, lines]) {
    const body = cartBody(options.merchantId, diner, sent, versionOf((await readCart(scene, diner)).data));
    await steps.ask(updateCart, { diner, body });
  }
  await isSoon(() => other.heard.length > 0, hearMs);
  const unknown = other.heard.find(({ messageType }) => !isMessageType(messageType));
  const found = unknown ? `messageType ${JSON.stringify(unknown.messageType)} is none of the contract` : '';
  if (unknown) steps.rule('the phone knows what the server tells the group', false, found, without);
}

async function tooLate(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, waitMs).unref());
  throw new Error(`no connection within ${waitMs / 1_000} s`);
}

function limit() {
  return { abortSignal: AbortSignal.timeout(waitMs) };
}

async function isSoon(holds: () => boolean, ms: number): Promise<boolean> {
  const end = performance.now() + ms;
  while (!holds() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
  return holds();
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return message || 'no connection';
}
