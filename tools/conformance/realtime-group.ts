/** The part of the run in which two phones join the table's real-time group and send each other messages. */
import { WebPubSubClient } from '@azure/web-pubsub-client';
import * as z from 'zod/mini';
import { updateCart } from '#contract/calls/cart.ts';
import { negotiate, negotiateAnswerSchema } from '#contract/calls/table.ts';
import { isMessageType, type TableMessage } from '#contract/messages.ts';
import { readForeignMessage } from '#contract/reading/foreign-message.ts';
import { createCartBody, getLines, readCart, getVersion, type RunContext, type Seated } from './context.ts';
import { nameEndpoint } from './steps.ts';

/** Time limit for connecting, for joining, and for each message, ms. */
const waitMs = 5_000;
/** How long to wait for a message of the server itself after a change, ms. */
const serverMessageMs = 1_000;

/** Without these settings, the client's timers keep the process alive for 40 s after the connection is closed. */
const settings = { autoReconnect: false, keepAliveIntervalInMs: 0, keepAliveTimeoutInMs: 0 };

const without = 'changes of other diners appear within 10 seconds, not at once';

interface Member {
  readonly client: WebPubSubClient;
  readonly group: string;
  readonly received: TableMessage[];
}

/** Checks that each phone receives the other's messages. @throws RunEnded */
export async function exchangeMessages(context: RunContext, ann: Seated, ben: Seated): Promise<void> {
  const { steps } = context;
  const of = `${nameEndpoint(negotiate)}: two phones receive each other’s messages`;
  const open: Member[] = [];
  try {
    for (const diner of [ann, ben]) {
      const access = await findAccess(context, diner);
      if (!access) return;
      open.push(await join(access));
    }
    const [first, second] = open as [Member, Member];
    for (const [from, to, { browserId }] of [[first, second, ann], [second, first, ben]] as const) {
      const message = { fromBrowserId: browserId, messageType: 'updateGuestNumber', data: { guests: 2 } };
      await from.client.sendToGroup(from.group, message, 'json', { noEcho: true, ...createLimit() });
      const isReceived = () => to.received.some(({ fromBrowserId }) => fromBrowserId === browserId);
      if (!(await waitUntil(isReceived, waitMs))) {
        steps.rule(of, false, `what one sent to the group ${from.group} did not come`, without);
        return;
      }
    } // prettier-ignore
    steps.rule(of, true, `in the group ${first.group}`);
    await checkServerMessages(context, ben, first);
  } catch (error) {
    steps.rule(of, false, error instanceof Error ? error.message : 'no connection', without);
  } finally {
    for (const { client } of open) client.stop();
  }
}

async function findAccess(
  { steps }: RunContext,
  diner: Seated,
): Promise<{ url: string; group: string } | undefined> {
  const { userId, tableId } = diner;
  const answer = await steps.try(negotiate, { diner, query: { userId, tableId } }, (url) => readHost(url));
  if (answer.kind !== 'read') return undefined;
  const { group } = z.safeParse(negotiateAnswerSchema, answer.envelope).data ?? {};
  return { url: answer.data, group: group ?? tableId };
}

async function join({ url, group }: { url: string; group: string }): Promise<Member> {
  const client = new WebPubSubClient(url, settings);
  const received: TableMessage[] = [];
  client.on('group-message', ({ message }) => void received.push(readForeignMessage(message.data)));
  try {
    // The client has no time limit of its own.
    await Promise.race([client.start(), rejectAfterWait()]);
    await client.joinGroup(group, createLimit());
  } catch (error) {
    client.stop();
    throw new Error(`the group ${group} cannot be joined: ${describeError(error)}`, { cause: error });
  }
  return { client, group, received };
}

/**
 * Checks the messages that the server itself sends after a change. The phone must know their types.
 * @param diner a diner with dishes in the cart
 */
async function checkServerMessages(context: RunContext, diner: Seated, other: Member): Promise<void> {
  const { steps, options } = context;
  const { data: cart } = await readCart(context, diner);
  const lines = getLines(cart, diner);
  other.received.length = 0;
  // Change a note and change it back, so that the cart stays the same.
  const noted = lines.map((line) => ({ ...line, notes: `${line.notes}.` }));
  for (const sent of [noted, lines]) {
    const body = createCartBody(
      options.merchantId,
      diner,
      sent,
      getVersion((await readCart(context, diner)).data),
    );
    await steps.ask(updateCart, { diner, body });
  }
  await waitUntil(() => other.received.length > 0, serverMessageMs);
  const unknown = other.received.find(({ messageType }) => !isMessageType(messageType));
  const found = unknown ? `messageType ${JSON.stringify(unknown.messageType)} is not in the contract` : '';
  if (unknown) steps.rule('the phone knows the server’s messages to the group', false, found, without);
}

async function rejectAfterWait(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, waitMs).unref());
  throw new Error(`no connection within ${waitMs / 1_000} s`);
}

function createLimit() {
  return { abortSignal: AbortSignal.timeout(waitMs) };
}

async function waitUntil(holds: () => boolean, ms: number): Promise<boolean> {
  const end = performance.now() + ms;
  while (!holds() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
  return holds();
}

function readHost(url: string): string {
  return URL.parse(url)?.host ?? url;
}

function describeError(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return message || 'no connection';
}
