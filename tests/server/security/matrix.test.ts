/** Every call with every wrong identity: what it says, that it shows nothing of Ann's, that it changes nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getCart } from '#contract/calls/cart.ts';
import { getCoupons } from '#contract/calls/coupon.ts';
import { getMember } from '#contract/calls/member.ts';
import { describedCalls } from '#server/http/docs/named-schemas.ts';
import type { Database } from '#server/store/schema.ts';
import type { Db } from '#server/store/transactions.ts';
import { type ServerUnderTest } from '../server-under-test.ts';
import { expectedOf, isLetIn, type Row } from './expected.ts';
import { rows } from './rows.ts';
import { identities, openScene, type Identity, type Scene } from './scene.ts';

let scene: Scene;
let server: ServerUnderTest;
let anns: unknown;
let before: Contents;
beforeAll(async () => {
  scene = await openScene();
  server = scene.server;
  // Large, nobody's, and read at each call otherwise.
  await server.db.deleteFrom('build_files').execute();
  anns = await ofAnn();
  before = await contentsOf(server.db);
}, 60_000);
afterAll(async () => {
  await server.dispose();
});

/** By the database's type, so that a table cannot be forgotten. */
const tables: Readonly<Record<keyof Database, true>> = {
  meta: true,
  merchants: true,
  menu_versions: true,
  menu_drafts: true,
  menu_changes: true,
  build_files: true,
  tables: true,
  categories: true,
  products: true,
  users: true,
  phone_codes: true,
  code_requests: true,
  budgets: true,
  inbox: true,
  table_sessions: true,
  staff_sessions: true,
  staff_tokens: true,
  staff_people: true,
  access_codes: true,
  ended_logins: true,
  session_members: true,
  session_replicas: true,
  events: true,
  session_checkpoints: true,
  order_codes: true,
  orders: true,
  service_events: true,
  user_coupons: true,
  webhook_deliveries: true,
  print_jobs: true,
  order_members: true,
  placements: true,
  lost_orders: true,
  page_payments: true,
  reports: true,
  change_counters: true,
  day_figures: true,
  day_closings: true,
  webhooks: true,
  webhook_calls: true,
};
const tableNames = Object.keys(tables) as (keyof Database)[];
type Contents = Readonly<Record<string, string>>;

async function contentsOf(db: Db): Promise<Contents> {
  const contents: Record<string, string> = {};
  for (const name of tableNames) {
    const found = await db.selectFrom(name).selectAll().execute();
    contents[name] = found
      .map((row) => JSON.stringify(row))
      .toSorted()
      .join('\n');
  }
  return contents;
}

/** What Ann herself reads of what is hers. */
async function ofAnn(): Promise<unknown> {
  const { ann } = scene;
  const query = { merchantId: '1001', browserId: 'b' };
  const { userCarts } = await server.ask(getCart, { ...ann, query });
  return {
    cart: userCarts.find(({ userId }) => userId === ann.userId),
    member: await server.ask(getMember, ann),
    coupons: await server.ask(getCoupons, { ...ann, query: { state: 'available' } }),
  };
}

let asked = 0;

/** One cell: a line that says what came, and what came wrong with it. */
async function cell(name: string, row: Row, identity: Identity): Promise<readonly string[]> {
  const { call } = describedCalls.find((each) => each.name === name)!;
  const caller = await scene.callerOf(identity, row.spends);
  if (row.spends) before = await contentsOf(server.db);
  asked += 1;
  // Each from an address of its own, or the limits by address would answer.
  const address = `10.9.${asked >> 8}.${asked & 255}`;
  const sent = row.asks?.(scene);
  const headers = { ...caller.headers, ...sent?.headers };
  const { status, code, envelope } = await server.call(call, { ...caller, ...sent, headers, address });
  const mistakes: string[] = [];
  const expected = expectedOf(row, identity);
  const isServed = expected === 'served';
  const wanted = isServed ? { status: 200, code: 0 } : expected;
  if (status !== wanted.status || code !== wanted.code)
    mistakes.push(`answers ${status}/${code}, not ${wanted.status}/${wanted.code}`);

  const text = JSON.stringify(envelope);
  const mayReadTable = isServed && ['other diner at the table', 'guest at the table'].includes(identity);
  const secrets = [...scene.secrets.own, ...(mayReadTable ? [] : scene.secrets.ofTable)];
  // A refusal may repeat what was asked for.
  const named = JSON.stringify(sent ?? {});
  for (const secret of secrets)
    if (text.includes(secret) && (isServed || !named.includes(secret))) mistakes.push(`shows ${secret}`);

  const now = await contentsOf(server.db);
  const mayChange: readonly string[] = isLetIn(row, identity) ? (row.changes ?? []) : [];
  for (const table of tableNames)
    if (now[table] !== before[table] && !mayChange.includes(table)) mistakes.push(`changes ${table}`);
  before = now;
  return mistakes.map((mistake) => `${name}, ${identity}: ${mistake}`);
}

test('every call of the contract has a row, and every row a call that is mounted', () => {
  expect(Object.keys(rows).toSorted()).toEqual(describedCalls.map(({ name }) => name).toSorted());
  for (const { call } of describedCalls)
    expect(server.app.hasRoute({ method: call.method, url: call.path }), call.path).toBe(true);
});

describe.each(Object.entries(rows))('%s', (name, row) => {
  test('is refused, or answers nothing that is not the asker’s, and changes nothing of others', async () => {
    const mistakes: string[] = [];
    for (const identity of identities) mistakes.push(...(await cell(name, row, identity)));
    expect(mistakes).toEqual([]);
  });
});

test('after all of them what is Ann’s is as it was', async () => {
  expect(await ofAnn()).toEqual(anns);
});
