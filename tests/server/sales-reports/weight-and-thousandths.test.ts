// @module-tag slow
/** A dish sold by weight, and a currency with thousandths, from the menu to the figures. */
import { parse } from 'csv-parse/sync';
import { nanoid } from 'nanoid';
import { expect, test } from 'vitest';
import { exportOrders, getNumbers } from '#contract/calls/numbers.ts';
import { orderAtTable } from '#contract/calls/service.ts';
import { staffOverview } from '#contract/calls/staff.ts';
import type { Order } from '#contract/order-fields.ts';
import { readWholeMenu } from '#server/menu/menu.ts';
import { exportMenu } from '#server/menu/menu-file/export-menu.ts';
import { createAdmin } from '#server/back-office/admin/admin.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { act, actOnOrder, createFullPayment, logInStaff } from '../staff/acts.ts';
import { expectData, fakeClock, startTestServer } from '../server-under-test.ts';

async function createRestaurant() {
  const clock = fakeClock();
  const environment = { STAFF_PASSWORDS: JSON.stringify({ '1001': 'counter 1001' }) };
  const server = await startTestServer({ clock, environment });
  const password = 'counter 1001';
  return { clock, server, staff: await logInStaff(server, { merchantId: '1001', password, name: 'Ada' }) };
}

test('a dish sold by weight keeps its unit and is one piece: on the order, the board, in the export and in the reports', async () => {
  const { server, staff } = await createRestaurant();
  const { categories } = await readWholeMenu(server.db, '1001', 'en-US');
  const products = categories.flatMap((category) => category.products);
  const free = products.filter(({ modifierGroups }) => modifierGroups.every(({ min }) => min === 0));
  const weighed = free.find(({ unitLabel }) => unitLabel === '100 g')!;
  const seat = await server.seat(await server.member('2125719100'));
  const phone = createTablePhone(server, seat, 'rw1');
  await phone.send(phone.add(createItem(weighed), 3));
  const { order: placed } = expectData(await phone.place('p-weighed')) as { order: Order };
  const item = { ...createItem(weighed), modifiers: [] };
  const body = { actId: nanoid(), tableId: seat.tableId, item, quantity: 2 };
  const { order } = await server.ask(orderAtTable, { ...staff, body });
  const unit = { productId: weighed.id, unitLabel: '100 g' };
  expect(order.orderItems).toMatchObject([
    { quantity: 3, ...unit },
    { quantity: 2, ...unit },
  ]);

  const onBoard = async () =>
    (await server.ask(staffOverview, staff)).orders.find(({ id }) => id === placed.id);
  expect(await onBoard()).toMatchObject({ pieces: 2, newPieces: 2, unserved: 2 });
  const voids = { type: 'dishVoided', orderItemId: order.orderItems[0]!.id, quantity: 1, reason: '' };
  await server.ask(actOnOrder, { ...staff, ...act(order, voids) });
  expect(await onBoard(), 'a part is off').toMatchObject({ pieces: 2, newPieces: 2, unserved: 2 });

  const { dishes: sold, sums, today } = await server.ask(getNumbers, { ...staff, query: {} });
  expect(sold[0]).toMatchObject({ productId: weighed.id, pieces: 2, weight: '400 g' });
  expect(sums.counts.voidedPieces).toBe(0);
  const file = await server.ask(exportOrders, { ...staff, query: { day: today, format: 'csv' } });
  const rows: Record<string, string>[] = parse(file.text, { bom: true, columns: true });
  expect(rows.map((row) => [row['pieces'], row['unit']])).toEqual([
    ['2', '100 g'],
    ['2', '100 g'],
  ]);
});

/** Makes every price of the restaurant `price`, in a currency with these decimals. */
async function setCurrency(
  { clock, server }: Awaited<ReturnType<typeof createRestaurant>>,
  price: string,
  money: { currency: string; decimals: number; taxRate: string; serviceChargeRate: string },
) {
  const operator = createAdmin({ db: server.db, now: () => clock.now() });
  const menu = JSON.stringify(await operator.readMerchant('1001')).replaceAll(
    /"(price|lineLimit|discountValue|thresholdAmount|maxDiscountAmount)":"\d+(\.\d+)?"/g,
    `"$1":"${price}"`,
  );
  const whole = {
    ...(JSON.parse(menu) as NonNullable<Awaited<ReturnType<typeof operator.readMerchant>>>),
    ...money,
  };
  delete whole.lineLimit;
  await operator.writeMerchant(whole, false);
  return whole;
}

test('in a currency without decimals every amount is whole: prices, totals, discounts, payments, reports', async () => {
  const house = await createRestaurant();
  const { server, staff } = house;
  await setCurrency(house, '125', {
    currency: 'TWD',
    decimals: 0,
    taxRate: '0.05',
    serviceChargeRate: '0.10',
  });
  const { simple } = await listDishes(server);
  const seat = await server.seat(await server.member('2125719200'));
  const phone = createTablePhone(server, seat, 'rt1');
  await phone.send(phone.add(createItem(simple[0]!), 1));
  // 12.5 of service and 6.85 of tax are rounded to whole dollars.
  const placed = await phone.place('p-taiwan', { shownTotal: '144' });
  const { order } = expectData(placed) as { order: Parameters<typeof createFullPayment>[0] };
  expect(order).toMatchObject({
    subTotalAmount: '125',
    totalDiscountAmount: '0',
    totalChargeAmount: '12',
    totalTaxAmount: '7',
    totalAmount: '144',
    paymentsTotal: '0',
    totalTipsAmount: '0',
  });

  const body = { actId: nanoid(), tableId: seat.tableId, item: createItem(simple[0]!), quantity: 1 };
  const { order: more } = await server.ask(orderAtTable, { ...staff, body });
  expect(more).toMatchObject({
    subTotalAmount: '250',
    totalChargeAmount: '25',
    totalTaxAmount: '14',
    totalAmount: '289',
  });
  const discount = { type: 'orderDiscounted', percent: 10, reason: 'late' };
  const { order: less } = await server.ask(actOnOrder, { ...staff, ...act(more, discount) });
  expect(less).toMatchObject({ totalDiscountAmount: '25', totalAmount: '259', paymentsTotal: '0' });
  const createPayment = (amount: string) => act(less, { type: 'orderPaid', amount, method: 'cash' });
  await expect(server.ask(actOnOrder, { ...staff, ...createPayment('10.50') })).rejects.toThrow(
    'has more decimals than the order',
  );
  const { order: partly } = await server.ask(actOnOrder, { ...staff, ...createPayment('60.00') });
  expect(partly).toMatchObject({ paymentsTotal: '60', payments: [{ amount: '60', tip: '0' }] });

  const { sums, averages } = await server.ask(getNumbers, { ...staff, query: {} });
  expect(sums.money).toMatchObject({ dishes: '250', tax: '12', total: '259', paid: '60' });
  expect(averages.perOrder).toBe('259');
});

test('two included taxes: on the order, after a dish of the staff, a void and to go, in the file', async () => {
  const house = await createRestaurant();
  const { server, staff, clock } = house;
  const whole = await setCurrency(house, '10.00', {
    currency: 'EUR',
    decimals: 2,
    taxRate: '0',
    serviceChargeRate: '0',
  });
  const { simple } = await listDishes(server);
  const name = (text: string) => ({ 'en-US': text, 'zh-TW': text });
  const taxes = [
    { id: 'food', name: name('MwSt.'), rate: '0.07' },
    { id: 'drinks', name: name('MwSt.'), rate: '0.19', toGoRate: '0.07' },
  ];
  const isDrink = ({ id }: { id: string }) => id === simple[1]!.id;
  const withTaxes = {
    ...whole,
    taxes,
    taxIncluded: true,
    categories: whole.categories.map((category) => ({
      ...category,
      products: category.products.map((product) =>
        isDrink(product) ? { ...product, tax: 'drinks' } : product,
      ),
    })),
  };
  await createAdmin({ db: server.db, now: () => clock.now() }).writeMerchant(withTaxes, false);
  expect(exportMenu(withTaxes)).toMatch(/toGoRate: "0.07"[\s\S]*taxIncluded: true[\s\S]*tax: drinks/);

  const seat = await server.seat(await server.member('2125719300'));
  const phone = createTablePhone(server, seat, 'rg1');
  await phone.send(phone.add(createItem(simple[0]!), 2));
  await phone.send(phone.add(createItem(simple[1]!), 1));
  const { order } = expectData(await phone.place('p-berlin', { shownTotal: '30.00' })) as {
    order: Parameters<typeof createFullPayment>[0];
  };
  const food = { id: 'food', name: 'MwSt.', rate: '0.07' };
  const drinks = { id: 'drinks', name: 'MwSt.', rate: '0.19' };
  expect(order).toMatchObject({ subTotalAmount: '30.00', totalTaxAmount: '2.91', totalAmount: '30.00' });
  expect(order.orderTaxes).toEqual([
    { ...food, net: '18.69', amount: '1.31' },
    { ...drinks, net: '8.40', amount: '1.60' },
  ]);

  const body = { actId: nanoid(), tableId: seat.tableId, item: createItem(simple[1]!), quantity: 1 };
  const { order: more } = await server.ask(orderAtTable, { ...staff, body });
  expect(more.orderTaxes[1]).toEqual({ ...drinks, net: '16.81', amount: '3.19' });
  const { today } = await server.ask(getNumbers, { ...staff, query: {} });
  const file = await server.ask(exportOrders, { ...staff, query: { day: today, format: 'csv' } });
  const [first]: Record<string, string>[] = parse(file.text, { bom: true, columns: true });
  expect(first!['order taxes']).toBe('0.07 of 18.69: 1.31; 0.19 of 16.81: 3.19');
  expect(first!['currency']).toBe('EUR');
  const voids = { type: 'dishVoided', orderItemId: order.orderItems[0]!.id, quantity: 2, reason: '' };
  const { order: less } = await server.ask(actOnOrder, { ...staff, ...act(more, voids) });
  expect(less).toMatchObject({ totalAmount: '20.00', totalTaxAmount: '3.19' });
  expect(less.orderTaxes).toEqual([{ ...drinks, net: '16.81', amount: '3.19' }]);

  const other = await server.seat(await server.member('2125719301'), '2');
  const toGo = createTablePhone(server, other, 'rg2');
  await toGo.send(toGo.add(createItem(simple[1]!), 1));
  const { orderTaxes } = await toGo.order('p-togo', { type: 2 });
  expect(orderTaxes).toEqual([{ ...drinks, rate: '0.07', net: '9.35', amount: '0.65' }]);
});

test('CV15: a price, an order, a dish of the staff, a payment and the day’s report have three decimals', async () => {
  const house = await createRestaurant();
  const { server, staff } = house;
  const whole = await setCurrency(house, '2.125', {
    currency: 'KWD',
    decimals: 3,
    taxRate: '0.05',
    serviceChargeRate: '0',
  });
  expect(exportMenu(whole)).toContain('price: "2.125"');

  const { simple } = await listDishes(server);
  const seat = await server.seat(await server.member('2125719000'));
  const phone = createTablePhone(server, seat, 'rd1');
  await phone.send(phone.add(createItem(simple[0]!), 3));
  // The shown total must be the server's.
  const placed = await phone.place('p-dinar', { shownTotal: '6.694' });
  const { order } = expectData(placed) as { order: Parameters<typeof createFullPayment>[0] };
  expect(order).toMatchObject({ subTotalAmount: '6.375', totalTaxAmount: '0.319', totalAmount: '6.694' });

  const body = { actId: nanoid(), tableId: seat.tableId, item: createItem(simple[0]!), quantity: 1 };
  const { order: more } = await server.ask(orderAtTable, { ...staff, body });
  expect(more).toMatchObject({ subTotalAmount: '8.500', totalTaxAmount: '0.425', totalAmount: '8.925' });
  const { order: paid } = await server.ask(actOnOrder, { ...staff, ...createFullPayment(more) });
  expect(paid).toMatchObject({ paymentsTotal: '8.925', paymentStatus: expect.any(Number) });

  const { sums, averages, dishes: sold } = await server.ask(getNumbers, { ...staff, query: {} });
  expect(sums.money).toMatchObject({ dishes: '8.500', tax: '0.425', total: '8.925', paid: '8.925' });
  expect(averages.perOrder).toBe('8.925');
  expect(sold[0]).toMatchObject({ pieces: 4, amount: '8.500' });
}); // prettier-ignore
