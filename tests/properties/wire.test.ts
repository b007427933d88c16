// @module-tag long
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { getCart, updateCart, type CartDetails } from '#contract/calls/cart.ts';
import { createSuccess } from '#contract/http/call.ts';
import { headers } from '#contract/http/headers.ts';
import type { CartCleared } from '#events/cart/cart-cleared.ts';
import { eventSchema } from '#events/cart/registry.ts';
import { versionVectorSchema } from '#events/log/event-fields.ts';
import { createHttpTransport } from '#client/transport/http-transport.ts';
import { createTableMessages } from '#sync/wire/table-messages.ts';
import { readMessage } from '#client/group/incoming-messages.ts';
import { expectSame } from './expect-same.ts';
import { event, createEvent, rejected, snapshot, vector } from './log-records.ts';
import { forAllOften, forAllOftenAsync, manyRunsTime } from './for-all.ts';

// The phone's API reads these when it is loaded. The fingerprint is known.
vi.hoisted(() => {
  // A page without configuration.
  vi.stubGlobal('document', { cookie: 'uuid=browser-1', getElementById: () => null });
  vi.stubGlobal('location', { origin: 'http://localhost' });
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'fingerprint-id' ? 'f1' : null) });
});

interface Sent {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The phone's own transport. Its requests are recorded, and answered with `data`. */
function createAnsweredPhone(data: () => unknown) {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', (address: string, request: Omit<Sent, 'address'>) => {
    sent.push({ ...request, address });
    const answer = JSON.stringify(createSuccess(data()));
    return Promise.resolve(new Response(answer));
  });
  return { transport: createHttpTransport('1001'), last: () => sent.splice(0).at(-1)! };
}

test(
  'P1: a clear is sent in the header Cart-Events, in characters that every header may contain',
  manyRunsTime,
  async () => {
    const { transport, last } = createAnsweredPhone(() => null);
    await forAllOftenAsync(createEvent('cartCleared'), async (clear) => {
      await transport.clear(clear as CartCleared);
      const text = last().headers[headers.cartEvents]!;
      expect(text).toMatch(/^[\w-]+$/);
      const decoded: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
      expectSame(z.parse(z.array(eventSchema), decoded), [clear]);
    });
  },
);

test(
  'G6, F1: the phone sends what it knows in the query, and the answer contains what it lacks',
  manyRunsTime,
  async () => {
    const facts = { sessionId: 's1', version: 7, serverTime: 1, digest: '0123456789abcdef' };
    const cart: CartDetails = { userCarts: [], updateAt: 0, lastOperateAt: 0 };
    let data: CartDetails | undefined;
    const { transport, last } = createAnsweredPhone(() => data);
    await forAllOftenAsync(vector, vector, snapshot, async (known, ofServer, snapshot) => {
      const sync = { ...facts, known: ofServer, snapshot };
      data = { ...cart, sync };
      const answer = await transport.snapshot(known);
      expectSame(answer, { ok: true, value: sync });
      const { searchParams } = new URL(last().address, 'http://table.test');
      const query = z.parse(getCart.query!, Object.fromEntries(searchParams));
      expectSame(z.parse(versionVectorSchema, JSON.parse(query.known!)), known);
    });
  },
);

test('P1: events are sent next to the order detail as they were created', manyRunsTime, async () => {
  const order = { orderItems: [] };
  const { transport, last } = createAnsweredPhone(() => order);
  await forAllOftenAsync(fc.array(event, { maxLength: 3 }), vector, async (events, known) => {
    await transport.post(order, events, known);
    const body = z.parse(updateCart.body!, JSON.parse(last().body!));
    expectSame({ events: body.events, known: body.known }, { events, known });
  });
});

test('P3: events reach other clients in the messages of the table group', manyRunsTime, () => {
  const ofOne = event.map((each) => ({ ...each, id: each.id.replace('server', 'ra'), userId: 'u1' }));
  const own = fc.array(ofOne, { maxLength: 4 });
  forAllOften(own, fc.array(rejected, { maxLength: 2 }), (events, rejected) => {
    const received = createTableMessages(events, { version: 7, sessionId: 's1' }, rejected).map((message) => {
      const sent = JSON.stringify({ fromBrowserId: 'b1', ...message });
      return readMessage(JSON.parse(sent), 'u1')!.message.data;
    });
    const sent = events.filter(
      (each) => createTableMessages([each], { version: 7, sessionId: 's1' }).length > 0,
    );
    expectSame(
      received.flatMap((data) => data.events!),
      sent,
    );
    for (const { version, sessionId } of received) expect([version, sessionId]).toEqual([7, 's1']);
    expectSame(received[0]?.rejected ?? [], sent.length > 0 ? rejected : []);
  });
});
