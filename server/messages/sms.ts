import { codes } from '#contract/codes.ts';
import type { SmsText } from '#contract/webhooks.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/process/clock.ts';
import type { Config } from '#server/process/config.ts';
import type { Db } from '#server/store/transactions.ts';
import { Refusal } from '#server/http/routes/route.ts';

interface Text extends Readonly<SmsText> {
  readonly merchantId: string;
}

export interface TextDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, 'smsWebhookUrl'>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly print: (line: string) => void;
}

/** The webhook's answer is waited for so long, ms. */
const webhookTimeoutMs = 10_000;
/** What the inbox keeps, ms. */
const inboxLifeMs = 24 * 60 * 60 * 1000;

/** To the configured webhook, else to the demo's inbox and stdout. A Refusal 500 when the webhook does not take it. */
export async function sendText(deps: TextDeps, message: Text): Promise<void> {
  const { smsWebhookUrl } = deps.config;
  if (smsWebhookUrl === undefined) await putInInbox(deps, message);
  else await postToWebhook(deps, smsWebhookUrl, message);
}

async function putInInbox(
  { db, clock, print }: TextDeps,
  { merchantId, recipient, text }: Text,
): Promise<void> {
  const at = clock.now();
  await db
    .deleteFrom('inbox')
    .where('at', '<', at - inboxLifeMs)
    .execute();
  await db.insertInto('inbox').values({ merchant_id: merchantId, recipient, text, at }).execute();
  print(`To ${recipient}: ${text}`);
}

async function postToWebhook({ log }: TextDeps, address: string, { recipient, text }: Text): Promise<void> {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ recipient, text } satisfies SmsText),
      signal: AbortSignal.timeout(webhookTimeoutMs),
    });
    if (answer.ok) return;
    log.error({ status: answer.status }, 'the SMS webhook refused a text');
  } catch (error) {
    log.error({ err: error }, 'the SMS webhook does not answer');
  }
  throw new Refusal(codes.failure, 'The message could not be sent. Please try again later.');
}
