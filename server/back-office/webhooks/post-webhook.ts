import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import type { Network } from '#server/platform/config/network.ts';
import { findAddressProblem, createAllowedLookup } from './allowed-address.ts';

interface News {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** undefined when it was taken, else why not. Nothing that the receiver says is read, and it sends nobody on elsewhere. */
export async function postWebhook(
  { url, body, headers }: News,
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
        // A connection that was looked up for one is not another's.
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
