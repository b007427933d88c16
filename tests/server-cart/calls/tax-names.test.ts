// @module-tag slow
/** The server names tax lines in the reader's language, not in that of the diner who ordered. */
import { beforeAll, expect, test } from 'vitest';
import { getOrderDetail, getTableActiveOrder, previewOrder } from '#contract/calls/order.ts';
import { createAdmin, type Admin } from '#server/back-office/admin/admin.ts';
import { startSharedServer } from '#tests/server/server-under-test.ts';
import { listDishes, createFreeTables, createItem, createTablePhone } from '#testing/phones/table-phone.ts';

const server = startSharedServer();
const freeTable = createFreeTables(server);
const taxes = [
  { id: 'food', name: { 'en-US': 'VAT', 'zh-TW': '增值稅' }, rate: '0.07' },
  { id: 'drinks', name: { 'en-US': 'VAT on drinks', 'zh-TW': '飲料增值稅' }, rate: '0.19' },
];
let admin: Admin;
let item: ReturnType<typeof createItem>;

async function setTaxes(change: (id: string) => string, list: readonly (typeof taxes)[number][] = taxes) {
  const whole = (await admin.readMerchant('1001'))!;
  const next = list.map((tax) => ({ ...tax, id: change(tax.id) }));
  await admin.writeMerchant({ ...whole, taxes: next }, false);
}

beforeAll(async () => {
  admin = createAdmin({ db: server.db, now: Date.now });
  item = createItem((await listDishes(server)).simple[0]!);
  await setTaxes((id) => id);
});

async function orderDishes() {
  const table = await freeTable();
  const ann = createTablePhone(server, await server.seat(await server.member('2125740001'), table), 'ann');
  const mei = createTablePhone(server, await server.seat(await server.guest(), table), 'mei');
  await ann.send(ann.add(item));
  return { ann, mei, order: await ann.order('first') };
}

test('an order and the next round name the tax in the language of each reader', async () => {
  const { ann, mei, order } = await orderDishes();
  expect(order.orderTaxes.map(({ name }) => name)).toEqual(['VAT']);
  const inChinese = await server.ask(getTableActiveOrder, { ...mei.diner, language: 'zh-TW' });
  expect(inChinese?.orderTaxes.map(({ id, name }) => [id, name])).toEqual([['food', '增值稅']]);
  expect(inChinese?.taxTerms?.taxes.map(({ name }) => name)).toEqual(['增值稅', '飲料增值稅']);
  const body = { ...ann.detail(), orderItems: [{ id: '1', productId: item.productId, quantity: 1 }] };
  const preview = await server.ask(previewOrder, { ...ann.diner, language: 'zh-TW', body });
  expect(preview.orderTaxes.map(({ name }) => name)).toEqual(['增值稅']);

  await setTaxes((id) => (id === 'food' ? 'meals' : id));
  const query = { id: order.id };
  const gone = await server.ask(getOrderDetail, { ...ann.diner, language: 'zh-TW', query });
  expect(
    gone.orderTaxes.map(({ name }) => name),
    'a tax that is gone keeps its name',
  ).toEqual(['VAT']);
});

test('and also the only tax of a restaurant', async () => {
  await admin.writeMerchant(
    {
      ...(await admin.readMerchant('1002'))!,
      orderCodeRequired: false,
      taxRate: '0.05',
      taxName: { 'en-US': 'GST', 'zh-TW': '消費稅' },
    },
    false,
  );
  const seat = await server.seat(await server.member('2125740002', { merchantId: '1002' }), '2');
  const ann = createTablePhone(server, seat, 'bob');
  const [dish] = (await listDishes(server, '1002')).simple;
  await ann.send(ann.add(createItem(dish!)));
  await ann.order('first');
  const order = await server.ask(getTableActiveOrder, { ...ann.diner, language: 'zh-TW' });
  expect(order?.orderTaxes.map(({ name }) => name)).toEqual(['消費稅']);
});
