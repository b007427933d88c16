// Stand-in of the Vonage (Nexmo) SMS API, POST /sms/json.
// Built from developer.vonage.com/api-errors/sms and /messaging/sms/guides/troubleshooting-sms (statuses, the answer's fields),
// and the classic client libraries in github.com/Vonage. It answers HTTP 200 even when it refuses, as the real one does.

import { randomBytes } from 'node:crypto';
import {
  type Answer,
  type Ask,
  readBasicAuth,
  answerJson,
  type Listening,
  createSwitches,
  serve,
  type Switches,
} from './shared.ts';

export interface VonageMessage {
  id: string;
  to: string;
  from: string;
  text: string;
  type: string;
  parts: number;
}

export interface VonageOptions {
  apiKey?: string;
  apiSecret?: string;
  /** In euros; each part costs 0.0333. */
  balance?: number;
}

export interface Vonage extends Listening {
  apiKey: string;
  apiSecret: string;
  switches: Switches;
  messages: VonageMessage[];
  balance: number;
  /** Recipient (digits only) to the status it is refused with, for instance 7 or 29. */
  refusals: Map<string, number>;
  /** Refuses everything with this status, for instance 8 for a suspended account. */
  refuseAll: number | null;
}

/** The error-text the service is seen to send with each status. */
const TEXTS: Record<number, string> = {
  1: 'Throughput Rate Exceeded - please wait [ 250 ] and retry',
  2: 'Missing %s param',
  3: 'Invalid %s param',
  4: 'Bad Credentials',
  5: 'Internal Error',
  6: 'Unroutable message - rejected',
  7: 'Number barred',
  8: 'Partner account barred',
  9: 'Quota Exceeded - rejected',
  10: 'Too many existing binds',
  11: 'Account not enabled for HTTP',
  12: 'Message too long',
  14: 'Invalid signature',
  15: 'Invalid sender address',
  22: 'Invalid network code',
  23: 'Invalid callback URL',
  29: 'Non White-listed Destination - rejected',
};

const PRICE = 0.0333;

export function createVonageRefusal(status: number, about = '', to?: string): Answer {
  const text = (TEXTS[status] ?? 'Error').replace('%s', about);
  return answerJson(200, {
    'message-count': '1',
    messages: [{ ...(to ? { to } : {}), status: String(status), 'error-text': text }],
  });
}

/** Unicode goes at 70 and 67 units a part, plain text at 160 and 153. */
export function countVonageParts(text: string, type: string): number {
  const [one, many] = type === 'unicode' ? [70, 67] : [160, 153];
  return text.length <= one ? 1 : Math.ceil(text.length / many);
}

export async function startVonage(options: VonageOptions = {}): Promise<Vonage> {
  const switches = createSwitches();

  function readParams(ask: Ask): URLSearchParams {
    if (ask.form.size > 0) return ask.form;
    if (!(ask.headers['content-type'] ?? '').includes('json')) return ask.query;
    try {
      const body = JSON.parse(ask.raw.toString('utf8')) as Record<string, unknown>;
      return new URLSearchParams(Object.entries(body).map(([k, v]): [string, string] => [k, String(v)]));
    } catch {
      return new URLSearchParams();
    }
  }

  function send(ask: Ask): Answer {
    const asked = readParams(ask);
    // Newer clients send the key and secret in a Basic header instead of the body.
    const login = readBasicAuth(ask.headers);
    const key = asked.get('api_key') ?? login?.user ?? '';
    const secret = asked.get('api_secret') ?? login?.password ?? '';
    if (!key) return createVonageRefusal(2, 'api_key');
    if (!secret && !asked.has('sig')) return createVonageRefusal(2, 'api_secret');
    if (key !== vonage.apiKey || secret !== vonage.apiSecret) return createVonageRefusal(4);
    for (const name of ['from', 'to', 'text']) if (!asked.get(name)) return createVonageRefusal(2, name);
    const to = (asked.get('to') ?? '').replace(/^\+|^00/, '');
    const from = asked.get('from') ?? '';
    const text = asked.get('text') ?? '';
    const type = asked.get('type') ?? 'text';
    if (!/^\d{7,15}$/.test(to)) return createVonageRefusal(3, 'to');
    if (!['text', 'unicode', 'binary'].includes(type)) return createVonageRefusal(3, 'type');
    // A sender of letters holds at most 11, and a number at most 15.
    if (!/^\d{3,15}$/.test(from) && !/^[\x20-\x7e]{1,11}$/.test(from)) return createVonageRefusal(15, '', to);
    if (vonage.refuseAll) return createVonageRefusal(vonage.refuseAll, '', to);
    const refused = vonage.refusals.get(to);
    if (refused) return createVonageRefusal(refused, '', to);
    // No country number begins with 0, so there is no route.
    if (to.startsWith('0')) return createVonageRefusal(6, '', to);
    const parts = countVonageParts(text, type);
    if (parts > 10) return createVonageRefusal(12, '', to);
    if (vonage.balance < parts * PRICE) return createVonageRefusal(9, '', to);
    const messages = Array.from({ length: parts }, () => {
      vonage.balance -= PRICE;
      return {
        to,
        'message-id': randomBytes(8).toString('hex').toUpperCase(),
        status: '0',
        'remaining-balance': vonage.balance.toFixed(8),
        'message-price': PRICE.toFixed(8),
        network: '23410',
      };
    });
    vonage.messages.push({ id: messages[0]?.['message-id'] ?? '', to, from, text, type, parts });
    return answerJson(200, { 'message-count': String(parts), messages });
  }

  function handle(ask: Ask): Answer {
    if (ask.path === '/sms/json' && (ask.method === 'POST' || ask.method === 'GET')) return send(ask);
    if (ask.path === '/account/get-balance' && ask.method === 'GET') {
      const login = readBasicAuth(ask.headers);
      const key = ask.query.get('api_key') ?? login?.user;
      const secret = ask.query.get('api_secret') ?? login?.password;
      // Here a wrong key does get HTTP 401, unlike at /sms/json.
      if (key !== vonage.apiKey || secret !== vonage.apiSecret)
        return answerJson(401, { 'error-code': '401', 'error-code-label': 'authentication failed' });
      return answerJson(200, { value: vonage.balance, autoReload: false });
    }
    return answerJson(404, { type: 'https://developer.vonage.com/api-errors#not-found', title: 'Not found' });
  }

  const listening = await serve({
    switches,
    handle,
    // The SMS API says "throttled" with status 1 inside HTTP 200; the gateway before the others says 429.
    tooMany: (ask) =>
      ask.path === '/sms/json' ? createVonageRefusal(1) : answerJson(429, { title: 'Rate limit hit' }),
  });
  const vonage: Vonage = {
    ...listening,
    apiKey: options.apiKey ?? 'abcd1234',
    apiSecret: options.apiSecret ?? 'abcdef0123456789',
    switches,
    messages: [],
    balance: options.balance ?? 10,
    refusals: new Map(),
    refuseAll: null,
  };
  return vonage;
}
