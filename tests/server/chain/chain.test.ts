import { beforeEach, expect, test } from 'vitest';
import * as chain from '#contract/calls/chain.ts';
import { codes } from '#contract/codes.ts';
import { getHouse } from '#contract/calls/house.ts';
import { addPerson, changePerson, loginWithPin, removePerson } from '#contract/calls/people.ts';
import { restaurantHeader, staffLogin, staffOverview, staffWhoAmI } from '#contract/calls/staff.ts';
import type { Order } from '#contract/order-fields.ts';
import { calculateAverage, sum } from '#projections/bill/money.ts';
import { listSubscribersOf, storeSubscription } from '#server/platform/push/subscriptions.ts';
import { isStaffPresent } from '#server/service/fulfilment/staff-presence.ts';
import { runInTransaction } from '#server/platform/store/transactions.ts';
import { createItem, createTablePhone, listDishes } from '#testing/phones/table-phone.ts';
import { logInStaff } from '../staff/acts.ts';
import { expectData, fakeClock, startSharedServer, type Caller } from '../server-under-test.ts';

const clock = fakeClock();
const server = startSharedServer({ clock });

beforeEach(async () => {
  await server.db.deleteFrom('chain_branches').execute();
});

const logInOwner = async (merchantId: string): Promise<Caller> =>
  await logInStaff(server, { merchantId, password: server.staffPassword, name: 'Mo' });

const at = (merchantId: string, { headers }: Caller): Caller => ({
  headers: { ...headers, [restaurantHeader]: merchantId },
});

/** Makes `branch` a branch of `head`. @returns the owner of the head */
async function join(head: string, branch: string): Promise<Caller> {
  const { code } = await server.ask(chain.makeBranchCode, await logInOwner(branch));
  const owner = await logInOwner(head);
  await server.ask(chain.addBranch, { ...owner, body: { code } });
  return owner;
}

const refuse = (reason: chain.ChainRefusal) => ({ code: chain.chainRefused, data: { reason } });

// CX92
test('the owner of a head opens each branch with the same login, and one screen at a time names its own', async () => {
  const owner = await join('1001', '1002');
  const me = await server.ask(staffWhoAmI, owner);
  expect(me.restaurants).toEqual([
    { merchantId: '1001', name: me.name },
    { merchantId: '1002', name: 'Ember & Tide' },
  ]);
  const atBranch = at('1002', owner);
  expect(await server.ask(staffWhoAmI, atBranch)).toMatchObject({
    merchantId: '1002',
    name: 'Ember & Tide',
    role: 'owner',
    restaurants: me.restaurants,
  });
  const [head, branch] = [await server.ask(getHouse, owner), await server.ask(getHouse, atBranch)];
  expect([head.settings.name['en-US'], branch.settings.name['en-US']]).toEqual([me.name, 'Ember & Tide']);
});

// CX92
test('a login opens no restaurant of another owner, and the owner of a branch neither the head nor another branch', async () => {
  const owner = await join('1001', '1002');
  const answer = await server.call(staffOverview, at('1003', owner));
  expect(answer).toMatchObject({ status: 403, code: codes.forbidden });
  await join('1001', '1003');
  const ofBranch = await logInOwner('1002');
  for (const other of ['1001', '1003'])
    expect(await server.call(staffOverview, at(other, ofBranch))).toMatchObject({ status: 403 });
  expect((await server.ask(staffWhoAmI, ofBranch)).restaurants).toBeUndefined();
  expect(await server.ask(chain.getChain, ofBranch)).toMatchObject({
    head: { merchantId: '1001' },
    branches: [],
  });
});

// CX92
test('people of the head who are not owners open no branch, and lose the branches with their role', async () => {
  const owner = await join('1001', '1002');
  const add = async (name: string) =>
    await server.ask(addPerson, { ...owner, body: { name, role: 'owner', pin: '280594' } });
  await add('Eve');
  const { person } = await add('Ada');
  const pin = { body: { merchantId: '1001', personId: person.id, pin: '280594' } };
  const device = await server.call(staffLogin, {
    body: { merchantId: '1001', password: server.staffPassword, name: 'Mo' },
  });
  const cookies = device.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]!);
  const login = await server.call(loginWithPin, { ...pin, headers: { Cookie: cookies.join('; ') } });
  expect(login.data.restaurants).toHaveLength(2);
  const ada = { headers: { Cookie: login.headers.get('set-cookie')!.split(';', 1)[0]! } };
  expect(await server.ask(staffWhoAmI, at('1002', ada))).toMatchObject({ person: 'Ada' });

  await server.ask(changePerson, { ...owner, body: { id: person.id, role: 'manager' } });
  expect(await server.codeOf(staffWhoAmI, at('1002', ada))).toBe(codes.forbidden);
  expect((await server.ask(staffWhoAmI, ada)).restaurants).toBeUndefined();
  await server.ask(removePerson, { ...owner, body: { id: person.id } });
  expect(await server.codeOf(staffWhoAmI, at('1002', ada))).toBe(codes.unauthorized);
});

// CX92
test('a branch leaves by its own owner or by that of the head; from then on the login is refused there', async () => {
  const owner = await join('1001', '1002');
  await server.ask(chain.removeBranch, { ...(await logInOwner('1002')), body: { merchantId: '1002' } });
  expect(await server.codeOf(staffWhoAmI, at('1002', owner))).toBe(codes.forbidden);
  await join('1001', '1002');
  const foreign = await server.call(chain.removeBranch, {
    ...(await logInOwner('1003')),
    body: { merchantId: '1002' },
  });
  expect(foreign).toMatchObject(refuse('notBranch'));
  const left = await server.ask(chain.removeBranch, { ...owner, body: { merchantId: '1002' } });
  expect(left.branches).toEqual([]);
  expect(await server.codeOf(staffWhoAmI, at('1002', owner))).toBe(codes.forbidden);
});

// CX92
test('a code joins once, within a day; heads are no branches, and a restaurant is in one chain', async () => {
  const [first, second, third] = [
    await logInOwner('1001'),
    await logInOwner('1002'),
    await logInOwner('1003'),
  ];
  const makeCode = async (owner: Caller) => (await server.ask(chain.makeBranchCode, owner)).code;
  const add = async (owner: Caller, code: string) =>
    await server.call(chain.addBranch, { ...owner, body: { code } });

  const [used, other, late] = [await makeCode(second), await makeCode(second), await makeCode(third)];
  expect((await add(first, used)).data.branches).toMatchObject([{ merchantId: '1002' }]);
  expect(await add(first, used)).toMatchObject(refuse('wrongCode'));
  expect(await add(third, other)).toMatchObject(refuse('inChain'));
  expect(await add(second, await makeCode(third))).toMatchObject(refuse('isBranch'));
  expect(await add(third, await makeCode(first))).toMatchObject(refuse('hasBranches'));
  expect(await add(first, await makeCode(first))).toMatchObject(refuse('inChain'));
  expect(await add(first, 'GUES-SEDA-CODE')).toMatchObject(refuse('wrongCode'));
  clock.advance(24 * 3_600_000);
  expect(await add(await logInOwner('1001'), late)).toMatchObject(refuse('wrongCode'));
});

// CX92
test('an owner who looks at a branch does not count as present there, and gets its news until it leaves', async () => {
  const owner = await join('1001', '1002');
  await server.ask(staffOverview, at('1002', owner));
  for (const merchantId of ['1001', '1002'])
    expect(await isStaffPresent(server.db, merchantId, clock.now())).toBe(false);

  const session = await server.db
    .selectFrom('staff_sessions')
    .select('id_hash')
    .where('merchant_id', '=', '1001')
    .orderBy('created_at', 'desc')
    .orderBy('name', 'desc')
    .executeTakeFirstOrThrow();
  await storeSubscription(
    server.db,
    { merchantId: '1002', session: session.id_hash, person: 'Mo', now: clock.now() },
    {
      kinds: ['orders'],
      station: null,
      endpoint: 'https://push.example/1',
      p256dh: 'key',
      auth: 'auth',
      language: 'en-US',
      origin: 'https://order.example',
    },
  );
  const countSubscribers = async () =>
    await runInTransaction(
      server.db,
      async (trx) => (await listSubscribersOf(trx, '1002', { kind: 'orders', now: clock.now() })).length,
    );
  expect(await countSubscribers()).toBe(1);
  await server.ask(chain.removeBranch, { ...owner, body: { merchantId: '1002' } });
  expect(await countSubscribers()).toBe(0);
});

// CX93
test('the report has each restaurant with its own sales, and sums within one currency only', async () => {
  const owner = await join('1001', '1002');
  await join('1001', '1003');
  const stored = await server.db.selectFrom('merchants').selectAll().execute();
  for (const { id, body } of stored) {
    const currency = id === '1002' ? 'EUR' : 'USD';
    const changed = { ...(JSON.parse(body) as object), currency, orderCodeRequired: false };
    await server.db
      .updateTable('merchants')
      .set({ body: JSON.stringify(changed) })
      .where('id', '=', id)
      .execute();
  }
  const totals: Record<string, string> = {};
  for (const [index, merchantId] of ['1001', '1002', '1003'].entries()) {
    const { simple } = await listDishes(server, merchantId);
    const diner = await server.seat(await server.member(`415555019${index}`, { merchantId }));
    const phone = createTablePhone(server, diner, `sold-at-${merchantId}`);
    await phone.send(phone.add(createItem(simple[0]!)));
    const placed = expectData(await phone.place(`placed-at-${merchantId}`)) as { order: Order };
    totals[merchantId] = placed.order.totalAmount!;
  }

  const report = await server.ask(chain.getChainNumbers, { ...owner, query: {} });
  expect(report.restaurants).toMatchObject([
    { merchantId: '1001', currency: 'USD', orders: 1, guests: 1, total: totals['1001'] },
    { merchantId: '1002', currency: 'EUR', orders: 1, total: totals['1002'], perOrder: totals['1002'] },
    { merchantId: '1003', currency: 'USD', orders: 1, total: totals['1003'] },
  ]);
  const dollars = sum([totals['1001']!, totals['1003']!]);
  expect(report.sums).toMatchObject([
    { currency: 'USD', restaurants: 2, orders: 2, total: dollars, perOrder: calculateAverage(dollars, 2) },
    { currency: 'EUR', restaurants: 1, orders: 1, total: totals['1002'] },
  ]);

  // CX93: a branch reads its own sales only.
  const ofBranch = await server.ask(chain.getChainNumbers, { ...(await logInOwner('1002')), query: {} });
  expect(ofBranch.restaurants).toEqual([report.restaurants[1]]);
  const long = { from: '2026-01-01', to: '2026-12-31' };
  expect(await server.codeOf(chain.getChainNumbers, { ...owner, query: long })).toBe(codes.badRequest);
});
