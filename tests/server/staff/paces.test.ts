// @module-tag slow
/** Staff who work by hand never wait. A tablet that floods costly calls waits and is refused (D37). */
import { request } from 'node:http';
import { expect, test } from 'vitest';
import type { Call } from '#contract/http/call.ts';
import { actOnOrder, orderAtTable } from '#contract/calls/service.ts';
import { editMenuDraft } from '#contract/calls/menu-draft.ts';
import { createWebhook } from '#contract/calls/till.ts';
import { createFairQueue } from '#server/platform/http/routes/fair-queue.ts';
import { draftCallRates } from '#server/back-office/menu-editor/routes.ts';
import { ordersByHand } from '#server/service/staff/order-routes.ts';
import { webhookCallRates } from '#server/back-office/webhooks/routes.ts';
import { honestMargin } from '#tests/abuse/honest-rates.ts';
import { createCookie } from '../security/somebody-of.ts';
import { startTestServer } from '../server-under-test.ts';

const minuteMs = 60_000;
/** Requests of one session that may wait. The server refuses further ones. */
const mostWaiting = 300;
/** Requests at once that other changing staff calls allow. */
const usualAtOnce = 30;

const paces = {
  'a dish for a table': {
    call: orderAtTable,
    body: {
      actId: 'one',
      tableId: 'none',
      item: { productId: 'none', categoryId: 'none', modifiers: [], notes: '' },
      quantity: 1,
    },
    pace: ordersByHand.dishes,
    // A waiter takes the order of eight guests, as fast as the dishes are found.
    honest: { perMinute: 30, inARow: 3 },
  },
  'an act on an order': {
    call: actOnOrder,
    body: { type: 'orderReopened', actId: 'one', orderId: 'none', reason: '' },
    pace: ordersByHand.acts,
    // A cook has not looked at the screen for a while.
    honest: { perMinute: 30, inARow: 10 },
  },
  'a webhook': {
    call: createWebhook,
    body: { url: 'https://169.254.169.254/' },
    pace: webhookCallRates,
    honest: { perMinute: 2, inARow: 10 },
  },
  'an edit of the menu': {
    call: editMenuDraft,
    body: { edits: [{ path: ['dishes', 'none', 'price'], from: '1', to: '1' }] },
    pace: draftCallRates,
    // An owner changes one price after the other, or makes a bulk edit, which is sent in parts.
    honest: { perMinute: 20, inARow: 5 },
  },
} satisfies Record<string, { call: Call; body: object; pace: object; honest: object }>;

test.each(Object.entries(paces))(
  '%s: four times what a busy house does waits for nothing',
  (_name, { pace, honest: { perMinute, inARow } }) => {
    let now = 0;
    const line = createFairQueue(pace, () => now);
    const pause = (minuteMs * inARow) / (honestMargin * perMinute);
    for (; now < 10 * minuteMs; now += pause)
      for (let n = 0; n < inARow; n += 1) {
        void line.waitForTurn({ shared: 'staff', by: 'staff' });
        expect(line.countWaiting('staff'), `${now} ms`).toBe(0);
      }
  },
);

test.each(Object.entries(paces))(
  '%s: a flood waits for its pace, and is told of the budget when too many wait',
  async (_name, { call: { method, path }, body, pace }) => {
    const server = await startTestServer({ environment: { REQUESTS_PER_MINUTE: '600' } });
    const cookie = await createCookie(server, '1001');
    const ask = () => {
      const said = { Cookie: cookie, 'Content-Type': 'application/json' };
      const sent = request(`${server.address}${path}`, { method, headers: said, agent: false });
      const answer = new Promise<string>((resolve) => {
        sent.on('response', (came) => {
          let text = '';
          came.on('data', (part: Buffer) => (text += part.toString()));
          came.on('end', () => resolve(text));
        });
        // The test ends while some requests still wait.
        sent.on('error', () => resolve(''));
      });
      sent.end(JSON.stringify(body));
      return { sent, answer };
    };
    const atOnce = await Promise.all(Array.from({ length: pace.atOnce }, () => ask().answer));
    for (const text of atOnce) expect(text).not.toContain('budget');
    // The pace of other calls would let all of these wait and refuse none.
    const flood = Array.from({ length: mostWaiting + usualAtOnce - pace.atOnce }, ask);
    const refused = new Promise<string>((resolve) => {
      for (const { answer } of flood) void answer.then((text) => text.includes('budget') && resolve(text));
    });
    expect(JSON.parse(await refused)).toMatchObject({ code: 429, data: { budget: 'waitingOfAddress' } });
    for (const { sent } of flood) sent.destroy();
  },
);
