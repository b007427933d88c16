// The webhook side of the Stripe stand-in: signed events, and deliveries that go wrong on purpose.
// Built from docs.stripe.com/webhooks (signature t and v1 over "t.body", HMAC-SHA256, five minutes' tolerance,
// retries, no promise of order) and src/Webhooks.ts of github.com/stripe/stripe-node.

import { createHmac, randomBytes } from 'node:crypto';
import { wait } from './shared.ts';

export interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> };
  livemode: boolean;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

export interface DeliverOptions {
  /** How often each event is sent. */
  times?: number;
  wrongSignature?: boolean;
  /** Signs with a time older than the five minutes that receivers allow; a number is the age in seconds. */
  oldTimestamp?: boolean | number;
  delayMs?: number;
  /** For several events: as given, backwards, or by these positions. */
  order?: 'given' | 'reverse' | number[];
  /** Sends them all at once rather than one after the other. */
  together?: boolean;
  /** Changes the body after signing, as a meddler would. */
  tamper?: (body: string) => string;
}

export interface Delivery {
  eventId: string;
  type: string;
  /** HTTP status of the receiver, or 0 if it could not be reached. */
  status: number;
  body: string;
}

export interface Endpoint {
  url: string;
  secret: string;
}

export function signStripe(body: string, secret: string, at: number): string {
  const v1 = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  // Test mode also sends a v0, which a receiver must not take for v1.
  return `t=${at},v1=${v1},v0=${randomBytes(32).toString('hex')}`;
}

export function createEvent(
  type: string,
  object: Record<string, unknown>,
  idempotencyKey: string | null,
  previous?: Record<string, unknown>,
): StripeEvent {
  return {
    id: `evt_${randomBytes(12).toString('hex')}`,
    object: 'event',
    api_version: '2026-07-29.dahlia',
    created: Math.floor(Date.now() / 1000),
    // A snapshot: later changes of the object do not change the event.
    data: { object: structuredClone(object), ...(previous ? { previous_attributes: previous } : {}) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: `req_${randomBytes(7).toString('hex')}`, idempotency_key: idempotencyKey },
    type,
  };
}

async function sendOnce(event: StripeEvent, endpoint: Endpoint, options: DeliverOptions): Promise<Delivery> {
  if (options.delayMs) await wait(options.delayMs);
  // Stripe sends indented JSON, so a receiver that signs re-written JSON fails.
  const body = JSON.stringify(event, null, 2);
  const age = options.oldTimestamp === true ? 600 : Number(options.oldTimestamp ?? 0);
  const secret = options.wrongSignature ? 'whsec_of_someone_else' : endpoint.secret;
  const signature = signStripe(body, secret, Math.floor(Date.now() / 1000) - age);
  const base = { eventId: event.id, type: event.type };
  try {
    const answer = await fetch(endpoint.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signature,
      },
      body: options.tamper ? options.tamper(body) : body,
      redirect: 'manual',
    });
    return { ...base, status: answer.status, body: await answer.text() };
  } catch (error) {
    return { ...base, status: 0, body: String(error) };
  }
}

export async function deliverEvents(
  given: StripeEvent[],
  endpoint: Endpoint,
  options: DeliverOptions = {},
): Promise<Delivery[]> {
  const order = options.order ?? 'given';
  let events = given;
  if (order === 'reverse') events = given.toReversed();
  else if (Array.isArray(order)) events = order.map((i) => given[i]).filter((e) => e !== undefined);
  const queue = events.flatMap((event) => Array.from({ length: options.times ?? 1 }, () => event));
  if (options.together) return Promise.all(queue.map((event) => sendOnce(event, endpoint, options)));
  const done: Delivery[] = [];
  for (const event of queue) done.push(await sendOnce(event, endpoint, options));
  return done;
}
