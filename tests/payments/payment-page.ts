/**
 * A provider's payment page for tests. It is written from docs/integrating.md (Payment page) alone and imports nothing
 * from this project.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** The fields of a signed link. */
export type Asked = Readonly<Record<string, string>>;

export interface PageAnswer {
  readonly status: number;
  readonly body: {
    readonly code?: number;
    readonly msg?: string;
    readonly data?: { readonly outcome?: string };
  };
}

export interface PaymentPage {
  /** For `paymentPage` of the menu file. */
  readonly url: string;
  /** The links by which phones came. */
  readonly visits: readonly Asked[];
  /** Posts the result of a payment. `fields` replace the true ones. */
  tell(asked: Asked, fields?: Readonly<Record<string, unknown>>, options?: TellOptions): Promise<PageAnswer>;
  close(): Promise<void>;
}

interface TellOptions {
  /** Replaces the right secret. */
  readonly secret?: string;
  /** The time of the signature in milliseconds. */
  readonly at?: number;
  /** Replaces the signed body. */
  readonly body?: string;
}

/** @param now the time of signatures in milliseconds */
export async function startPaymentPage(secret: string, now: () => number = Date.now): Promise<PaymentPage> {
  const visits: Asked[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    const asked = readAsked(query, secret);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    if (!asked) return void response.writeHead(403).end('<h1>This link was changed on its way</h1>');
    if (path === '/checkout') {
      visits.push(asked);
      return void response.end(pageOf(asked, query));
    }
    const status = path === '/taken' ? 'paid' : 'failed';
    await tell(asked, { status });
    response.writeHead(303, { Location: asked['return'] ?? '/' }).end();
  };
  const tell: PaymentPage['tell'] = async (asked, fields = {}, options = {}) => {
    const { payment, amount, tip, currency } = asked;
    const body = JSON.stringify({
      payment,
      status: 'paid',
      amount,
      tip,
      currency,
      reference: `P-${payment}`,
      ...fields,
    });
    const id = `of ${payment}`;
    const at = new Date(options.at ?? now());
    const result = await fetch(asked['result'] ?? '', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': createSigner(options.secret ?? secret).sign(id, at, body),
      },
      body: options.body ?? body,
    });
    return { status: result.status, body: (await result.json()) as PageAnswer['body'] };
  };

  const http = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/checkout`,
    visits,
    tell,
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** Both sides use the secret as plain text. */
const createSigner = (secret: string) => new Webhook(secret, { format: 'raw' });

/** Returns the fields of a link; undefined if its signature is wrong. */
export function readAsked(query: string, secret: string): Asked | undefined {
  const [signed = '', signature = ''] = query.split('&signature=', 2);
  const asked = Object.fromEntries(new URLSearchParams(signed));
  const at = new Date(Number(asked['timestamp']) * 1000);
  const expected = createSigner(secret).sign(asked['payment'] ?? '', at, signed);
  return decodeURIComponent(signature) === expected ? asked : undefined;
}

function pageOf({ order, total, currency }: Asked, query: string): string {
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
    <title>Pay</title><h1>Order ${order}: ${total} ${currency}</h1>
    <p><a href="/taken?${query}">Pay ${total}</a></p><p><a href="/refused?${query}">Cancel</a></p></html>`;
}
