// @module-tag slow
/** A restaurant limits the orders of ten minutes (CX49). */
import fc from 'fast-check';
import { nanoid } from 'nanoid';
import { expect, test } from 'vitest';
import { getOpening, orderingRefusals } from '#contract/calls/opening.ts';
import { orderAtTable } from '#contract/calls/service.ts';
import { codes } from '#contract/codes.ts';
import { findFreeTime } from '#server/ordering/opening/pace.ts';
import { changeSettings, createFulfilment, type Phone } from '../fulfilment/fulfilment-for-tests.ts';
import { expectData } from '../server-under-test.ts';

const { clock, server, till, createParty, readDish } = createFulfilment();
const minute = 60_000;
const readOpening = async () => await server.ask(getOpening, { query: { merchantId: '1001' } });

/** Parties with a dish in their carts, all of this moment. */
async function createPhones(count: number): Promise<Phone[]> {
  const all: Phone[] = [];
  for (let n = 0; n < count; n += 1) {
    const { phone } = await createParty();
    await phone.send(phone.add(await readDish()));
    all.push(phone);
  }
  return all;
}
/** The orders of earlier tests no longer count. */
const startAfresh = () => clock.advance(11 * minute);

test('CX49: a later diner sees when to order, loses nothing, and orders then', async () => {
  const restore = await changeSettings(server, { ordersPerTenMinutes: 2, timeZone: 'Asia/Taipei' });
  const [ann, bob, cem] = (await createPhones(3)) as [Phone, Phone, Phone];
  startAfresh();
  const first = clock.now();
  expectData(await ann.place(nanoid()));
  clock.advance(4 * minute);
  expect(await bob.place(nanoid())).toMatchObject({ success: true });
  const refused = await cem.place(nanoid());
  expect(refused.code).toBe(orderingRefusals.kitchenBusy);
  const free = first + 10 * minute;
  const time = new Date(Math.ceil(free / minute) * minute).toLocaleTimeString('en-US', {
    timeZone: 'Asia/Taipei',
    hour: 'numeric',
    minute: '2-digit',
  });
  expect(refused.msg).toBe(
    `The kitchen has many orders right now. You can order from ${time}. Your dishes stay in the cart.`,
  );
  expect(await readOpening()).toMatchObject({ state: 'busy', until: free, text: refused.msg });
  expect(cem.getOwnLines()).toHaveLength(1);
  clock.advance(6 * minute - 1);
  expect(await cem.place(nanoid())).toMatchObject({ code: orderingRefusals.kitchenBusy });
  clock.advance(1);
  expect(await readOpening()).toMatchObject({ state: 'open' });
  expect(await cem.place(nanoid())).toMatchObject({ success: true });
  await restore();
});

test('CX49: of many simultaneous orders exactly the limit is placed, and the others after the wait', async () => {
  const restore = await changeSettings(server, { ordersPerTenMinutes: 3 });
  const all = await createPhones(8);
  startAfresh();
  const answers = await Promise.all(all.map(async (phone) => await phone.place(nanoid())));
  expect(answers.filter(({ success }) => success)).toHaveLength(3);
  const waiting = all.filter((_, index) => !answers[index]!.success);
  for (const { code } of answers.filter(({ success }) => !success))
    expect(code).toBe(orderingRefusals.kitchenBusy);
  expect(waiting.every((phone) => phone.getOwnLines().length === 1)).toBe(true);
  startAfresh();
  const later = await Promise.all(waiting.map(async (phone) => await phone.place(nanoid())));
  expect(later.filter(({ success }) => success)).toHaveLength(3);
  await restore();
});

test('CX49: a refused order uses no place, and those of the staff do not count', async () => {
  const restore = await changeSettings(server, { ordersPerTenMinutes: 1, lineLimit: '0.01' });
  const [ann, bob] = (await createPhones(2)) as [Phone, Phone];
  startAfresh();
  expect(await ann.place(nanoid())).toMatchObject({ code: codes.badRequest });
  const body = { actId: nanoid(), tableId: ann.diner.tableId, item: await readDish(), quantity: 1 };
  expect(await server.call(orderAtTable, { ...till, body })).toMatchObject({ success: true });
  await restore();
  const limit = await changeSettings(server, { ordersPerTenMinutes: 1 });
  const placementId = nanoid();
  expect(await bob.place(placementId)).toMatchObject({ success: true });
  // The same attempt again is the same order.
  expect(await bob.place(placementId)).toMatchObject({ success: true });
  expect(await ann.place(nanoid())).toMatchObject({ code: orderingRefusals.kitchenBusy });
  await limit();
});

test('CX49: no ten minutes have more orders than the limit, and no diner waits longer than needed', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.integer({ min: 0, max: 5 * minute }), { maxLength: 40 }),
      (most, gaps) => {
        const taken: number[] = [];
        let now = 0;
        for (const gap of gaps) {
          now += gap;
          const recent = taken.filter((at) => at > now - 10 * minute);
          const free = findFreeTime(taken, most, now);
          expect(free === undefined).toBe(recent.length < most);
          if (free !== undefined) {
            expect(free).toBeGreaterThan(now);
            expect(findFreeTime(taken, most, free)).toBeUndefined();
            expect(findFreeTime(taken, most, free - 1)).toBe(free);
          } else taken.push(now);
        }
        for (const at of taken)
          expect(taken.filter((other) => other > at - 10 * minute && other <= at).length).toBeLessThanOrEqual(
            most,
          );
      },
    ),
  );
});
