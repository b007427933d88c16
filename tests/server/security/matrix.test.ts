// @module-tag slow
/** Every call with every wrong identity: the answer is as expected, and Ann's data is neither shown nor changed. */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '#contract/http/call.ts';
import { getCart } from '#contract/calls/cart.ts';
import { getCoupons } from '#contract/calls/coupon.ts';
import { getMember } from '#contract/calls/member.ts';
import { describedCalls } from '#server/platform/http/docs/named-schemas.ts';
import type { Database } from '#server/platform/store/schema.ts';
import type { Caller, ServerUnderTest } from '../server-under-test.ts';
import { listAllowedChanges, getExpected, forbidden, type Expected, type Row } from './expected.ts';
import { identities, type Identity } from './identities.ts';
import { insiders, findLack, opens } from './insiders.ts';
import { rows } from './rows.ts';
import { openScene, type Scene, type Who } from './scene.ts';

let scene: Scene;
let server: ServerUnderTest;
let anns: unknown;
let tableNames: (keyof Database)[];
let before: Readonly<Record<string, string>>;
beforeAll(async () => {
  scene = await openScene();
  server = scene.server;
  // The built files are large and contain no diner's data. Without them each comparison is fast.
  await server.db.deleteFrom('build_files').execute();
  anns = await readAnnsData();
  const tables = await server.db.introspection.getTables();
  tableNames = tables.map(({ name }) => name as keyof Database);
  before = await readContents();
}, 60_000);
afterAll(async () => {
  await server.dispose();
});

/** All rows of the database, by table. */
async function readContents(): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const name of tableNames) {
    const rowsOfIt = await server.db.selectFrom(name).selectAll().execute();
    found[name] = rowsOfIt
      .map((row) => JSON.stringify(row))
      .toSorted()
      .join('\n');
  }
  return found;
}

/** Ann's own data, as she reads it. */
async function readAnnsData(): Promise<unknown> {
  const { ann } = scene;
  const query = { merchantId: '1001', browserId: 'b' };
  const { userCarts } = await server.ask(getCart, { ...ann, query });
  return {
    cart: userCarts.find(({ userId }) => userId === ann.userId),
    member: await server.ask(getMember, ann),
    coupons: await server.ask(getCoupons, { ...ann, query: { state: 'available' } }),
  };
}

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

const callOf = (name: string): Call => describedCalls.find((each) => each.name === name)!.call;

let asked = 0;

interface Asked {
  readonly name: string;
  readonly row: Row;
  readonly who: Who;
  readonly caller: Caller;
}

/** Asks, and returns a line for each mistake in the answer. */
async function ask({ name, row, who, caller }: Asked, expected: Expected, shows: readonly string[] = []) {
  const sent = row.asks?.(scene, who);
  asked += 1;
  // Each request has its own address. Otherwise the limit for an address would refuse it.
  const address = `10.9.${asked >> 8}.${asked & 255}`;
  const headers = { ...caller.headers, ...sent?.headers };
  const answer = await server.call(callOf(name), { ...caller, ...sent, headers, address });
  const { status, code, data, envelope } = answer;
  const mistakes: string[] = [];
  const isServed = expected === 'served';
  const wanted = isServed ? { status: 200, code: 0 } : expected;
  if (status !== wanted.status || code !== wanted.code)
    mistakes.push(`answers ${status}/${code}, not ${wanted.status}/${wanted.code}`);
  if (wanted.data !== undefined && !isDeepStrictEqual(data, wanted.data))
    mistakes.push(`tells ${JSON.stringify(data)}, not ${JSON.stringify(wanted.data)}`);

  const text = JSON.stringify(envelope);
  // A refusal may repeat the request.
  const named = JSON.stringify(sent ?? {});
  for (const secret of [...scene.secrets.own, ...scene.secrets.ofTable])
    if (text.includes(secret) && !shows.includes(secret) && (isServed || !named.includes(secret)))
      mistakes.push(`shows ${secret}`);
  return mistakes.map((mistake) => `${name}, ${who}: ${mistake}`);
}

async function checkCell(name: string, row: Row, identity: Identity, caller: Caller): Promise<string[]> {
  const expected = getExpected(row, identity);
  const isAtTable = identity === 'other diner at the table' || identity === 'guest at the table';
  const shows = row.shows?.(scene)[identity] ?? [];
  const ofTable = expected === 'served' && isAtTable ? scene.secrets.ofTable : [];
  return await ask({ name, row, who: identity, caller }, expected, [...shows, ...ofTable]);
}

/** A line for each table that has changed since the last comparison and is not in `mayChange`. */
async function findForbiddenChanges(mayChange: readonly string[], name: string, who: readonly Who[]) {
  const now = await readContents();
  const changed = tableNames.filter((table) => now[table] !== before[table] && !mayChange.includes(table));
  before = now;
  return changed.map((table) => `${name}, ${who.join(' or ')}: changes ${table}`);
}

/** Identities that may change nothing ask at once, the others one by one. */
async function findMistakes(name: string, row: Row): Promise<string[]> {
  const isAlone = (identity: Identity) => row.spends === true || listAllowedChanges(row, identity).length > 0;
  const atOnce = identities.filter((identity) => !isAlone(identity));
  const mistakes = await Promise.all(
    atOnce.map(async (each) => await checkCell(name, row, each, await scene.callerOf(each))),
  );
  if (atOnce.length > 0) mistakes.push(await findForbiddenChanges([], name, atOnce));
  for (const identity of identities.filter(isAlone)) {
    const caller = await scene.callerOf(identity, row.spends);
    if (row.spends) before = await readContents();
    mistakes.push(await checkCell(name, row, identity, caller));
    mistakes.push(await findForbiddenChanges(listAllowedChanges(row, identity), name, [identity]));
  }
  return mistakes.flat();
}

/** The same for people and systems of Ann's restaurant. */
async function findInsiderMistakes(name: string, row: Row): Promise<string[]> {
  const lacking = insiders.flatMap((who) => {
    const data = findLack(callOf(name), row, who);
    return data === undefined ? [] : [{ who, data }];
  });
  if (lacking.length === 0) return [];
  const mistakes = await Promise.all(
    lacking.map(
      async ({ who, data }) =>
        await ask({ name, row, who, caller: scene.insider(who) }, { ...forbidden, data }),
    ),
  );
  const who = lacking.map((each) => each.who);
  return [...mistakes.flat(), ...(await findForbiddenChanges([], name, who))];
}

test('every call of the contract has a row, and every row a call that is mounted', async () => {
  const modules = await Promise.all(
    readdirSync('contract/calls').map(
      async (file) => (await import(resolve('contract/calls', file))) as Record<string, unknown>,
    ),
  );
  const declared = modules.flatMap((module) => Object.values(module).filter(isCall));
  expect(new Set(describedCalls.map(({ call }) => call))).toEqual(new Set(declared));
  expect(Object.keys(rows).toSorted()).toEqual(describedCalls.map(({ name }) => name).toSorted());
  for (const { call } of describedCalls)
    expect(server.app.hasRoute({ method: call.method, url: call.path }), call.path).toBe(true);
});

test('CX12, CX26: each call declares the right callers', () => {
  for (const [name, { needs }] of Object.entries(rows)) expect(callOf(name).right, name).toBe(needs);
  for (const [scope, names] of Object.entries(opens)) {
    const opened = describedCalls.filter(({ call }) => call.scope === scope).map(({ name }) => name);
    expect(opened.toSorted(), scope).toEqual(names.toSorted());
  }
});

describe.each(Object.entries(rows))('%s', (name, row) => {
  test('is refused, or answers only the caller’s own data, and changes no other’s', async () => {
    expect([...(await findMistakes(name, row)), ...(await findInsiderMistakes(name, row))]).toEqual([]);
  });
});

test('after all of them Ann’s data are unchanged', async () => {
  expect(await readAnnsData()).toEqual(anns);
});
