/** Signs messages by Standard Webhooks 1.0.0 (https://www.standardwebhooks.com), with an HMAC-SHA256 in base64. */
import { createHmac } from 'node:crypto';
import { webhookHeaders } from '#contract/calls/webhooks.ts';
import { isSameSecret } from '#server/platform/http/guard/same-secret.ts';

interface Message {
  /** The same for every attempt. */
  readonly id: string;
  readonly body: string;
}

/** A secret begins with this mark if the rest is the key in base64. The bytes of any other text are the key itself. */
export const secretMark = 'whsec_';

/** The signature of a message. @param at seconds since 1970 */
export function signMessage(secret: string, { id, body }: Message, at: number): string {
  const key = secret.startsWith(secretMark)
    ? Buffer.from(secret.slice(secretMark.length), 'base64')
    : Buffer.from(secret);
  return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`;
}

/** The headers of one attempt. @param now ms since 1970 */
export function signHeaders(secret: string, message: Message, now: number): Record<string, string> {
  const at = Math.floor(now / 1000);
  return {
    'Content-Type': 'application/json',
    [webhookHeaders.id]: message.id,
    [webhookHeaders.timestamp]: String(at),
    [webhookHeaders.signature]: signMessage(secret, message, at),
  };
}

/** The standard's tolerance for the sender's clock, s. It keeps a recorded message from being sent again later. */
const toleranceSeconds = 5 * 60;

/**
 * Checks a message from outside.
 * @param now ms since 1970
 * @returns why it is refused; undefined if its signature is valid
 */
export function findSignatureProblem(
  secret: string,
  body: string,
  { header, now }: { readonly header: (name: string) => string | undefined; readonly now: number },
): string | undefined {
  const id = header(webhookHeaders.id);
  const time = header(webhookHeaders.timestamp);
  const signatures = header(webhookHeaders.signature);
  if (id === undefined || signatures === undefined || !/^\d{1,12}$/.test(time ?? ''))
    return `must be signed with ${Object.values(webhookHeaders).join(', ')}`;
  const at = Number(time);
  const expected = signMessage(secret, { id, body }, at);
  // While a secret is replaced, a sender may sign with both.
  if (!signatures.split(' ').some((each) => isSameSecret(each, expected)))
    return `${webhookHeaders.signature} does not match this body`;
  return Math.abs(now / 1000 - at) > toleranceSeconds
    ? `${webhookHeaders.timestamp} is more than five minutes off: sign each attempt again`
    : undefined;
}
