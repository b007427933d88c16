// @module-tag slow
/** Bills, receipts and their numbers (CX37). */
import { describe, expect, test } from 'vitest';
import { getReceipt, staffReceipt, type PaperRow } from '#contract/calls/receipt.ts';
import { orderAtTable } from '#contract/calls/service.ts';
import { staffOverview } from '#contract/calls/staff.ts';
import type { Order } from '#contract/order-fields.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { startSharedServer, type DinerAtTable } from '../server-under-test.ts';
import { act, actOnOrder, createClose, createFullPayment } from '../staff/acts.ts';

const server = startSharedServer();
let people = 0;

async function seat(): Promise<DinerAtTable> {
  people += 1;
  const member = await server.member(`41555${String(60_000 + people)}`);
  return await server.seat(member, String(people));
}

async function createPlacedOrder(diner: DinerAtTable): Promise<Order> {
  const phone = createTablePhone(server, diner, `r${people}`);
  const { simple } = await listDishes(server);
  await phone.send(phone.add(createItem(simple[0]!), 2));
  return await phone.order(`placed-${people}`);
}

async function payOrder(order: Order, merchantId = '1001'): Promise<void> {
  await server.ask(actOnOrder, { ...(await server.till(merchantId)), ...createFullPayment(order) });
}

const listTexts = (rows: readonly PaperRow[]) =>
  rows.flatMap((row) => (row.kind === 'title' || row.kind === 'middle' ? row.text : []));

// CX37
test('a bill has no number; the first receipt gives the order one, which stays', async () => {
  const ann = await seat();
  const order = await createPlacedOrder(ann);
  const body = { orderId: order.id };
  const bill = await server.ask(getReceipt, { ...ann, body });
  expect([bill.kind, bill.number, listTexts(bill.rows)[1]]).toEqual(['bill', null, 'Bill']);
  expect(bill.rows.find(({ kind }) => kind === 'total')).toMatchObject({ amount: `$${order.totalAmount}` });

  await payOrder(order);
  expect(await server.db.selectFrom('receipts').selectAll().execute()).toEqual([]);
  const receipt = await server.ask(getReceipt, { ...ann, body });
  expect([receipt.kind, receipt.number, listTexts(receipt.rows)[1]]).toEqual(['receipt', 1, 'Receipt no. 1']);
  const chinese = await server.ask(getReceipt, { ...ann, language: 'zh-TW', body });
  expect([chinese.number, listTexts(chinese.rows)[1]]).toEqual([1, '消費明細 第 1 號']);
  const till = await server.till('1001', ['settle']);
  const { invoice: _own, ...shown } = receipt;
  expect(await server.ask(staffReceipt, { ...till, body })).toEqual(shown);

  // The payment was a mistake. The number stays with the order, so that none is missing.
  const later = await createPlacedOrder(await seat());
  await payOrder(later);
  const refund = { type: 'orderRefunded', amount: order.totalAmount, method: 'cash', reason: 'cold' };
  await server.ask(actOnOrder, { ...(await server.till()), ...act(order, refund) });
  expect((await server.ask(staffReceipt, { ...till, body })).number).toBe(1);
  expect((await server.ask(staffReceipt, { ...till, body: { orderId: later.id } })).number).toBe(2);
});

describe('CX37: receipt numbers', () => {
  test('have no gap and no duplicate for any simultaneous requests', async () => {
    const { last } = await server.db
      .selectFrom('receipts')
      .select((row) => row.fn.max('number').as('last'))
      .executeTakeFirstOrThrow();
    const paid: { readonly diner: DinerAtTable; readonly orderId: string }[] = [];
    for (let n = 0; n < 6; n += 1) {
      const diner = await seat();
      const order = await createPlacedOrder(diner);
      await payOrder(order);
      paid.push({ diner, orderId: order.id });
    }
    const till = await server.till();
    const answers = await Promise.all(
      [...paid, ...paid].flatMap(({ diner, orderId }) => [
        server.ask(getReceipt, { ...diner, body: { orderId } }),
        server.ask(staffReceipt, { ...till, body: { orderId } }),
      ]),
    );
    const numbers = new Set(answers.map(({ number }) => number!));
    expect([...numbers].toSorted((a, b) => a - b)).toEqual(paid.map((_, n) => (last ?? 0) + n + 1));
  });

  test('count for each restaurant; a cancelled order gets none', async () => {
    const elsewhere = await server.till('1002');
    const { tables } = await server.ask(staffOverview, elsewhere);
    const { simple } = await listDishes(server, '1002');
    const { id: productId, categoryId } = simple[0]!;
    const item = { productId, categoryId, notes: '', modifiers: [] };
    const asked = { actId: 'order-elsewhere', tableId: tables[0]!.tableId, item, quantity: 1 };
    const { order } = await server.ask(orderAtTable, { ...elsewhere, body: asked });
    await payOrder(order, '1002');
    const receipt = await server.ask(staffReceipt, { ...elsewhere, body: { orderId: order.id } });
    expect(receipt.number).toBe(1);

    const diner = await seat();
    const canceled = await createPlacedOrder(diner);
    await server.ask(actOnOrder, { ...(await server.till()), ...createClose(canceled, 'cancelled') });
    const bill = await server.ask(getReceipt, { ...diner, body: { orderId: canceled.id } });
    expect([bill.kind, bill.number, listTexts(bill.rows)[2]]).toEqual(['bill', null, 'Canceled']);
  });
});

test('CX37: the PDF shows the same', async () => {
  const diner = await seat();
  const order = await createPlacedOrder(diner);
  const { pdf, rows } = await server.ask(getReceipt, { ...diner, body: { orderId: order.id, pdf: true } });
  expect(pdf!.fileName).toBe(`bill-${order.serial}.pdf`);
  expect(Buffer.from(pdf!.base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  expect((await server.ask(getReceipt, { ...diner, body: { orderId: order.id } })).rows).toEqual(rows);
});

test('a diner’s receipt is not shown to other diners, nor to the staff of another restaurant', async () => {
  const order = await createPlacedOrder(await seat());
  const body = { orderId: order.id };
  expect(await server.codeOf(getReceipt, { ...(await seat()), body })).toBe(404);
  expect(await server.codeOf(staffReceipt, { ...(await server.till('1002')), body })).toBe(404);
  expect(await server.codeOf(staffReceipt, { ...(await server.till('1001', ['readOrders'])), body })).toBe(
    403,
  );
});
