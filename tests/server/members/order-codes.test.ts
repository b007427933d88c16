// @module-tag slow
import { codeRefusals } from '#contract/calls/code-budget.ts';
import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { showOrderCode, staffOverview } from '#contract/calls/staff.ts';
import { closeTable } from '#contract/calls/tables.ts';
import { checkOrderCode, sendOrderCodeMessage } from '#contract/calls/table.ts';
import { spendOrderCode } from '#server/platform/sms/order-codes.ts';
import { runInTransaction } from '#server/platform/store/transactions.ts';
import { expectData, startSharedServer, type DinerAtTable } from '../server-under-test.ts';
import { logInStaff } from '../staff/acts.ts';

const password = 'the password of the counter';
const server = startSharedServer({ environment: { STAFF_PASSWORD: password } });

const logInAda = async () => await logInStaff(server, { merchantId: '1001', password, name: 'Ada' });

async function ask({ ...diner }: DinerAtTable): Promise<string> {
  const answer = await server.call(sendOrderCodeMessage, { ...diner, body: { tableId: diner.tableId } });
  expect(expectData(answer)).toEqual({ sent: true });
  const code = await server.readCode(`Table ${diner.table.tableName}`);
  expect(JSON.stringify(answer.envelope)).not.toContain(code);
  return code;
}

async function isValid(diner: DinerAtTable, code: string): Promise<boolean> {
  return (await server.ask(checkOrderCode, { ...diner, params: { code } })).valid;
}

function createOtherCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}

// CA5, CA7
test('a table has one open code, valid for that table alone', async () => {
  const diner = await server.seat(await server.guest(), '1');
  expect(await isValid(diner, '000000')).toBe(false);
  const code = await ask(diner);
  expect(code).toMatch(/^\d{6}$/);
  const mate = await server.seat(await server.guest(), '1');
  expect(await ask(mate)).toBe(code);
  expect(await isValid(mate, code)).toBe(true);
  expect(await isValid(mate, createOtherCode(code))).toBe(false);
  const elsewhere = await server.seat(await server.guest(), '2');
  expect(await isValid(elsewhere, code)).toBe(false);
});

test('a code is invalid after its order', async () => {
  const diner = await server.seat(await server.guest(), '3');
  const code = await ask(diner);
  await runInTransaction(server.db, async (trx) => await spendOrderCode(trx, diner.sessionId, Date.now()));
  expect(await isValid(diner, code)).toBe(false);
  expect(await isValid(diner, await ask(diner))).toBe(true);
});

describe('wrong codes', () => {
  // CE24, CE23
  test('ten are allowed for a party, over all its codes; then only the staff let it order, with ten more', async () => {
    const diner = await server.seat(await server.guest(), '4');
    const asks = { ...diner, body: { tableId: diner.tableId } };
    const code = await ask(diner);
    const staff = await logInAda();
    for (let n = 0; n < 4; n += 1) expect(await isValid(diner, createOtherCode(code))).toBe(false);
    await runInTransaction(server.db, async (trx) => await spendOrderCode(trx, diner.sessionId, Date.now()));
    expect(await isValid(diner, code), 'a used one is not a guess').toBe(false);
    const next = await ask(diner);
    for (let n = 0; n < 6; n += 1) expect(await isValid(diner, createOtherCode(next))).toBe(false);
    const spent = {
      success: false,
      code: codeRefusals.orderCodesSpent,
      msg: expect.stringContaining('ask the staff'),
    };
    expect(await server.call(checkOrderCode, { ...diner, params: { code: next } })).toMatchObject(spent);
    expect(await server.call(sendOrderCodeMessage, asks)).toMatchObject(spent);

    const findTableSession = async () => {
      const { tables } = await server.ask(staffOverview, staff);
      return tables.find(({ tableId }) => tableId === diner.tableId)?.session;
    };
    expect(await findTableSession()).toMatchObject({ orderCode: null, orderCodeSpent: true });
    const renewed = { ...staff, body: { tableId: diner.tableId, renew: true } };
    const given = await server.ask(showOrderCode, renewed);
    expect(await findTableSession()).toMatchObject({ orderCode: given.code, orderCodeSpent: false });
    for (let n = 0; n < 9; n += 1) expect(await isValid(diner, createOtherCode(given.code))).toBe(false);
    expect(await isValid(diner, given.code)).toBe(true);
    const fresh = await server.ask(showOrderCode, renewed);
    for (let n = 0; n < 9; n += 1) expect(await isValid(diner, createOtherCode(fresh.code))).toBe(false);
    expect(await isValid(diner, fresh.code), 'before they were used up, too').toBe(true);
    const shown = await server.ask(showOrderCode, { ...staff, body: { tableId: diner.tableId } });
    expect(shown.code, 'reading it changes nothing').toBe(fresh.code);
  });

  test('at once get no more than the limit; the next party at the table starts again', async () => {
    const diner = await server.seat(await server.guest(), '7');
    const wrong = createOtherCode(await ask(diner));
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => server.call(checkOrderCode, { ...diner, params: { code: wrong } })),
    );
    expect(answers.filter(({ success }) => success)).toHaveLength(10);
    expect(answers.filter(({ code }) => code === codeRefusals.orderCodesSpent)).toHaveLength(90);
    const row = server.db.selectFrom('order_codes').select('tries_left');
    expect(await row.where('session_id', '=', diner.sessionId).execute()).toEqual([{ tries_left: 0 }]);

    await server.ask(closeTable, { ...(await logInAda()), body: { tableId: diner.tableId } });
    const next = await server.seat(await server.guest(), '7');
    expect(await isValid(next, await ask(next)), 'another party at the table').toBe(true);
  });
});

test('a code is sent twelve times at most, because the restaurant pays for each text', async () => {
  const diner = await server.seat(await server.guest(), '9');
  for (let n = 0; n < 12; n += 1) await ask(diner);
  const asks = { ...diner, body: { tableId: diner.tableId } };
  expect(await server.call(sendOrderCodeMessage, asks)).toMatchObject({
    code: codeRefusals.budgetSpent,
    msg: expect.stringContaining('Ask the staff'),
  });
});

test('a code is sent only for the table at which the diner sits', async () => {
  const diner = await server.seat(await server.guest(), '5');
  expect(await server.codeOf(sendOrderCodeMessage, { ...diner, body: { tableId: '1001006' } })).toBe(
    codes.forbidden,
  );
  // The header names the table.
  expect(await server.ask(sendOrderCodeMessage, { ...diner, body: {} })).toEqual({ sent: true });
  const { token, merchantId } = diner;
  const toGo = { token, merchantId };
  expect(await server.codeOf(sendOrderCodeMessage, { ...toGo, body: {} })).toBe(codes.tableUnavailable);
});

test('the inbox shows sent texts, newest first, as plain text', async () => {
  const diner = await server.seat(await server.guest(), '6');
  const code = await ask(diner);
  await server.db
    .insertInto('inbox')
    .values({ merchant_id: '1001', recipient: '<b>', text: '"&<script>', at: Date.now() })
    .execute();
  const page = await (await fetch(`${server.address}/demo/inbox`)).text();
  expect(page).toContain(code);
  expect(page).toContain('&#34;&#38;&#60;script&#62;');
  expect(page).not.toContain('<script>');
  const list = (await (await fetch(`${server.address}/demo/inbox.json?merchantId=1001`)).json()) as object[];
  expect(list[0]).toMatchObject({ recipient: '<b>', code: null });
  expect(list[1]).toMatchObject({ recipient: 'Table 6', code });
});
