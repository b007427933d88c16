import { codes } from '#contract/codes.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/routes/route.ts';

export interface Text {
  readonly merchantId: string;
  /** A phone number of ten digits, or a table as the staff call it. */
  readonly recipient: string;
  readonly text: string;
}

/** The webhook's answer is waited for so long, ms. */
const webhookTimeoutMs = 10_000;
/** What the inbox keeps, ms. */
const inboxLifeMs = 24 * 60 * 60 * 1000;

/**
 * Sends a text: to the configured webhook, else to the demo's inbox and stdout. A Refusal 500 when the webhook does not
 * take it.
 */
export async function sendText(deps: Deps, message: Text): Promise<void> {
  const { smsWebhookUrl } = deps.config;
  if (smsWebhookUrl === undefined) await putInInbox(deps, message);
  else await postToWebhook(deps, smsWebhookUrl, message);
}

async function putInInbox({ db, clock, print }: Deps, { merchantId, recipient, text }: Text): Promise<void> {
  const at = clock.now();
  await db
    .deleteFrom('inbox')
    .where('at', '<', at - inboxLifeMs)
    .execute();
  await db.insertInto('inbox').values({ merchant_id: merchantId, recipient, text, at }).execute();
  print(`To ${recipient}: ${text}`);
}

async function postToWebhook({ log }: Deps, address: string, { recipient, text }: Text): Promise<void> {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ recipient, text }),
      signal: AbortSignal.timeout(webhookTimeoutMs),
    });
    if (answer.ok) return;
    log.error({ status: answer.status }, 'the SMS webhook refused a text');
  } catch (error) {
    log.error({ err: error }, 'the SMS webhook does not answer');
  }
  throw new Refusal(codes.failure, 'The message could not be sent. Please try again later.');
}
