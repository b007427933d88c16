/** A section with serving hours, from the menu file to the order (CX10). */
import { expect, test, vi } from 'vitest';
import { nanoid } from 'nanoid';
import { getProductsByCategories, searchProducts } from '#contract/calls/merchant.ts';
import { previewOrder } from '#contract/calls/order.ts';
import { orderAtTable } from '#contract/calls/service.ts';
import { codes } from '#contract/codes.ts';
import type { ServedHours } from '#contract/menu-file/hours.ts';
import type { WholeMerchant } from '#contract/menu-file/whole-merchant.ts';
import { updateMenus } from '#server/service/fulfilment/update-menus.ts';
import { createAdmin } from '#server/back-office/admin/admin.ts';
import { createItem, setSoldOut, createTablePhone } from '#testing/phones/table-phone.ts';
import { createFulfilment } from '../fulfilment/fulfilment-for-tests.ts';

const { clock, server, till, freeTable } = createFulfilment();
const hour = 3_600_000;
const breakfast: ServedHours = { from: '07:00', to: '11:00' };

const readMenu = async (language: 'en-US' | 'zh-TW' = 'en-US') =>
  (await server.ask(getProductsByCategories, { query: { merchantId: '1001' }, language })).categories;
const getAdmin = () => createAdmin({ db: server.db, now: () => clock.now() });

/** Gives the first section these hours and sets the clock to this time in Taipei. */
async function setHours(served: ServedHours[], now: string, change: Partial<WholeMerchant> = {}) {
  const today = new Date(clock.now() + 8 * hour).toISOString().slice(0, 10);
  clock.advance(Date.parse(`${today}T${now}+08:00`) + 24 * hour - clock.now());
  const whole = (await getAdmin().readMerchant('1001'))!;
  const [first, ...others] = whole.categories;
  await getAdmin().writeMerchant(
    { ...whole, timeZone: 'Asia/Taipei', ...change, categories: [{ ...first!, served }, ...others] },
    false,
  );
  const sections = await readMenu();
  const section = sections.find(({ id }) => id === first!.id)!;
  const dishes = section.products.filter(({ modifierGroups }) => modifierGroups.every(({ min }) => min === 0));
  return { sections, section, dish: dishes[0]!, other: sections.flatMap(({ products }) => products).find((each) => each.categoryId !== section.id && !each.soldOut && each.modifierGroups.length === 0)! };
} // prettier-ignore

let seats = 0;
async function seatPhone() {
  seats += 1;
  const who = await server.member(`21270${String(60_000 + seats)}`);
  return createTablePhone(server, await server.seat(who, await freeTable()), `rh${seats}`);
}

// CX10, CA3
test('in its hours a section says until when, else when it is served again, at the end of the menu, and cannot be ordered', async () => {
  const { section, sections } = await setHours([breakfast], '10:00');
  expect(sections[0]).toMatchObject({ id: section.id, servedUntil: '11:00 AM' });
  expect(section).not.toHaveProperty('servedAgain');
  expect(sections[1]).not.toHaveProperty('servedUntil');
  clock.advance(hour);
  const late = (await readMenu()).at(-1)!;
  expect(late).toMatchObject({ id: section.id, servedAgain: { from: '7:00 AM', to: '11:00 AM' } });
  expect(late).not.toHaveProperty('servedUntil');
  for (const dish of late.products.filter(({ id }) => section.products.some((was) => was.id === id && !was.soldOut)))
    expect(dish).toMatchObject({ soldOut: true, servedAgain: { from: '7:00 AM', to: '11:00 AM' } });
  const keyword = section.products.find(({ soldOut }) => !soldOut)!.name;
  const { products } = await server.ask(searchProducts, { query: { merchantId: '1001', keyword } });
  expect(products.find(({ name }) => name === keyword)).toMatchObject({ servedAgain: { from: '7:00 AM' } });
}); // prettier-ignore

// CX10
test('the day is named if it is not the next, in the reader’s language; a dish that is also sold out says only that', async () => {
  const day = new Date(clock.now() + 32 * hour).toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' }).toLowerCase();
  const { section } = await setHours([{ days: [day as 'mon'], from: '07:00', to: '11:00' }], '12:00');
  const names = ['日', '一', '二', '三', '四', '五', '六'];
  const shown = new Date(clock.now() + 8 * hour).getUTCDay();
  expect(section.servedAgain!.from.toLowerCase()).toBe(`${day} 7:00 am`);
  expect((await readMenu('zh-TW')).at(-1)!.servedAgain).toEqual({
    from: `週${names[shown]!} 上午7:00`,
    to: '上午11:00',
  });
  const { id } = section.products.find(({ servedAgain }) => servedAgain)!;
  await setSoldOut(server, id, true);
  const gone = (await readMenu()).at(-1)!.products.find((each) => each.id === id)!;
  expect([gone.soldOut, gone.servedAgain]).toEqual([true, undefined]);
  await setSoldOut(server, id, false);
}); // prettier-ignore

// CX10, O5
test('a dish added in time and ordered late is refused like a sold-out one; without it the order is placed', async () => {
  const { dish, other } = await setHours([breakfast], '10:55');
  const phone = await seatPhone();
  await phone.send(phone.add(createItem(dish), 2), phone.add(createItem(other)));
  const preview = async () => await server.call(previewOrder, { ...phone.diner, body: phone.detail() });
  expect(await preview()).toMatchObject({ success: true });
  clock.advance(5 * 60_000 - 1);
  expect(await preview()).toMatchObject({ success: true });
  clock.advance(1);
  const refusal = { success: false, code: codes.soldOut, msg: `Not served now: ${dish.name}` };
  expect(await preview()).toMatchObject(refusal);
  expect(await phone.place(nanoid())).toMatchObject(refusal);
  const late = phone.getOwnLines().find(({ item }) => item.productId === dish.id)!;
  expect(await phone.place(nanoid(), { without: [late.lineId] })).toMatchObject({ success: true });
  expect(phone.getOwnLines().map(({ item }) => item.productId)).toEqual([dish.id]);
});

// CX10
test('an add that arrives after the hour is refused like one of a sold-out dish; the staff may still add it', async () => {
  const { dish } = await setHours([breakfast], '10:59');
  const phone = await seatPhone();
  clock.advance(2 * 60_000);
  const { rejected } = await phone.send(phone.add(createItem(dish)));
  expect(rejected).toMatchObject([{ code: codes.soldOut }]);
  expect(phone.getOwnLines()).toEqual([]);
  const body = { actId: nanoid(), tableId: phone.diner.tableId, item: createItem(dish), quantity: 1 };
  expect(await server.call(orderAtTable, { ...till, body })).toMatchObject({ success: true });
});

// CX10, CX8
test('at the hour the tables are notified, once, by whichever server runs, and after a start that missed it', async () => {
  await setHours([breakfast], '10:59');
  const published: unknown[] = [];
  const spy = vi
    .spyOn(server.deps.hub, 'send')
    .mockImplementation(async (_group, message) => void published.push(message));
  await seatPhone();
  clock.advance(60_000 - 1);
  expect(await updateMenus(server.deps)).toEqual([]);
  clock.advance(1);
  const notified = await Promise.all([updateMenus(server.deps), updateMenus(server.deps)]);
  expect(notified.flat()).toEqual(['1001']);
  await vi.waitFor(() => expect(JSON.stringify(published)).toContain('menuChanged'));
  spy.mockRestore();
  expect(await updateMenus(server.deps)).toEqual([]);
  // No server looked for two days.
  clock.advance(48 * hour);
  expect(await updateMenus(server.deps)).toEqual(['1001']);
  expect(await updateMenus(server.deps)).toEqual([]);
});

// CX10, CX29
test('another time zone counts at once, and without hours no trace of them is left', async () => {
  const { section } = await setHours([breakfast], '12:00');
  expect(section.servedAgain).toBeDefined();
  const elsewhere = await setHours([breakfast], '12:00', { timeZone: 'Asia/Dubai' });
  expect(elsewhere.section.servedUntil).toBe('11:00 AM');
  const always = await setHours([], '12:00');
  expect(always.section).not.toHaveProperty('servedUntil');
  expect(await server.db.selectFrom('menu_hours').selectAll().execute()).toEqual([]);
});
