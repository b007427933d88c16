import { randomUUID } from 'node:crypto';
import { withoutSteering } from '#events/log/plain-text.ts';
import { codes } from '#contract/codes.ts';
import type { SmsText } from '#contract/calls/webhooks.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { signHeaders } from '#server/platform/sms/signature.ts';

interface Text extends Readonly<SmsText> {
  readonly merchantId: string;
}

export interface TextDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, 'smsWebhook' | 'hasInbox'>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly print: (line: string) => void;
}

/** The timeout of a request to the webhook, in ms. */
const webhookTimeoutMs = 10_000;
/** The inbox deletes messages after this time, in ms. */
const inboxLifeMs = 24 * 60 * 60 * 1000;

const words = {
  noWay: {
    'en-US': 'This restaurant cannot send messages. Please ask the staff.',
    'zh-TW': '這家餐廳無法傳送簡訊，請洽服務人員。',
  },
  notSent: {
    'en-US': 'The message could not be sent. Please try again later.',
    'zh-TW': '簡訊無法送出，請稍後再試。',
  },
} as const;

/**
 * Sends a text message to the configured webhook, else to the demo's inbox and stdout. Throws a Refusal 500 if there is
 * neither, or if the webhook does not accept it.
 */
export async function sendText(deps: TextDeps, message: Text): Promise<void> {
  const { smsWebhook, hasInbox } = deps.config;
  if (smsWebhook) await postToWebhook(deps, smsWebhook, message);
  else if (hasInbox) await addToInbox(deps, message);
  else throw new Refusal(codes.failure, words.noWay);
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
  print(withoutSteering(`To ${recipient}: ${text}`));
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
  throw new Refusal(codes.failure, words.notSent);
}
