// @module-tag slow
/** From an empty database to a restaurant with an owner and tables (CX28). */
import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { getTinyMerchant } from '#contract/calls/merchant.ts';
import * as people from '#contract/calls/people.ts';
import * as setUp from '#contract/calls/set-up.ts';
import * as staff from '#contract/calls/staff.ts';
import { createAccessCode } from '#server/service/staff/access/access-codes.ts';
import { toFileTaxes } from '#server/back-office/settings/file-taxes.ts';
import { checkMenu } from '#contract/menu-file/checked-menu.ts';
import { getHouse } from '#contract/calls/house.ts';
import { rulesOf } from '#staff/set-up/tax-rules.ts';
import { expectData, fakeClock, startTestServer, startServer } from '../server-under-test.ts';

const empty = { DEMO_RESTAURANTS: 'off' };
const fields = {
  name: '老地方麵館',
  currency: 'TWD',
  themeColor: '#0B8378',
  taxRate: '0.05',
  taxName: '營業稅',
  owner: { name: 'Olga', pin: '280594' },
  tables: 3,
};

// CX28
test('an empty server creates one code; it sets one restaurant up, once, and logs its owner in', async () => {
  const server = await startTestServer({ environment: empty });
  const code = server.setUpCode!;
  expect(code).toMatch(/^([2-9A-Z]{4}-){3}[2-9A-Z]{4}$/);
  expect(await server.ask(setUp.lookAtSetUp, { body: { code } })).toEqual({ isGood: true });
  const answer = await server.call(setUp.setUpRestaurant, {
    language: 'zh-TW',
    body: { ...fields, code: code.toLowerCase().replaceAll('-', ' ') },
  });
  const olga = { person: 'Olga', role: 'owner' };
  expect(expectData(answer)).toMatchObject({
    merchantId: '1001',
    name: '老地方麵館',
    currency: 'TWD',
    ...olga,
  });
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]!);
  const owner = { headers: { cookie: cookies.join('; ') } };
  const { tables } = await server.ask(staff.staffOverview, owner);
  expect(tables.map(({ name }) => name)).toEqual(['1', '2', '3']);
  for (const { qrcodeId } of tables) expect(qrcodeId).toMatch(/^[1-9]\d{11}$/);
  expect(await server.ask(getTinyMerchant, { query: { id: '1001' } })).toMatchObject({
    shortName: '老地方麵館',
    taxRate: '0.05',
    taxName: '營業稅',
  });
  const door = await server.ask(people.staffDoor, { ...owner, query: { merchantId: '1001' } });
  expect(door).toMatchObject({ isKnown: true, people: [{ name: 'Olga' }], takesPassword: false });

  const wrong = { status: 403, code: codes.forbidden };
  expect(await server.call(setUp.lookAtSetUp, { body: { code } })).toMatchObject(wrong);
  expect(await server.call(setUp.setUpRestaurant, { body: { ...fields, code } })).toMatchObject(wrong);
});

// CX28
test('a new restaurant starts with the taxes and the phone numbers of its country', async () => {
  const server = await startTestServer({ environment: empty });
  const { taxes = [], currency } = rulesOf.DE;
  const body = {
    ...fields,
    code: server.setUpCode!,
    currency,
    taxRate: '0',
    taxes,
    taxIncluded: true,
    phoneCountry: 'DE',
  };
  const wrong = { ...body, taxes: taxes.map((tax) => ({ ...tax, rate: '7' })) };
  expect(await server.call(setUp.setUpRestaurant, { body: wrong })).toMatchObject({
    status: 400,
    data: { path: 'body.taxes' },
  });
  const answer = await server.call(setUp.setUpRestaurant, { body });
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]!);
  const { settings } = await server.ask(getHouse, { headers: { cookie: cookies.join('; ') } });
  expect(settings).toMatchObject({
    currency: 'EUR',
    decimals: '2',
    taxes,
    taxIncluded: true,
    phoneCountry: 'DE',
  });
});

test.each(Object.entries(rulesOf))('the rules of %s are valid', (_, { currency, taxes }) => {
  const merchant = { name: 'New', currency, ...(taxes && { taxes: toFileTaxes(taxes) }) };
  expect(checkMenu({ merchant, tables: [], categories: [] })).toMatchObject({ ok: true });
});

// CX28
test('no password opens a restaurant that has none, not even the demonstration’s password', async () => {
  const server = await startTestServer({ environment: empty });
  await server.ask(setUp.setUpRestaurant, { body: { ...fields, code: server.setUpCode! } });
  for (const password of [server.staffPassword, '', 'undefined'])
    expect(await server.call(staff.staffLogin, { body: { merchantId: '1001', password } })).toMatchObject({
      status: 403,
    });
});

// CX28
test('a code of the start is invalid once there is a restaurant; the admin’s command creates another one', async () => {
  const first = await startServer({ environment: empty });
  const { dataDir, setUpCode: code } = first;
  await first.close();
  const second = await startServer({ dataDir, environment: empty });
  await second.ask(setUp.setUpRestaurant, { body: { ...fields, code: second.setUpCode! } });
  const refused = await second.call(setUp.setUpRestaurant, { body: { ...fields, code: code! } });
  expect(refused).toMatchObject({ status: 403 });
  const another = await createAccessCode(second.deps, { kind: 'another', merchantId: null });
  const body = { ...fields, name: 'Second', code: another.code };
  expect(await second.ask(setUp.setUpRestaurant, { body })).toMatchObject({ merchantId: '1002' });
  expect(await second.codeOf(setUp.setUpRestaurant, { body })).toBe(codes.forbidden);
  await second.close();
  const third = await startTestServer({ dataDir, environment: empty });
  expect(third.setUpCode).toBeUndefined();
});

test('two people who use one code at once create one restaurant', async () => {
  const server = await startTestServer({ environment: empty });
  const body = { ...fields, code: server.setUpCode! };
  const answers = await Promise.all([1, 2, 3].map(() => server.codeOf(setUp.setUpRestaurant, { body })));
  expect(answers.toSorted((a, b) => a - b)).toEqual([codes.ok, codes.forbidden, codes.forbidden]);
  expect(await server.db.selectFrom('merchants').select('id').execute()).toEqual([{ id: '1001' }]);
  expect(await server.db.selectFrom('staff_people').select('name').execute()).toHaveLength(1);
});

test('a mistake that a menu file would be refused for is refused here, by its field, and the code stays valid', async () => {
  const clock = fakeClock();
  const server = await startTestServer({ clock, environment: empty });
  const code = server.setUpCode!;
  for (const [change, path] of [
    [{ name: '   ' }, 'body.name'],
    [{ themeColor: 'teal' }, 'body.themeColor'],
    [{ taxRate: '5' }, 'body.taxRate'],
    [{ currency: 'dollars' }, 'body.currency'],
    [{ owner: { name: 'Olga', pin: '1234' } }, 'body.owner.pin'],
    [{ tables: 201 }, 'body.tables'],
    [{ timeZone: 'Taipei' }, 'body.timeZone'],
  ] as const)
    expect(await server.call(setUp.setUpRestaurant, { body: { ...fields, code, ...change } })).toMatchObject({
      status: 400,
      data: { path },
    });
  clock.advance(7 * 24 * 3_600_000);
  expect(await server.codeOf(setUp.lookAtSetUp, { body: { code } })).toBe(codes.forbidden);
});
