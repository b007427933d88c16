import { randomUUID } from 'node:crypto';
import { removeControlCharacters } from '#events/log/plain-text.ts';
import { codes } from '#contract/codes.ts';
import type { SmsText } from '#contract/calls/webhooks.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { signHeaders } from '#server/platform/sms/signature.ts';
import type { CallProvider } from '#server/platform/connections/call-provider.ts';
import {
  openConnection,
  recordOutcome,
  type OpenConnection,
  type ProviderProblem,
} from '#server/platform/connections/connections.ts';
import type { SecretBox } from '#server/platform/connections/secret-box.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import { sendByMitake } from './providers/mitake.ts';
import { sendByTwilio } from './providers/twilio.ts';
import { sendByVonage } from './providers/vonage.ts';
import type { OutgoingText, SendByProvider } from './providers/text-provider.ts';
import type { connectionProviders } from '#contract/calls/connections.ts';

interface Text extends Readonly<SmsText> {
  readonly merchantId: string;
}

export interface TextDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, 'smsWebhook' | 'hasInbox'>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly print: (line: string) => void;
  readonly secrets: SecretBox;
  readonly callProvider: CallProvider;
}

/** The timeout of a request to the webhook, in ms. */
const webhookTimeoutMs = 10_000;
/** The inbox deletes messages after this time, in ms. */
const inboxLifeMs = 24 * 60 * 60 * 1000;

const senders: Readonly<Record<keyof typeof connectionProviders.texts, SendByProvider>> = {
  twilio: sendByTwilio,
  vonage: sendByVonage,
  mitake: sendByMitake,
};

/**
 * Sends a text message by the restaurant's own provider, else to the operator's webhook, else to the demo's inbox and
 * stdout. Throws a Refusal 500 if there is none of them, or if it does not accept the message.
 */
export async function sendText(deps: TextDeps, message: Text): Promise<void> {
  const { merchantId } = message;
  const { smsWebhook, hasInbox } = deps.config;
  const own = await openConnection(deps, merchantId, 'texts');
  if (own !== undefined) {
    const problem = await sendByOwn(deps, own, message);
    if (!problem) return;
    deps.log.error(
      { merchantId, problem: problem.kind },
      'the provider of text messages refused a text; see /staff/connections',
    );
    const reason = problem.kind === 'badRecipient' ? 'badRecipient' : 'notSent';
    throw new Refusal(codes.failure, getServerTexts(`sms.${reason}`));
  }
  if (smsWebhook) await postToWebhook(deps, smsWebhook, message);
  else if (hasInbox) await addToInbox(deps, message);
  else throw new Refusal(codes.failure, getServerTexts('sms.noProvider'));
}

/** Sends a text by the restaurant's provider and records the outcome. @returns undefined if it was accepted */
export async function sendByOwn(
  deps: Omit<TextDeps, 'config' | 'log' | 'print'>,
  own: OpenConnection | 'unreadable',
  { merchantId, recipient, text }: Text,
): Promise<ProviderProblem | undefined> {
  const to = toInternational(recipient);
  // It says nothing about the provider, so it is not recorded.
  if (to === undefined) return { kind: 'badRecipient', detail: '' };
  const problem = await callSender(deps.callProvider, own, { to, text });
  if (problem?.kind !== 'badRecipient') await recordOutcome(deps, merchantId, { kind: 'texts', problem });
  return problem;
}

async function callSender(
  callProvider: CallProvider,
  own: OpenConnection | 'unreadable',
  message: OutgoingText,
): Promise<ProviderProblem | undefined> {
  if (own === 'unreadable') return { kind: 'unreadable', detail: '' };
  const { provider, fields } = own;
  // The provider may be one of a newer server.
  if (!isSender(provider)) return { kind: 'refused', detail: provider };
  const problem = await senders[provider](callProvider, fields, message);
  // Some providers repeat the diner's number in their words, which the owner's page shows.
  return problem && { ...problem, detail: problem.detail.replaceAll(message.to, '…') };
}

function isSender(provider: string): provider is keyof typeof senders {
  return Object.hasOwn(senders, provider);
}

/** Numbers of ten digits belong to +1. A table by its name is no phone. @returns E.164 */
function toInternational(recipient: string): string | undefined {
  if (/^\d{10}$/.test(recipient)) return `+1${recipient}`;
  return /^\+[1-9]\d{6,14}$/.test(recipient) ? recipient : undefined;
}

async function addToInbox(
  { db, clock, print }: TextDeps,
  { merchantId, recipient, text }: Text,
): Promise<void> {
  const at = clock.now();
  await db
    .deleteFrom('inbox')
    .where('at', '<', at - inboxLifeMs)
    .execute();
  await db.insertInto('inbox').values({ merchant_id: merchantId, recipient, text, at }).execute();
  print(removeControlCharacters(`To ${recipient}: ${text}`));
}

async function postToWebhook(
  { clock, log }: TextDeps,
  { url, secret }: { url: string; secret: string },
  { recipient, text }: Text,
): Promise<void> {
  const body = JSON.stringify({ recipient, text } satisfies SmsText);
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: signHeaders(secret, { id: randomUUID(), body }, clock.now()),
      body,
      signal: AbortSignal.timeout(webhookTimeoutMs),
    });
    if (answer.ok) return;
    log.error(
      { status: answer.status },
      'the SMS webhook refused a text; check SMS_WEBHOOK_SECRET and the log of the webhook',
    );
  } catch (error) {
    log.error({ err: error }, 'the SMS webhook does not answer; check SMS_WEBHOOK_URL');
  }
  throw new Refusal(codes.failure, getServerTexts('sms.notSent'));
}
