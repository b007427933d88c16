/** Staff pause the orders of diners (CX48). */
import { nanoid } from 'nanoid';
import { expect, test, vi } from 'vitest';
import { getOpening, orderingRefusals, pauseOrders, resumeOrders } from '#contract/calls/opening.ts';
import { orderAtTable } from '#contract/calls/service.ts';
import { staffOverview } from '#contract/calls/staff.ts';
import { changeSettings, createFulfilment } from '../fulfilment/fulfilment-for-tests.ts';

const { clock, server, till, createParty, readDish, person } = createFulfilment();
const minute = 60_000;
const stays = 'Your dishes stay in the cart.';
const readOpening = async (language: 'en-US' | 'zh-TW' = 'en-US') =>
  await server.ask(getOpening, { query: { merchantId: '1001' }, language });
const pause = async (reason: string, minutes: number | null) => {
  const { pause } = await server.ask(pauseOrders, { ...(await person('Wei')), body: { reason, minutes } });
  return pause;
};
const timeIn = (minutes: number, language: 'en-US' | 'zh-TW' = 'en-US') =>
  new Date(clock.now() + minutes * minute).toLocaleTimeString(language, {
    timeZone: 'Asia/Taipei',
    hour: 'numeric',
    minute: '2-digit',
  });

test('CX48: diners see the reason and the end in their language, and order again afterwards', async () => {
  const restore = await changeSettings(server, { timeZone: 'Asia/Taipei' });
  const { phone } = await createParty();
  await phone.send(phone.add(await readDish()));
  const busy = 'The kitchen is very busy';
  expect(await pause(busy, 15)).toEqual({
    reason: busy,
    until: clock.now() + 15 * minute,
    by: 'Wei',
    since: clock.now(),
  });
  const time = timeIn(15);
  expect(await phone.place(nanoid())).toMatchObject({
    code: orderingRefusals.ordersPaused,
    msg: `We’re not taking orders until ${time}: ${busy}. ${stays}`,
  });
  expect(await readOpening('zh-TW')).toEqual({
    state: 'paused',
    until: clock.now() + 15 * minute,
    title: `暫停點餐 · ${timeIn(15, 'zh-TW')} 恢復`,
    text: `${timeIn(15, 'zh-TW')} 之前暫停點餐：廚房現在非常忙。購物車裡的餐點會保留。`,
  });
  expect((await server.ask(staffOverview, till)).pause).toMatchObject({ reason: busy, by: 'Wei' });
  clock.advance(15 * minute);
  expect(await readOpening()).toMatchObject({ state: 'open' });
  expect(await server.ask(staffOverview, till)).not.toHaveProperty('pause');
  expect(await phone.place(nanoid())).toMatchObject({ success: true });
  await restore();
});

test('CX48: without an end it lasts until staff resume; meanwhile the staff can order, and the tables are notified', async () => {
  const { phone, seat } = await createParty();
  await phone.send(phone.add(await readDish()));
  const published: unknown[] = [];
  const spy = vi
    .spyOn(server.deps.hub, 'send')
    .mockImplementation(async (_group, message) => void published.push(message));
  await pause('We fix the stove!', null);
  await vi.waitFor(() => expect(JSON.stringify(published)).toContain('menuChanged'));
  published.length = 0;
  clock.advance(20 * minute);
  const text = `We’re not taking orders right now: We fix the stove! ${stays}`;
  expect(await readOpening()).toEqual({ state: 'paused', title: 'Orders paused', text });
  expect(await phone.place(nanoid())).toMatchObject({ code: orderingRefusals.ordersPaused, msg: text });
  const body = { actId: nanoid(), tableId: seat.tableId, item: await readDish(), quantity: 1 };
  expect(await server.call(orderAtTable, { ...till, body })).toMatchObject({ success: true });
  expect(await server.ask(resumeOrders, { ...(await person()), body: {} })).toEqual({ resumed: true });
  expect(await server.ask(resumeOrders, { ...(await person()), body: {} })).toEqual({ resumed: false });
  await vi.waitFor(() => expect(JSON.stringify(published)).toContain('menuChanged'));
  spy.mockRestore();
  expect(await phone.place(nanoid())).toMatchObject({ success: true });
});

test('CX43, CX48: a pause that ends outside the hours names the next opening; a closed restaurant names only its opening', async () => {
  const now = new Date(clock.now());
  const formatHour = (hours: number) => `${String((now.getUTCHours() + hours) % 24).padStart(2, '0')}:00`;
  const shown = new Date(`2026-01-01T${formatHour(3)}Z`).toLocaleTimeString('en-US', {
    timeZone: 'UTC',
    hour: 'numeric',
    minute: '2-digit',
  });
  const restore = await changeSettings(server, {
    timeZone: 'Etc/UTC',
    openingHours: [{ from: formatHour(0), to: formatHour(1) }, { from: formatHour(3), to: formatHour(4) }],
  }); // prettier-ignore
  await pause('Back soon', 120);
  expect((await readOpening()).text).toBe(`We’re not taking orders until ${shown}: Back soon. ${stays}`);
  clock.advance(60 * minute);
  expect(await readOpening()).toMatchObject({ state: 'closed', title: `Closed · opens ${shown}` });
  await server.ask(resumeOrders, { ...till, body: {} });
  await restore();
});

test.each([
  ['an empty reason', { reason: ' ', minutes: 5 }],
  ['a long one', { reason: 'x'.repeat(121), minutes: 5 }],
  ['several lines', { reason: 'a\u0007b', minutes: 5 }],
  ['no minutes', { reason: 'busy', minutes: 0 }],
  ['a day', { reason: 'busy', minutes: 1440 }],
])('CX48: %s is refused', async (_, body) => {
  expect(await server.call(pauseOrders, { ...till, body })).toMatchObject({ success: false, code: 400 });
});
