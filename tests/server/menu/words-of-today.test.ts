// @module-tag slow
/** Dishes and options that are sold out until a time, and counted portions (CX10). */
import { nanoid } from 'nanoid';
import { expect, test, vi } from 'vitest';
import { getProductsByCategories, type Product } from '#contract/calls/merchant.ts';
import { orderAtTable } from '#contract/calls/service.ts';
import { setSoldOut, staffOverview } from '#contract/calls/staff.ts';
import { codes } from '#contract/codes.ts';
import { updateMenus } from '#server/service/fulfilment/update-menus.ts';
import { createAdmin } from '#server/back-office/admin/admin.ts';
import { createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { forTests } from '#tests/for-tests.ts';
import { fulfilmentForTests } from '../fulfilment/fulfilment-for-tests.ts';
import { act, actOnOrder } from '../staff/acts.ts';
import { dataOf } from '../server-under-test.ts';

const { clock, server, till, freeTable } = fulfilmentForTests();
const operator = forTests(async () => createAdmin({ db: server.db, now: () => clock.now() }));
const hour = 3_600_000;

const menu = async (language: 'en-US' | 'zh-TW' = 'en-US') => {
  const query = { merchantId: '1001' };
  const { categories } = await server.ask(getProductsByCategories, { query, language });
  return categories.flatMap(({ products }) => products);
};
const named = async (id: string) => (await menu()).find((product) => product.id === id)!;
const say = async (body: object) => dataOf(await server.call(setSoldOut, { ...till, body }));
const isFree = ({ soldOut, modifierGroups }: Product) =>
  !soldOut && modifierGroups.every(({ min }) => min === 0);
/** A dish that no earlier test used. */
let taken = 0;
const freeDish = async () => {
  taken += 1;
  return (await menu()).filter(isFree).at(-taken)!;
}; // prettier-ignore

let seats = 0;
async function seated(...dishes: readonly (readonly [Product, number])[]) {
  seats += 1;
  clock.advance(61_000);
  const who = await server.member(`21270${String(50_000 + seats)}`);
  const phone = createTablePhone(server, await server.seat(who, await freeTable()), `rw${seats}`);
  for (const [dish, quantity] of dishes) await phone.send(phone.add(createItem(dish), quantity));
  return phone;
}

// CX10, CA3
test('sold out until tomorrow: the menu says until when, and the dish comes back by itself, once', async () => {
  const { id } = await freeDish();
  const until = clock.now() + 20 * hour;
  expect(await say({ productId: id, soldOut: true, until })).toEqual({ changed: true });
  expect(await say({ productId: id, soldOut: true, until })).toEqual({ changed: false });
  expect(await named(id)).toMatchObject({ soldOut: true, soldOutUntil: until });
  clock.advance(20 * hour - 1);
  expect(await updateMenus(server.deps)).toEqual([]);
  clock.advance(1);
  // Several servers look at once.
  const brought = await Promise.all([updateMenus(server.deps), updateMenus(server.deps)]);
  expect(brought.flat()).toEqual(['1001']);
  expect(await named(id)).toMatchObject({ soldOut: false });
  expect(await named(id)).not.toHaveProperty('soldOutUntil');
});

// CX10, CX29
test('“until tomorrow” is until the day ends on the restaurant’s own clock', async () => {
  const before = (await operator.readMerchant('1001'))!;
  const { id } = await freeDish();
  for (const timeZone of ['Pacific/Auckland', 'America/Los_Angeles']) {
    await operator.writeMerchant({ ...before, timeZone, dayEndsAt: 5 }, false);
    await say({ productId: id, soldOut: true, until: 'tomorrow' });
    const { soldOutUntil } = await named(id);
    const shown = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
      soldOutUntil,
    );
    expect(shown).toBe('05:00');
    expect(soldOutUntil! - clock.now()).toBeGreaterThan(0);
    expect(soldOutUntil! - clock.now()).toBeLessThanOrEqual(25 * hour);
  }
  await operator.writeMerchant(before, false);
  await say({ productId: id, soldOut: false });
});

// CX10
test('an option does so too, each at its own time; one without a time stays sold out', async () => {
  const dish = (await menu()).find(({ modifierGroups }) => modifierGroups.flatMap(({ modifiers }) => modifiers).length > 2)!;
  const [first, second, third] = dish.modifierGroups.flatMap(({ modifiers }) => modifiers).map(({ id }) => id);
  const until = clock.now() + hour;
  await say({ modifierIds: [first], soldOut: true, until });
  await say({ modifierIds: [second], soldOut: true, until: until + hour });
  await say({ modifierIds: [third], soldOut: true });
  const soldOut = async () =>
    (await named(dish.id)).modifierGroups
      .flatMap(({ modifiers }) => modifiers)
      .flatMap((option) => (option.soldOut && [first, second, third].includes(option.id) ? [[option.id, option.soldOutUntil]] : []));
  expect(await soldOut()).toEqual([[first, until], [second, until + hour], [third, undefined]]);
  clock.advance(hour);
  expect(await updateMenus(server.deps)).toEqual(['1001']);
  expect(await soldOut()).toEqual([[second, until + hour], [third, undefined]]);
  clock.advance(hour);
  await updateMenus(server.deps);
  expect(await soldOut()).toEqual([[third, undefined]]);
  expect(await updateMenus(server.deps)).toEqual([]);
  await say({ modifierIds: [third], soldOut: false });
}); // prettier-ignore

// CX10
test('a dish brought back by hand before its time is not changed again at that time', async () => {
  const { id } = await freeDish();
  await say({ productId: id, soldOut: true, until: clock.now() + hour });
  await say({ productId: id, soldOut: false });
  await say({ productId: id, soldOut: true });
  clock.advance(2 * hour);
  expect(await updateMenus(server.deps)).toEqual([]);
  expect((await named(id)).soldOut).toBe(true);
  await say({ productId: id, soldOut: false });
});

// CX10
test('each order counts down portions in its own transaction, and with the last portion the dish is sold out', async () => {
  const dish = await freeDish();
  await say({ productId: dish.id, soldOut: false, portions: 3 });
  expect(await named(dish.id)).toMatchObject({ soldOut: false, portions: 3 });
  const ann = await seated([dish, 2]);
  const ben = await seated([dish, 2]);
  expect((await ann.place('p-ann')).success).toBe(true);
  expect((await ann.place('p-ann')).success).toBe(true);
  expect(await named(dish.id)).toMatchObject({ soldOut: false, portions: 1 });

  const refused = await ben.place('p-ben');
  expect(refused).toMatchObject({ success: false, code: codes.fewerLeft, msg: `Fewer are left: ${dish.name} (1)` });
  expect(await named(dish.id)).toMatchObject({ soldOut: false, portions: 1 });
  expect(ben.carts()).toEqual([[ben.diner.userId, [['', 2]]]]);
  await ben.send(ben.decrease());
  expect((await ben.place('p-ben-2')).success).toBe(true);
  expect(await named(dish.id)).toMatchObject({ soldOut: true, portions: 0 });

  await say({ productId: dish.id, soldOut: false });
  expect(await named(dish.id)).not.toHaveProperty('portions');
}); // prettier-ignore

// CX10
test('of two tables at once one gets the last portion; the other keeps its cart and is notified', async () => {
  const [dish, other] = [await freeDish(), await freeDish()];
  await say({ productId: dish.id, soldOut: false, portions: 1 });
  await say({ productId: other.id, soldOut: false, portions: 9 });
  // The carts have the dishes in opposite order, which must not deadlock.
  const phones = [await seated([dish, 1], [other, 1]), await seated([other, 1], [dish, 1])];
  const answers = await Promise.all(phones.map(async (phone, index) => await phone.place(`p-once-${index}`)));
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  const late = answers.find(({ success }) => !success)!;
  expect([codes.fewerLeft, codes.soldOut]).toContain(late.code);
  expect(await named(dish.id)).toMatchObject({ soldOut: true, portions: 0 });
  expect(await named(other.id)).toMatchObject({ soldOut: false, portions: 8 });
  for (const { id } of [dish, other]) await say({ productId: id, soldOut: false });
});

// CX10
test('an order that is refused for another reason counts no portion', async () => {
  const dish = await freeDish();
  await say({ productId: dish.id, soldOut: false, portions: 5 });
  const phone = await seated([dish, 2]);
  const refused = await phone.place('p-coupon', { userCouponIds: ['nobodys'] });
  expect(refused).toMatchObject({ success: false, code: codes.couponUnusable });
  expect((await named(dish.id)).portions).toBe(5);
  await say({ productId: dish.id, soldOut: false });
});

// CX10, CX22
test.each([
  [2, 2],
  [1, 3],
])(
  'of %d portions the staff add %d; undone, the same number is left as before',
  async (portions, quantity) => {
    const dish = await freeDish();
    await say({ productId: dish.id, soldOut: false, portions });
    const phone = await seated();
    const body = { actId: nanoid(), tableId: phone.diner.tableId, item: createItem(dish), quantity };
    const { order } = await server.ask(orderAtTable, { ...till, body });
    expect(await named(dish.id)).toMatchObject({ soldOut: true, portions: 0 });
    await server.ask(actOnOrder, { ...till, ...act(order, { type: 'takenBack', actId: body.actId }) });
    expect(await named(dish.id)).toMatchObject({ soldOut: false, portions });
    await say({ productId: dish.id, soldOut: false });
  },
);

// CX10
test('switching the count off: no portions are counted any more, and sold-out dishes are available again', async () => {
  const dish = await freeDish();
  const until = clock.now() + hour;
  await say({ productId: dish.id, soldOut: false, portions: 1, until });
  const phone = await seated([dish, 1]);
  expect((await phone.place('p-last')).success).toBe(true);
  expect(await named(dish.id)).toMatchObject({ soldOut: true, soldOutUntil: until });
  clock.advance(hour);
  await updateMenus(server.deps);
  expect(await named(dish.id)).toMatchObject({ soldOut: false });
  expect(await named(dish.id)).not.toHaveProperty('portions');
});

// CX10
test('writing a menu again leaves these states unchanged, and no file contains them', async () => {
  const [counted, gone] = [await freeDish(), await freeDish()];
  const until = clock.now() + hour;
  await say({ productId: counted.id, soldOut: false, portions: 7 });
  await say({ productId: gone.id, soldOut: true, until });
  const option = (await menu()).flatMap(({ modifierGroups }) => modifierGroups)[0]!.modifiers[0]!;
  await say({ modifierIds: [option.id], soldOut: true, until });
  const whole = (await operator.readMerchant('1001'))!;
  expect(/"(soldOut\w*|portions|said_until)":/.test(JSON.stringify(whole))).toBe(false);
  expect(await operator.writeMerchant(whole, false)).toEqual([]);
  whole.categories[0]!.name = { 'en-US': 'First', 'zh-TW': '第一' };
  await operator.writeMerchant(whole, false);
  expect(await named(counted.id)).toMatchObject({ portions: 7 });
  expect(await named(gone.id)).toMatchObject({ soldOut: true, soldOutUntil: until });
  // A mark in the file has no end.
  const said = whole.categories.flatMap(({ products }) => products).find(({ id }) => id === gone.id)!;
  said.soldOut = true;
  await operator.writeMerchant(whole, false);
  clock.advance(hour);
  expect(await updateMenus(server.deps)).toEqual(['1001']);
  expect((await named(gone.id)).soldOut).toBe(true);
  const options = (await menu()).flatMap(({ modifierGroups }) => modifierGroups).flatMap(({ modifiers }) => modifiers);
  expect(options.find(({ id }) => id === option.id)!.soldOut).toBe(false);
  for (const { id } of [counted, gone]) await say({ productId: id, soldOut: false });
}); // prettier-ignore

// CX10, CX24
test('while a menu is written repeatedly, simultaneous orders count each portion once', async () => {
  const dish = await freeDish();
  const portions = 6;
  await say({ productId: dish.id, soldOut: false, portions });
  const parties = await Promise.all(Array.from({ length: portions }, async () => await seated()));
  const whole = (await operator.readMerchant('1001'))!;
  const changed = whole.categories.flatMap(({ products }) => products).find(({ id }) => id === dish.id)!;
  const write = async (n: number) => {
    changed.description = { 'en-US': `Version ${n}`, 'zh-TW': `第 ${n} 版` };
    await operator.writeMerchant(structuredClone(whole), false);
  };
  const order = async (n: number) => {
    const body = { actId: nanoid(), tableId: parties[n]!.diner.tableId, item: createItem(dish), quantity: 1 };
    return await server.ask(orderAtTable, { ...till, body });
  };
  await Promise.all(parties.flatMap((_, n) => [write(n), order(n)]));
  expect(await named(dish.id)).toMatchObject({ soldOut: true, portions: 0 });
  await say({ productId: dish.id, soldOut: false });
});

// CX10
test('tables are notified of the last portion like of any change of the menu', async () => {
  const dish = await freeDish();
  await say({ productId: dish.id, soldOut: false, portions: 1 });
  const phone = await seated([dish, 1]);
  const published: unknown[] = [];
  const spy = vi
    .spyOn(server.deps.hubs.of('any'), 'send')
    .mockImplementation(async (_group, message) => void published.push(message));
  await phone.place('p-heard');
  await vi.waitFor(() => expect(JSON.stringify(published)).toContain('menuChanged'));
  spy.mockRestore();
  expect((await server.ask(staffOverview, till)).orders.length).toBeGreaterThan(0);
  await say({ productId: dish.id, soldOut: false });
});
