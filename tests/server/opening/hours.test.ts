/** Orders outside of the restaurant's opening hours (CX43). */
import { nanoid } from 'nanoid';
import { expect, test } from 'vitest';
import { changeHouse, getHouse, type House } from '#contract/calls/house.ts';
import { getOpening, orderingRefusals } from '#contract/calls/opening.ts';
import { placeOrder } from '#contract/calls/order.ts';
import { orderAtTable } from '#contract/calls/service.ts';
import type { DescribedMistakes } from '#contract/menu-file/mistake.ts';
import { readRestaurant } from '#server/back-office/settings/write-settings.ts';
import { exportMenu } from '#server/menu/menu-file/export-menu.ts';
import { readMenuFile } from '#server/menu/menu-file/read-menu-file.ts';
import { toMerchant } from '#server/menu/menu-file/to-merchant.ts';
import { changeSettings, createFulfilment } from '../fulfilment/fulfilment-for-tests.ts';

const { clock, server, till, createParty, readDish, person } = createFulfilment();
const hour = 3_600_000;
const evening = { timeZone: 'Asia/Taipei', openingHours: [{ from: '17:00', to: '22:00' }] };
/** Sets the clock to this time in Taipei, on the next day. */
const setTime = (time: string) => {
  const today = new Date(clock.now() + 8 * hour).toISOString().slice(0, 10);
  clock.advance(Date.parse(`${today}T${time}+08:00`) + 24 * hour - clock.now());
};
const readOpening = async (language: 'en-US' | 'zh-TW' = 'en-US') =>
  await server.ask(getOpening, { query: { merchantId: '1001' }, language });

test('CX43: without hours the restaurant always takes orders', async () => {
  expect(await readOpening()).toEqual({ state: 'open', title: '', text: '' });
});

test('CX43: a diner at a closed restaurant sees when it opens, keeps the cart, and orders then', async () => {
  const restore = await changeSettings(server, evening);
  setTime('16:57');
  const { phone } = await createParty();
  await phone.send(phone.add(await readDish(), 2));
  clock.advance(2 * 60_000 - 61_000);
  const refused = await phone.place(nanoid());
  expect(refused).toMatchObject({ success: false, code: orderingRefusals.restaurantClosed });
  expect(refused.msg).toBe(
    'We’re closed right now. You can order from 5:00 PM. Your dishes stay in the cart.',
  );
  expect(await readOpening('zh-TW')).toEqual({
    state: 'closed',
    until: clock.now() + 60_000,
    title: '休息中 · 下午5:00 開始',
    text: '現在是休息時間，下午5:00 起可以點餐。購物車裡的餐點會保留。',
  });
  expect(phone.getOwnLines()).toMatchObject([{ quantity: 2 }]);
  // The cart can be changed meanwhile.
  await phone.send(phone.add(await readDish(1)));
  clock.advance(60_000);
  expect(await readOpening()).toEqual({ state: 'open', until: clock.now() + 5 * hour, title: '', text: '' });
  expect(await phone.place(nanoid())).toMatchObject({ success: true });
  await restore();
});

test('CX43: a client that knows only the contract gets the same answer; a sent attempt keeps its outcome', async () => {
  const restore = await changeSettings(server, evening);
  setTime('16:50');
  const { phone } = await createParty();
  await phone.send(phone.add(await readDish()));
  const plain = { ...phone.diner, body: phone.detail(), language: 'zh-TW' as const };
  const answer = await server.call(placeOrder, plain);
  expect(answer).toMatchObject({ success: false, code: orderingRefusals.restaurantClosed, data: null });
  expect(answer.msg).toContain('下午5:00');
  const placementId = nanoid();
  const first = await phone.place(placementId);
  clock.advance(10 * 60_000);
  expect(await phone.place(placementId)).toMatchObject({ code: first.code, msg: first.msg });
  expect(await server.call(placeOrder, plain)).toMatchObject({ success: true });
  await restore();
});

test('CX43: a closed date is named, and the staff can order for a table even then', async () => {
  setTime('18:00');
  const { phone, seat } = await createParty();
  await phone.send(phone.add(await readDish()));
  const createDate = (days: number) => new Date(clock.now() + days * 24 * hour).toISOString().slice(0, 10);
  const openingDates = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((days) => ({ date: createDate(days), hours: [] }));
  const restore = await changeSettings(server, { ...evening, openingDates });
  const { msg } = await phone.place(nanoid());
  const when = new Date(Date.parse(createDate(10))).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
  expect(msg).toContain(`You can order from ${when}, 5:00 PM.`);
  const body = { actId: nanoid(), tableId: seat.tableId, item: await readDish(), quantity: 1 };
  expect(await server.call(orderAtTable, { ...till, body })).toMatchObject({ success: true });
  await restore();
});

async function change(fields: Partial<House['settings']>) {
  const owner = await person();
  const { settings, version } = await server.ask(getHouse, owner);
  const body = { version, settings: { ...settings, ...fields } };
  return await server.call(changeHouse, { ...owner, body });
}

test('CX27, CX43: owners change the hours, which survive an export, an import and a change without them', async () => {
  const fields = {
    openingHours: [{ days: ['mon' as const, 'tue' as const], from: '18:00', to: '02:00' }],
    openingDates: [
      { date: '2026-12-25', hours: [] },
      { date: '2026-12-31', hours: [{ from: '12:00', to: '00:00' }] },
    ],
  };
  expect(await change({ ...fields, openingDates: fields.openingDates.toReversed() })).toMatchObject({
    success: true,
    data: { settings: fields },
  });
  const exported = exportMenu(await readRestaurant(server.db, '1001'));
  const where = { menuPath: 'menu.yaml', files: server.deps.pictures };
  const read = await readMenuFile(exported, 'menu.yaml', where);
  if (!read.ok) throw new Error(read.mistakes.join());
  expect(exportMenu((await toMerchant(read.file, '1001', where)).whole)).toBe(exported);
  // A staff page that was opened before an upgrade does not know them.
  const unknown = { openingHours: undefined, openingDates: undefined };
  expect(await change(unknown)).toMatchObject({ success: true, data: { settings: fields } });
  expect(await change({ openingHours: [], openingDates: [] })).toMatchObject({
    data: { settings: { openingHours: [], openingDates: [] } },
  });
  expect(exportMenu(await readRestaurant(server.db, '1001'))).not.toContain('opening');
});

test.each([
  [{ openingHours: [{ from: '25:00', to: '02:00' }] }, 'merchant.openingHours[0].from'],
  [
    { openingHours: [{ from: '10:00', to: '14:00' }, { days: ['mon' as const], from: '13:00', to: '15:00' }] },
    'merchant.openingHours[1].from',
  ],
  [{ openingDates: [{ date: '2026-02-30', hours: [] }] }, 'merchant.openingDates[0].date'],
  [
    { openingDates: [{ date: '2026-02-03', hours: [] }, { date: '2026-02-03', hours: [] }] },
    'merchant.openingDates[1].date',
  ],
  [
    { openingDates: [{ date: '2026-02-03', hours: [{ from: '10:00', to: '12:00' }, { from: '11:00', to: '13:00' }] }] },
    'merchant.openingDates[0].hours[1].from',
  ],
])('CX43: a mistake in the hours is named: %j', async (fields, path) => {
  const { success, data } = await change(fields);
  expect(success).toBe(false);
  expect((data as unknown as DescribedMistakes).mistakes.map((each) => each.path)).toEqual([path]);
}); // prettier-ignore

test('CX43: on a single date, hours after midnight and in the night do not overlap', async () => {
  const hours = [{ from: '01:00', to: '03:00' }, { from: '22:00', to: '02:00' }]; // prettier-ignore
  expect(await change({ openingDates: [{ date: '2026-02-03', hours }] })).toMatchObject({ success: true });
  await change({ openingDates: [] });
});
