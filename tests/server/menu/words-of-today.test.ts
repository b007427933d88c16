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
import { createForTests } from '#tests/for-tests.ts';
import { createFulfilment } from '../fulfilment/fulfilment-for-tests.ts';
import { act, actOnOrder } from '../staff/acts.ts';
import { expectData } from '../server-under-test.ts';

const { clock, server, till, freeTable } = createFulfilment();
const operator = createForTests(async () => createAdmin({ db: server.db, now: () => clock.now() }));
const hour = 3_600_000;

const readMenu = async (language: 'en-US' | 'zh-TW' = 'en-US') => {
  const query = { merchantId: '1001' };
  const { categories } = await server.ask(getProductsByCategories, { query, language });
  return categories.flatMap(({ products }) => products);
};
const getDish = async (id: string) => (await readMenu()).find((product) => product.id === id)!;
const changeSoldOut = async (body: object) => expectData(await server.call(setSoldOut, { ...till, body }));
const isFree = ({ soldOut, modifierGroups }: Product) =>
  !soldOut && modifierGroups.every(({ min }) => min === 0);
/** A dish that no earlier test used. */
let taken = 0;
const readFreeDish = async () => {
  taken += 1;
  return (await readMenu()).filter(isFree).at(-taken)!;
}; // prettier-ignore

let seats = 0;
async function seatPhone(...dishes: readonly (readonly [Product, number])[]) {
  seats += 1;
  clock.advance(61_000);
  const who = await server.member(`21270${String(50_000 + seats)}`);
  const phone = createTablePhone(server, await server.seat(who, await freeTable()), `rw${seats}`);
  for (const [dish, quantity] of dishes) await phone.send(phone.add(createItem(dish), quantity));
  return phone;
}

// CX10, CA3
test('sold out until tomorrow: the menu says until when, and the dish comes back by itself, once', async () => {
  const { id } = await readFreeDish();
  const until = clock.now() + 20 * hour;
  expect(await changeSoldOut({ productId: id, soldOut: true, until })).toEqual({ changed: true });
  expect(await changeSoldOut({ productId: id, soldOut: true, until })).toEqual({ changed: false });
  expect(await getDish(id)).toMatchObject({ soldOut: true, soldOutUntil: until });
  clock.advance(20 * hour - 1);
  expect(await updateMenus(server.deps)).toEqual([]);
  clock.advance(1);
  // Several servers look at once.
  const brought = await Promise.all([updateMenus(server.deps), updateMenus(server.deps)]);
  expect(brought.flat()).toEqual(['1001']);
  expect(await getDish(id)).toMatchObject({ soldOut: false });
  expect(await getDish(id)).not.toHaveProperty('soldOutUntil');
});

// CX10, CX29
test('“until tomorrow” is until the day ends on the restaurant’s own clock', async () => {
  const before = (await operator.readMerchant('1001'))!;
  const { id } = await readFreeDish();
  for (const timeZone of ['Pacific/Auckland', 'America/Los_Angeles']) {
    await operator.writeMerchant({ ...before, timeZone, dayEndsAt: 5 }, false);
    await changeSoldOut({ productId: id, soldOut: true, until: 'tomorrow' });
    const { soldOutUntil } = await getDish(id);
    const shown = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
      soldOutUntil,
    );
    expect(shown).toBe('05:00');
    expect(soldOutUntil! - clock.now()).toBeGreaterThan(0);
    expect(soldOutUntil! - clock.now()).toBeLessThanOrEqual(25 * hour);
  }
  await operator.writeMerchant(before, false);
  await changeSoldOut({ productId: id, soldOut: false });
});

// CX10
test('an option does so too, each at its own time; one without a time stays sold out', async () => {
  const dish = (await readMenu()).find(({ modifierGroups }) => modifierGroups.flatMap(({ modifiers }) => modifiers).length > 2)!;
  const [first, second, third] = dish.modifierGroups.flatMap(({ modifiers }) => modifiers).map(({ id }) => id);
  const until = clock.now() + hour;
  await changeSoldOut({ modifierIds: [first], soldOut: true, until });
  await changeSoldOut({ modifierIds: [second], soldOut: true, until: until + hour });
  await changeSoldOut({ modifierIds: [third], soldOut: true });
  const readSoldOut = async () =>
    (await getDish(dish.id)).modifierGroups
      .flatMap(({ modifiers }) => modifiers)
      .flatMap((option) => (option.soldOut && [first, second, third].includes(option.id) ? [[option.id, option.soldOutUntil]] : []));
  expect(await readSoldOut()).toEqual([[first, until], [second, until + hour], [third, undefined]]);
  clock.advance(hour);
  expect(await updateMenus(server.deps)).toEqual(['1001']);
  expect(await readSoldOut()).toEqual([[second, until + hour], [third, undefined]]);
  clock.advance(hour);
  await updateMenus(server.deps);
  expect(await readSoldOut()).toEqual([[third, undefined]]);
  expect(await updateMenus(server.deps)).toEqual([]);
  await changeSoldOut({ modifierIds: [third], soldOut: false });
}); // prettier-ignore

// CX10
test('a dish brought back by hand before its time is not changed again at that time', async () => {
  const { id } = await readFreeDish();
  await changeSoldOut({ productId: id, soldOut: true, until: clock.now() + hour });
  await changeSoldOut({ productId: id, soldOut: false });
  await changeSoldOut({ productId: id, soldOut: true });
  clock.advance(2 * hour);
  expect(await updateMenus(server.deps)).toEqual([]);
  expect((await getDish(id)).soldOut).toBe(true);
  await changeSoldOut({ productId: id, soldOut: false });
});

// CX10
test('each order counts down portions in its own transaction, and with the last portion the dish is sold out', async () => {
  const dish = await readFreeDish();
  await changeSoldOut({ productId: dish.id, soldOut: false, portions: 3 });
  expect(await getDish(dish.id)).toMatchObject({ soldOut: false, portions: 3 });
  const ann = await seatPhone([dish, 2]);
  const ben = await seatPhone([dish, 2]);
  expect((await ann.place('p-ann')).success).toBe(true);
  expect((await ann.place('p-ann')).success).toBe(true);
  expect(await getDish(dish.id)).toMatchObject({ soldOut: false, portions: 1 });

  const refused = await ben.place('p-ben');
  expect(refused).toMatchObject({ success: false, code: codes.fewerLeft, msg: `Fewer are left: ${dish.name} (1)` });
  expect(await getDish(dish.id)).toMatchObject({ soldOut: false, portions: 1 });
  expect(ben.carts()).toEqual([[ben.diner.userId, [['', 2]]]]);
  await ben.send(ben.decrease());
  expect((await ben.place('p-ben-2')).success).toBe(true);
  expect(await getDish(dish.id)).toMatchObject({ soldOut: true, portions: 0 });

  await changeSoldOut({ productId: dish.id, soldOut: false });
  expect(await getDish(dish.id)).not.toHaveProperty('portions');
}); // prettier-ignore

// CX10
test('of two tables at once one gets the last portion; the other keeps its cart and is notified', async () => {
  const [dish, other] = [await readFreeDish(), await readFreeDish()];
  await changeSoldOut({ productId: dish.id, soldOut: false, portions: 1 });
  await changeSoldOut({ productId: other.id, soldOut: false, portions: 9 });
  // The carts have the dishes in opposite order, which must not deadlock.
  const phones = [await seatPhone([dish, 1], [other, 1]), await seatPhone([other, 1], [dish, 1])];
  const answers = await Promise.all(phones.map(async (phone, index) => await phone.place(`p-once-${index}`)));
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  const late = answers.find(({ success }) => !success)!;
  expect([codes.fewerLeft, codes.soldOut]).toContain(late.code);
  expect(await getDish(dish.id)).toMatchObject({ soldOut: true, portions: 0 });
  expect(await getDish(other.id)).toMatchObject({ soldOut: false, portions: 8 });
  for (const { id } of [dish, other]) await changeSoldOut({ productId: id, soldOut: false });
});

// CX10
test('an order that is refused for another reason counts no portion', async () => {
  const dish = await readFreeDish();
  await changeSoldOut({ productId: dish.id, soldOut: false, portions: 5 });
  const phone = await seatPhone([dish, 2]);
  const refused = await phone.place('p-coupon', { userCouponIds: ['nobodys'] });
  expect(refused).toMatchObject({ success: false, code: codes.couponUnusable });
  expect((await getDish(dish.id)).portions).toBe(5);
  await changeSoldOut({ productId: dish.id, soldOut: false });
});

// CX10, CX22
test.each([
  [2, 2],
  [1, 3],
])(
  'of %d portions the staff add %d; undone, the same number is left as before',
  async (portions, quantity) => {
    const dish = await readFreeDish();
    await changeSoldOut({ productId: dish.id, soldOut: false, portions });
    const phone = await seatPhone();
    const body = { actId: nanoid(), tableId: phone.diner.tableId, item: createItem(dish), quantity };
    const { order } = await server.ask(orderAtTable, { ...till, body });
    expect(await getDish(dish.id)).toMatchObject({ soldOut: true, portions: 0 });
    await server.ask(actOnOrder, { ...till, ...act(order, { type: 'takenBack', actId: body.actId }) });
    expect(await getDish(dish.id)).toMatchObject({ soldOut: false, portions });
    await changeSoldOut({ productId: dish.id, soldOut: false });
  },
);

// CX10
test('switching the count off: no portions are counted any more, and sold-out dishes are available again', async () => {
  const dish = await readFreeDish();
  const until = clock.now() + hour;
  await changeSoldOut({ productId: dish.id, soldOut: false, portions: 1, until });
  const phone = await seatPhone([dish, 1]);
  expect((await phone.place('p-last')).success).toBe(true);
  expect(await getDish(dish.id)).toMatchObject({ soldOut: true, soldOutUntil: until });
  clock.advance(hour);
  await updateMenus(server.deps);
  expect(await getDish(dish.id)).toMatchObject({ soldOut: false });
  expect(await getDish(dish.id)).not.toHaveProperty('portions');
});

// CX10
test('writing a menu again leaves these states unchanged, and no file contains them', async () => {
  const [counted, gone] = [await readFreeDish(), await readFreeDish()];
  const until = clock.now() + hour;
  await changeSoldOut({ productId: counted.id, soldOut: false, portions: 7 });
  await changeSoldOut({ productId: gone.id, soldOut: true, until });
  const option = (await readMenu()).flatMap(({ modifierGroups }) => modifierGroups)[0]!.modifiers[0]!;
  await changeSoldOut({ modifierIds: [option.id], soldOut: true, until });
  const whole = (await operator.readMerchant('1001'))!;
  expect(/"(soldOut\w*|portions|said_until)":/.test(JSON.stringify(whole))).toBe(false);
  expect(await operator.writeMerchant(whole, false)).toEqual([]);
  whole.categories[0]!.name = { 'en-US': 'First', 'zh-TW': '第一' };
  await operator.writeMerchant(whole, false);
  expect(await getDish(counted.id)).toMatchObject({ portions: 7 });
  expect(await getDish(gone.id)).toMatchObject({ soldOut: true, soldOutUntil: until });
  // A mark in the file has no end.
  const said = whole.categories.flatMap(({ products }) => products).find(({ id }) => id === gone.id)!;
  said.soldOut = true;
  await operator.writeMerchant(whole, false);
  clock.advance(hour);
  expect(await updateMenus(server.deps)).toEqual(['1001']);
  expect((await getDish(gone.id)).soldOut).toBe(true);
  const options = (await readMenu()).flatMap(({ modifierGroups }) => modifierGroups).flatMap(({ modifiers }) => modifiers);
  expect(options.find(({ id }) => id === option.id)!.soldOut).toBe(false);
  for (const { id } of [counted, gone]) await changeSoldOut({ productId: id, soldOut: false });
}); // prettier-ignore

// CX10, CX24
test('while a menu is written repeatedly, simultaneous orders count each portion once', async () => {
  const dish = await readFreeDish();
  const portions = 6;
  await changeSoldOut({ productId: dish.id, soldOut: false, portions });
  const parties = await Promise.all(Array.from({ length: portions }, async () => await seatPhone()));
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
  expect(await getDish(dish.id)).toMatchObject({ soldOut: true, portions: 0 });
  await changeSoldOut({ productId: dish.id, soldOut: false });
});

// CX10
test('tables are notified of the last portion like of any change of the menu', async () => {
  const dish = await readFreeDish();
  await changeSoldOut({ productId: dish.id, soldOut: false, portions: 1 });
  const phone = await seatPhone([dish, 1]);
  const published: unknown[] = [];
  const spy = vi
    .spyOn(server.deps.hub, 'send')
    .mockImplementation(async (_group, message) => void published.push(message));
  await phone.place('p-heard');
  await vi.waitFor(() => expect(JSON.stringify(published)).toContain('menuChanged'));
  spy.mockRestore();
  expect((await server.ask(staffOverview, till)).orders.length).toBeGreaterThan(0);
  await changeSoldOut({ productId: dish.id, soldOut: false });
});
