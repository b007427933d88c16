import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { checkOrderCode, sendOrderCodeMessage } from '#contract/calls/table.ts';
import { spendOrderCode } from '#server/messages/order-codes.ts';
import { inTransaction } from '#server/store/transactions.ts';
import { dataOf, sharedServer, type DinerAtTable } from '../server-under-test.ts';

const server = sharedServer();

async function ask({ ...diner }: DinerAtTable): Promise<string> {
  const answer = await server.call(sendOrderCodeMessage, { ...diner, body: { tableId: diner.tableId } });
  expect(dataOf(answer)).toEqual({ sent: true });
  const code = await server.codeFor(`Table ${diner.table.tableName}`);
  expect(JSON.stringify(answer.envelope)).not.toContain(code);
  return code;
}

async function isValid(diner: DinerAtTable, code: string): Promise<boolean> {
  return (await server.ask(checkOrderCode, { ...diner, params: { code } })).valid;
}

function otherThan(code: string): string {
  return String((Number(code) + 1) % 10_000).padStart(4, '0');
}

// CA5, CA7
test('a table has one open code, good for that table alone', async () => {
  const diner = await server.seat(await server.guest(), '1');
  expect(await isValid(diner, '0000')).toBe(false);
  const code = await ask(diner);
  expect(code).toMatch(/^\d{4}$/);
  const mate = await server.seat(await server.guest(), '1');
  expect(await ask(mate)).toBe(code);
  expect(await isValid(mate, code)).toBe(true);
  expect(await isValid(mate, otherThan(code))).toBe(false);
  const elsewhere = await server.seat(await server.guest(), '2');
  expect(await isValid(elsewhere, code)).toBe(false);
});

test('a code that went with an order is good no more', async () => {
  const diner = await server.seat(await server.guest(), '3');
  const code = await ask(diner);
  await inTransaction(server.db, async (trx) => await spendOrderCode(trx, diner.sessionId, Date.now()));
  expect(await isValid(diner, code)).toBe(false);
  expect(await isValid(diner, await ask(diner))).toBe(true);
});

test('a code is not found by trying', async () => {
  const diner = await server.seat(await server.guest(), '4');
  const code = await ask(diner);
  for (let n = 0; n < 20; n += 1) expect(await isValid(diner, otherThan(code))).toBe(false);
  expect(await isValid(diner, code)).toBe(false);
  expect(await isValid(diner, await ask(diner))).toBe(true);
});

test('only for the table at which the asker sits', async () => {
  const diner = await server.seat(await server.guest(), '5');
  expect(await server.codeOf(sendOrderCodeMessage, { ...diner, body: { tableId: '1001006' } })).toBe(
    codes.tableUnavailable,
  );
  expect(await server.call(sendOrderCodeMessage, { ...diner, body: {} })).toMatchObject({
    status: 400,
    data: { path: 'body.tableId' },
  });
  const { token, merchantId } = diner;
  const toGo = { token, merchantId };
  expect(await server.codeOf(sendOrderCodeMessage, { ...toGo, body: { tableId: '1001005' } })).toBe(
    codes.tableUnavailable,
  );
});

test('the inbox shows what was sent, newest first, as text', async () => {
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
