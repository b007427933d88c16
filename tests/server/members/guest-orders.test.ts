/** Guests order with the table's code, if the restaurant says so (CX39). */
import { expect, test } from 'vitest';
import { codeRefusals } from '#contract/calls/code-budget.ts';
import { getTinyMerchant } from '#contract/calls/merchant.ts';
import { showOrderCode, staffOverview } from '#contract/calls/staff.ts';
import { codes } from '#contract/codes.ts';
import { setting } from '#contract/states.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { changeSettings, createFulfilment } from '../fulfilment/fulfilment-for-tests.ts';

const desk = createFulfilment();
const { server, till, freeTable } = desk;

let replicas = 0;
async function createGuestAtTable() {
  const seat = await server.seat(await server.guest(), await freeTable());
  const phone = createTablePhone(server, seat, `guest${(replicas += 1)}`);
  await phone.send(phone.add(createItem((await listDishes(server)).simple[0]!)));
  const place = async (orderCode?: string) =>
    await phone.place(`guest-order-${(replicas += 1)}`, { orderCode });
  return { seat, phone, place };
}
const readOrderCode = async (sessionId: string) => {
  const table = (await server.ask(staffOverview, till)).tables.find(
    ({ session }) => session?.id === sessionId,
  )!;
  const person = await desk.person();
  const shown = await server.ask(showOrderCode, {
    ...person,
    body: { tableId: table.tableId, renew: false },
  });
  return shown.code;
};

test('CX39: by default guests cannot order, with or without a code', async () => {
  const { seat, place } = await createGuestAtTable();
  expect(await place()).toMatchObject({ code: codes.guestModeDoesNotSupportPlacingOrders });
  expect(await place(await readOrderCode(seat.sessionId))).toMatchObject({
    code: codes.guestModeDoesNotSupportPlacingOrders,
  });
});

test('CX39: if guests may order, the code of their table admits them, and no other code', async () => {
  const restore = await changeSettings(server, { guestOrders: true });
  const tiny = await server.ask(getTinyMerchant, { query: { id: '1001' } });
  expect(tiny.guestOrders).toBe(true);
  expect(tiny.necessarySettingValues).toContainEqual({
    templateEnum: setting.orderCodeRequired,
    value: 'true',
  });
  expect((await server.ask(staffOverview, till)).orderCodeRequired).toBe(true);

  const [ann, bo] = [await createGuestAtTable(), await createGuestAtTable()];
  expect(await ann.place()).toMatchObject({ code: codes.orderCodeMiss });
  expect(await ann.place(await readOrderCode(bo.seat.sessionId))).toMatchObject({
    code: codes.orderCodeMiss,
  });
  const code = await readOrderCode(ann.seat.sessionId);
  expect(await ann.place(code)).toMatchObject({ success: true });
  // Each order needs a code of its own, and guesses run out.
  await ann.phone.send(ann.phone.add(createItem((await listDishes(server)).simple[1]!)));
  expect(await ann.place(code)).toMatchObject({ code: codes.orderCodeMiss });
  const next = await readOrderCode(ann.seat.sessionId);
  for (let tries = 0; tries < 10; tries += 1) await ann.place(next === '000000' ? '000001' : '000000');
  expect(await ann.place(next)).toMatchObject({ code: codeRefusals.orderCodesSpent });
  await restore();
});

test('CX39: a guest without a table has no code, and cannot order', async () => {
  const restore = await changeSettings(server, { guestOrders: true });
  const { seat } = await createGuestAtTable();
  await server.db
    .updateTable('table_sessions')
    .set({ table_id: null, owner_id: seat.userId })
    .where('id', '=', seat.sessionId)
    .execute();
  const away = { ...seat, tableId: '' };
  const phone = createTablePhone(server, away, 'togo');
  expect(await phone.place('to-go-of-a-guest')).toMatchObject({
    code: codes.guestModeDoesNotSupportPlacingOrders,
  });
  await restore();
});
