/** Details for an invoice: stored with the order, for staff and systems, and erased with the diner (CX42). */
import { beforeAll, expect, test } from 'vitest';
import { getOrderDetail } from '#contract/calls/order.ts';
import { getReceipt, invoiceMistaken, saveInvoice, staffReceipt } from '#contract/calls/receipt.ts';
import { staffOrder } from '#contract/calls/staff.ts';
import { listOrders } from '#contract/calls/till.ts';
import type { Order } from '#contract/order-fields.ts';
import { createAdmin } from '#server/back-office/admin/admin.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { startSharedServer, type DinerAtTable, type Till } from '../server-under-test.ts';
import { actOnOrder, closeTableSession, createFullPayment } from '../staff/acts.ts';

const server = startSharedServer();
let till: Till;
let ann: DinerAtTable;
let mei: DinerAtTable;
let order: Order;
const annsPhone = '2125790001';
const company = { buyerName: 'Ann’s Company', buyerTaxId: '04595257', carrier: '/ABC1234' };
const none = { buyerName: '', buyerTaxId: '', carrier: '' };

beforeAll(async () => {
  till = await server.till();
  const admin = createAdmin({ db: server.db, now: () => Date.now() });
  const whole = (await admin.readMerchant('1001'))!;
  await admin.writeMerchant({ ...whole, currency: 'TWD' }, false);
  await server.db
    .insertInto('webhooks')
    .values({
      id: 'w',
      merchant_id: '1001',
      url: 'https://pos.example/',
      secret: 'whsec_',
      is_on: 1,
      created_at: 1,
    })
    .execute();
  ann = await server.seat(await server.member(annsPhone), '1');
  mei = await server.seat(await server.member('2125790002'), '1');
  const phone = createTablePhone(server, ann, 'rinv');
  const { simple } = await listDishes(server);
  await phone.send(phone.add(createItem(simple[0]!), 2));
  order = await phone.order('with-an-invoice');
});

const sendInvoice = async (diner: DinerAtTable, fields: object) =>
  await server.call(saveInvoice, { ...diner, body: { orderId: order.id, ...none, ...fields } });
const readNotes = async (diner: DinerAtTable) =>
  (await server.ask(getReceipt, { ...diner, body: { orderId: order.id } })).rows.flatMap((row) =>
    row.kind === 'note' ? row.text : [],
  );

test('a wrong field is named, and nothing is stored', async () => {
  const wrong = await sendInvoice(ann, { buyerTaxId: '04595258', carrier: 'ABC1234' });
  expect([wrong.code, wrong.data]).toEqual([invoiceMistaken, { fields: ['buyerTaxId', 'carrier'] }]);
  expect((await sendInvoice(ann, { buyerName: 'a\u001Bb' })).code).toBe(400);
  const stored = await server.ask(staffOrder, { ...till, params: { id: order.id } });
  expect(stored['invoices']).toBeUndefined();
});

test('CX42: staff and systems read the details; those of other diners are not shown', async () => {
  const before = await server.ask(staffOrder, { ...till, params: { id: order.id } });
  expect((await sendInvoice(ann, company)).data).toEqual({ saved: true });
  expect((await sendInvoice(ann, company)).data).toEqual({ saved: false });
  await sendInvoice(mei, { buyerName: 'Mei' });
  const invoices = [
    { userId: ann.userId, ...company },
    { userId: mei.userId, ...none, buyerName: 'Mei' },
  ];
  const after = await server.ask(staffOrder, { ...till, params: { id: order.id } });
  expect([after['invoices'], after.rowVersion]).toEqual([invoices, before.rowVersion + 2]);
  const { orders } = await server.ask(listOrders, till);
  expect(orders.find(({ id }) => id === order.id)!['invoices']).toEqual(invoices);

  // The webhook has them, too.
  const calls = await server.db.selectFrom('webhook_calls').select('body').orderBy('created_at').execute();
  const sent = calls.map(({ body }) => JSON.parse(body) as { order: Record<string, unknown> });
  expect(sent.map(({ order: each }) => each['invoices'])).toContainEqual(invoices);

  const detail = await server.ask(getOrderDetail, { ...mei, query: { id: order.id } });
  expect(JSON.stringify(detail)).not.toContain(company.buyerTaxId);
  const own = await server.ask(getReceipt, { ...ann, body: { orderId: order.id } });
  expect(own.invoice).toEqual({ ...company, isTaiwan: true });
  expect(await readNotes(ann)).toContain('Tax ID of the guest · 04595257');
  expect((await readNotes(mei)).join()).not.toContain(company.buyerTaxId);
  const { rows } = await server.ask(staffReceipt, { ...till, body: { orderId: order.id } });
  expect(JSON.stringify(rows)).toMatch(/04595257.*Mei/);
});

test('a later act keeps them; empty details remove them', async () => {
  await server.ask(actOnOrder, {
    ...till,
    ...createFullPayment(await server.ask(staffOrder, { ...till, params: { id: order.id } })),
  });
  await sendInvoice(mei, none);
  const after = await server.ask(staffOrder, { ...till, params: { id: order.id } });
  expect(after['invoices']).toEqual([{ userId: ann.userId, ...company }]);
});

test('a deleted diner leaves none, and no log has them', async () => {
  await closeTableSession(server, till, ann.tableId);
  const erased = await createAdmin({ db: server.db, now: () => Date.now() }).eraseMember(annsPhone);
  expect(erased.left).toEqual([]);
  for (const table of ['orders', 'webhook_calls'] as const) {
    const rows = await server.db.selectFrom(table).select('body').execute();
    expect(rows.map(({ body }) => body).join()).not.toMatch(/04595257|ABC1234|Ann’s Company/);
  }
  expect(server.logged.join('')).not.toMatch(/04595257|ABC1234|Ann’s Company/);
});
