import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import type { Network } from '#server/platform/config/network.ts';
import { findAddressProblem, createAllowedLookup } from '#server/platform/connections/allowed-address.ts';

interface WebhookRequest {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Posts a webhook. Returns undefined if the receiver accepted it (status 2xx), else the reason. Redirects are not
 * followed, and the body of the answer is not read.
 */
export async function postWebhook(
  { url, body, headers }: WebhookRequest,
  { networks, timeoutMs }: { readonly networks: readonly Network[]; readonly timeoutMs: number },
): Promise<string | undefined> {
  const problem = findAddressProblem(url, networks);
  if (problem !== undefined) return `address: ${problem}`;
  const target = new URL(url);
  const request = target.protocol === 'https:' ? overHttps : overHttp;
  return await new Promise((resolve) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const sent = request(
      target,
      {
        method: 'POST',
        headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
        lookup: createAllowedLookup(networks),
        signal,
        // No reuse of connections: another webhook may have opened one under other rules for addresses.
        agent: false,
      },
      (answer) => {
        const { statusCode = 0 } = answer;
        answer.destroy();
        resolve(statusCode >= 200 && statusCode < 300 ? undefined : `status ${statusCode}`);
      },
    );
    sent.on('error', (error) => resolve(signal.aborted ? 'timeout' : error.message));
    sent.end(body);
  });
}
