/**
 * Sends a message to a browser's push service (RFC 8030). The address comes from a browser, so it must not lead into
 * networks that only this server can reach.
 */
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import type { Network } from '#server/platform/config/network.ts';
import { createAllowedLookup, findAddressProblem } from '#server/platform/connections/allowed-address.ts';
import { encryptPush, signPush, type PushKeys } from './encrypt-push.ts';

interface Message {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly text: string;
  /** How long the push service keeps it for a device that is off. */
  readonly ttlSeconds: number;
}

interface Options {
  readonly keys: PushKeys;
  /** An address of this server, at which a push service finds its operator. */
  readonly subject: string;
  readonly networks: readonly Network[];
  readonly timeoutMs: number;
}

export type PushOutcome =
  | { readonly kind: 'sent' }
  /** The browser has ended the subscription. */
  | { readonly kind: 'gone' }
  /** Another attempt would end in the same way. */
  | { readonly kind: 'refused'; readonly problem: string }
  | { readonly kind: 'later'; readonly problem: string; readonly afterMs?: number };

export async function postPush(message: Message, options: Options): Promise<PushOutcome> {
  const { endpoint, p256dh, auth, text, ttlSeconds } = message;
  const problem = findAddressProblem(endpoint, options.networks);
  if (problem !== undefined) return { kind: 'refused', problem: `address: ${problem}` };
  try {
    const body = await encryptPush(text, { p256dh, auth });
    const { origin: audience } = new URL(endpoint);
    const headers = {
      Authorization: signPush({ audience, subject: options.subject }, options.keys),
      TTL: String(ttlSeconds),
      Urgency: 'high',
      'Content-Type': 'application/octet-stream',
      'Content-Encoding': 'aes128gcm',
      'Content-Length': String(body.length),
    };
    return await post(endpoint, { headers, body }, options);
  } catch (error) {
    // The browser's keys are invalid.
    return { kind: 'refused', problem: error instanceof Error ? error.message : String(error) };
  }
}

async function post(
  endpoint: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer },
  { networks, timeoutMs }: Options,
): Promise<PushOutcome> {
  const target = new URL(endpoint);
  const request = target.protocol === 'https:' ? overHttps : overHttp;
  return await new Promise((resolve) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const sent = request(
      target,
      { method: 'POST', headers, lookup: createAllowedLookup(networks), signal, agent: false },
      (answer) => {
        const { statusCode = 0, headers: answered } = answer;
        answer.destroy();
        resolve(readOutcome(statusCode, answered['retry-after']));
      },
    );
    sent.on('error', (error) =>
      resolve({ kind: 'later', problem: signal.aborted ? 'timeout' : error.message }),
    );
    sent.end(body);
  });
}

/** Pure. @param retryAfter seconds; other forms of the header are ignored */
function readOutcome(status: number, retryAfter: string | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  const problem = `status ${status}`;
  if (status !== 429 && status < 500) return { kind: 'refused', problem };
  const seconds = Number(retryAfter);
  return { kind: 'later', problem, ...(seconds > 0 && { afterMs: seconds * 1_000 }) };
}
