// Stand-in of a browser's push service, together with the browser's side of a subscription.
// Built from RFC 8030 (POST, TTL, Urgency, Topic, 201, 404, 410, 413, 429), RFC 8291 and RFC 8292,
// The shape of the error body follows Mozilla's autopush; its errno values are from memory, so nobody should rely on them.

import { createECDH, type ECDH, randomBytes } from 'node:crypto';
import {
  type Answer,
  type Ask,
  answerJson,
  type Listening,
  createSwitches,
  serve,
  type Switches,
  type TlsKey,
} from './shared.ts';
import { base64url, checkVapid, decryptPush, type Vapid } from './push-crypto.ts';

/** As PushSubscription.toJSON() gives it to the page. */
export interface SubscriptionJson {
  endpoint: string;
  expirationTime: null;
  keys: { p256dh: string; auth: string };
}

export interface PushMessage {
  id: string;
  subscription: string;
  /** The decrypted text, or an empty one for a push without a body. */
  text: string;
  ttl: number;
  urgency: string;
  topic: string | null;
  vapid: Vapid;
  at: number;
}

interface Subscription {
  id: string;
  ecdh: ECDH;
  auth: Buffer;
  /** The key the page subscribed with; a push signed by another is refused. */
  serverKey: string | null;
  state: 'live' | 'gone' | 'unknown';
}

export interface PushService extends Listening {
  switches: Switches;
  /** What got through, after decryption. */
  messages: PushMessage[];
  /** Why pushes were refused, in order. */
  refused: { status: number; reason: string }[];
  /** Seconds in Retry-After with 429. */
  retryAfter: number;
  /** The largest body; the RFC asks services to take 4096 bytes. */
  maxBytes: number;
  subscribe(applicationServerKey?: string): SubscriptionJson;
  /** The user took the permission back: from now on 410, or 404 as some services say. */
  unsubscribe(endpoint: string, status?: 404 | 410): void;
}

const ERRNO: Record<number, number> = {
  400: 110,
  401: 109,
  403: 109,
  404: 102,
  410: 106,
  413: 104,
  415: 110,
  429: 201,
};
const NAMES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  410: 'Gone',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
};

export async function startPushService(options: { tls?: TlsKey } = {}): Promise<PushService> {
  const switches = createSwitches();
  const subscriptions = new Map<string, Subscription>();

  function refuse(status: number, reason: string, headers: Record<string, string> = {}): Answer {
    service.refused.push({ status, reason });
    return answerJson(
      status,
      { code: status, errno: ERRNO[status] ?? 999, error: NAMES[status] ?? 'Error', message: reason },
      headers,
    );
  }

  function handle(ask: Ask): Answer {
    const found = subscriptions.get(/^\/push\/([\w-]+)$/.exec(ask.path)?.[1] ?? '');
    if (!found || found.state === 'unknown') return refuse(404, 'no such subscription');
    if (ask.method !== 'POST') return { status: 405, body: '', headers: { allow: 'POST' } };
    if (found.state === 'gone') return refuse(410, 'the subscription has ended');
    const ttl = ask.headers.ttl;
    if (typeof ttl !== 'string' || !/^\d+$/.test(ttl))
      return refuse(400, 'the TTL header is missing or not a number');
    let vapid: Vapid;
    try {
      vapid = checkVapid(ask.headers.authorization, new URL(service.url).origin);
    } catch (error) {
      return refuse(ask.headers.authorization ? 403 : 401, String(error), { 'www-authenticate': 'vapid' });
    }
    if (found.serverKey && vapid.key !== found.serverKey)
      return refuse(403, 'signed by another key than the one subscribed with');
    if (ask.raw.length > service.maxBytes)
      return refuse(413, `the body is longer than ${service.maxBytes} bytes`);
    const urgency = String(ask.headers.urgency ?? 'normal');
    if (!['very-low', 'low', 'normal', 'high'].includes(urgency)) return refuse(400, 'unknown urgency');
    const topic = ask.headers.topic === undefined ? null : String(ask.headers.topic);
    if (topic !== null && !/^[\w-]{1,32}$/.test(topic))
      return refuse(400, 'the topic is not up to 32 letters of base64url');
    let text = '';
    if (ask.raw.length > 0) {
      if (ask.headers['content-encoding'] !== 'aes128gcm')
        return refuse(415, 'the encoding is not aes128gcm');
      try {
        // A real service passes the body on unread; here the browser is on the same side.
        text = decryptPush(ask.raw, found.ecdh, found.auth).toString('utf8');
      } catch (error) {
        return refuse(400, `cannot be decrypted: ${String(error)}`);
      }
    }
    const message: PushMessage = {
      id: base64url(randomBytes(12)),
      subscription: `${service.url}${ask.path}`,
      text,
      ttl: Number(ttl),
      urgency,
      topic,
      vapid,
      at: Date.now(),
    };
    service.messages.push(message);
    return { status: 201, body: '', headers: { location: `${service.url}/message/${message.id}`, ttl } };
  }

  const listening = await serve({
    switches,
    handle,
    tooMany: () => refuse(429, 'too many requests', { 'retry-after': String(service.retryAfter) }),
    ...(options.tls ? { tls: options.tls } : {}),
  });
  const service: PushService = {
    ...listening,
    switches,
    messages: [],
    refused: [],
    retryAfter: 60,
    maxBytes: 4096,
    subscribe(applicationServerKey) {
      const ecdh = createECDH('prime256v1');
      ecdh.generateKeys();
      const auth = randomBytes(16);
      const id = base64url(randomBytes(24));
      subscriptions.set(id, {
        id,
        ecdh,
        auth,
        serverKey: applicationServerKey?.replace(/=+$/, '') ?? null,
        state: 'live',
      });
      return {
        endpoint: `${service.url}/push/${id}`,
        expirationTime: null,
        keys: { p256dh: base64url(ecdh.getPublicKey()), auth: base64url(auth) },
      };
    },
    unsubscribe(endpoint, status = 410) {
      const found = subscriptions.get(endpoint.split('/').at(-1) ?? '');
      if (found) found.state = status === 410 ? 'gone' : 'unknown';
    },
  };
  return service;
}
