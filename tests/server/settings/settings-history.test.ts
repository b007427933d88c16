// @module-tag slow
/** The audit log of settings, tables, coupons and people, and undoing its changes (CX35). */
import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { changeHouse, getHouse, houseChanged, type House } from '#contract/calls/house.ts';
import { houseHistory, takeBackHouseChange, type HouseChange } from '#contract/calls/house-history.ts';
import * as people from '#contract/calls/people.ts';
import { reissueQrcode, staffWhoAmI } from '#contract/calls/staff.ts';
import { readRestaurant } from '#server/back-office/settings/write-settings.ts';
import { createAdmin } from '#server/back-office/admin/admin.ts';
import { openStaffSession } from '#server/service/staff/access/staff-sessions.ts';
import { fakeClock, startSharedServer } from '../server-under-test.ts';

const clock = fakeClock();
const server = startSharedServer({ clock });

async function logInStaff(merchantId: string, name = 'Olga', personId?: string) {
  const cookie = (await openStaffSession(server.deps, merchantId, name, personId)).split(';', 1)[0]!;
  return { headers: { cookie } };
}
type Somebody = Awaited<ReturnType<typeof logInStaff>>;

async function change(who: Somebody, fields: Partial<House['settings']>): Promise<House> {
  const { settings, version } = await server.ask(getHouse, who);
  return await server.ask(changeHouse, { ...who, body: { version, settings: { ...settings, ...fields } } });
}

async function readHistory(who: Somebody): Promise<HouseChange[]> {
  return (await server.ask(houseHistory, who)).changes;
}

const takeBack = async (who: Somebody, { id }: Pick<HouseChange, 'id'>) =>
  await server.call(takeBackHouseChange, { ...who, body: { id } });

describe('settings, tables and coupons', () => {
  // CX35
  test('a change shows its author, the old and the new value; undoing it is a change of its own', async () => {
    const [olga, mo] = [await logInStaff('1001'), await logInStaff('1001', 'Mo')];
    const { settings: before } = await server.ask(getHouse, olga);
    await change(olga, { taxRate: '0.0725', timeZone: 'Asia/Taipei' });
    const [made] = await readHistory(mo);
    const edits = [
      { path: ['settings', 'taxRate'], from: before.taxRate, to: '0.0725' },
      { path: ['settings', 'timeZone'], from: before.timeZone, to: 'Asia/Taipei' },
    ];
    const byOlga = { by: 'Olga', at: clock.now(), way: 'page', isTakenBack: false };
    expect(made).toEqual({ id: expect.any(String), ...byOlga, edits, count: 2, names: {} });
    expect(await takeBack(mo, made!)).toMatchObject({ success: true, data: { settings: before } });
    expect((await readHistory(olga)).slice(0, 2)).toMatchObject([
      { by: 'Mo', way: 'takenBack', edits: [{ from: '0.0725', to: before.taxRate }, {}] },
      { by: 'Olga', isTakenBack: true },
    ]);
    const [back] = await readHistory(olga);
    await takeBack(olga, back!);
    expect((await server.ask(getHouse, olga)).settings.taxRate, 'forth again').toBe('0.0725');
  });

  // CX35
  test('the same number written differently is no change', async () => {
    const olga = await logInStaff('1002');
    await change(olga, { taxRate: '0.1', lineLimit: '200.00' });
    const before = await readHistory(olga);
    await change(olga, { taxRate: '0.10', lineLimit: '200' });
    expect(await readHistory(olga)).toEqual(before);
    await change(olga, { taxRate: '0.11' });
    expect((await readHistory(olga))[0]!.edits).toHaveLength(1);
  });

  // CX35
  test('undoing a value that was changed again is refused, with what, whose and when; other values are not affected', async () => {
    const [olga, mo] = [await logInStaff('1002'), await logInStaff('1002', 'Mo')];
    await change(olga, { taxRate: '0.05', serviceChargeRate: '0.1' });
    const [first] = await readHistory(olga);
    clock.advance(1_000);
    await change(mo, { taxRate: '0.06' });
    const [second] = await readHistory(olga);
    clock.advance(1_000);
    await change(olga, { themeColor: '#123456' });
    expect(await takeBack(olga, first!)).toMatchObject({
      code: houseChanged,
      data: { crossings: [{ path: ['settings', 'taxRate'], by: 'Mo', at: second!.at }] },
    });
    expect((await server.ask(getHouse, olga)).settings, 'no partial change').toMatchObject({
      taxRate: '0.06',
      serviceChargeRate: '0.1',
    });
    await takeBack(olga, second!);
    expect(await takeBack(olga, first!)).toMatchObject({ success: true });
    expect((await server.ask(getHouse, olga)).settings.themeColor).toBe('#123456');
  });

  // CX35
  test('a removed table is restored in its place with its code; a new code is replaced by the old one', async () => {
    const olga = await logInStaff('1003');
    const { tables, version } = await server.ask(getHouse, olga);
    const remaining = tables.filter((_, place) => place !== 1).map(({ id, name }) => ({ id, name }));
    await server.ask(changeHouse, { ...olga, body: { version, tables: remaining } });
    const [gone] = await readHistory(olga);
    expect(gone!.names).toEqual({
      [`tables/${tables[1]!.id}`]: { 'en-US': tables[1]!.name, 'zh-TW': tables[1]!.name },
    });
    await takeBack(olga, gone!);
    expect((await server.ask(getHouse, olga)).tables).toEqual(tables);

    await server.ask(reissueQrcode, { ...olga, body: { tableId: tables[0]!.id } });
    const [renewed] = await readHistory(olga);
    expect(renewed).toMatchObject({ by: 'Olga', edits: [{ path: ['tables', tables[0]!.id, 'qrcode'] }] });
    await takeBack(olga, renewed!);
    expect((await server.ask(getHouse, olga)).tables).toEqual(tables);
  });

  // CX35
  test('a coupon is added and removed; restoring it is refused if another table has its name by now', async () => {
    const olga = await logInStaff('1003');
    const { coupons, tables, version } = await server.ask(getHouse, olga);
    const name = { 'en-US': 'Five off', 'zh-TW': '折五元' };
    const coupon = { name, discount: '5.00', from: '0', atMost: null, spans: 'round' as const };
    await server.ask(changeHouse, { ...olga, body: { version, coupons: [...coupons, coupon] } });
    const [added] = await readHistory(olga);
    expect(Object.values(added!.names)).toEqual([name]);
    await takeBack(olga, added!);
    expect((await server.ask(getHouse, olga)).coupons).toEqual(coupons);

    const rename = async (at: number, to: string) => {
      const house = await server.ask(getHouse, olga);
      const named = house.tables.map(({ id, name: was }, place) => ({ id, name: place === at ? to : was }));
      await server.ask(changeHouse, { ...olga, body: { version: house.version, tables: named } });
    };
    await rename(0, 'Window');
    const [renamed] = await readHistory(olga);
    await rename(1, tables[0]!.name);
    const refused = await takeBack(olga, renamed!);
    expect(refused.code).toBe(codes.badRequest);
    expect(refused.msg).toContain('stands twice');
  });

  test('an import’s changes are in the history, without a name; a change of the menu alone is not', async () => {
    const olga = await logInStaff('1001');
    const before = await readHistory(olga);
    const whole = await readRestaurant(server.db, '1001');
    const operator = createAdmin({ db: server.db, now: () => clock.now() });
    const [first, ...rest] = whole.categories;
    const renamed = { ...first!, name: { 'en-US': 'Renamed', 'zh-TW': '改名' } };
    await operator.writeMerchant({ ...whole, categories: [renamed, ...rest] }, false);
    expect(await readHistory(olga)).toEqual(before);
    await operator.writeMerchant({ ...whole, guestMode: !whole.guestMode }, false);
    expect((await readHistory(olga))[0]).toMatchObject({
      by: '',
      way: 'file',
      edits: [{ path: ['settings', 'guestMode'] }],
    });
  });

  // D37
  test('the history is sent in pages, and the last thousand changes are kept', async () => {
    const olga = await logInStaff('1002');
    const part = { merchant_id: '1002', part: 'house', at: 1, by_name: 'x', way: 'page' } as const;
    const row = { ...part, takes_back: null, edits: '[]', names: '{}' };
    await server.db.deleteFrom('house_changes').where('merchant_id', '=', '1002').execute();
    const numbers = Array.from({ length: 1_000 }, (_, index) => index + 1);
    const rows = numbers.map((number) => ({ ...row, number }));
    for (const half of [rows.slice(0, 500), rows.slice(500)])
      await server.db.insertInto('house_changes').values(half).execute();
    await change(olga, { themeColor: '#654321' });
    const first = await server.ask(houseHistory, olga);
    expect(first).toMatchObject({ hasMore: true });
    expect(first.changes.map(({ id }) => Number(id))).toEqual([1_001, ...numbers.slice(-19).toReversed()]);
    const last = await server.ask(houseHistory, { ...olga, query: { before: '3' } });
    expect(last, 'the first is forgotten').toMatchObject({ hasMore: false, changes: [{ id: '2' }] });
  });
});

describe('people', () => {
  const pin = '280594';
  const add = async (who: Somebody, name: string, role: 'owner' | 'manager' | 'waiter') =>
    (await server.ask(people.addPerson, { ...who, body: { name, role, pin } })).person;

  // CX35, CX26
  test('a role is restored; a PIN is shown to nobody, and stays', async () => {
    const olga = await logInStaff('1001');
    const { id, ...wen } = await add(olga, 'Wen', 'waiter');
    await server.ask(people.changePerson, { ...olga, body: { id, role: 'manager', pin: '739104' } });
    const [changed] = await readHistory(olga);
    expect(changed!.edits).toEqual([
      { path: ['people', id, 'role'], from: 'waiter', to: 'manager' },
      { path: ['people', id, 'pin'] },
    ]);
    const stored = await server.db.selectFrom('house_changes').selectAll().execute();
    const hashes = server.db.selectFrom('staff_people').select('pin_hash').where('id', '=', id);
    const hash = await hashes.executeTakeFirstOrThrow();
    for (const secret of [pin, '739104', hash.pin_hash]) expect(JSON.stringify(stored)).not.toContain(secret);
    await takeBack(olga, changed!);
    const all = await server.ask(people.listPeople, olga);
    expect(all.people).toContainEqual({ id, ...wen, role: 'waiter' });
    expect(await hashes.executeTakeFirstOrThrow()).toEqual(hash);
  });

  // CX35, CX26
  test('a removed person is restored without a PIN, and logs in with a new one; undoing an addition logs the person out at once', async () => {
    const olga = await logInStaff('1002');
    const person = await add(olga, 'Ann', 'waiter');
    const [added] = await readHistory(olga);
    await server.ask(people.removePerson, { ...olga, body: { id: person.id } });
    const [removed] = await readHistory(olga);
    await takeBack(olga, removed!);
    const readPerson = async () =>
      (await server.ask(people.listPeople, olga)).people.find(({ id }) => id === person.id);
    expect(await readPerson()).toEqual({ ...person, needsPin: true });
    await server.ask(people.changePerson, { ...olga, body: { id: person.id, pin: '739104' } });
    expect(await readPerson()).toEqual(person);

    const ann = await logInStaff('1002', 'Ann', person.id);
    expect(await server.ask(staffWhoAmI, ann)).toMatchObject({ role: 'waiter' });
    expect(await takeBack(olga, added!)).toMatchObject({ success: true });
    expect(await readPerson()).toBeUndefined();
    expect(await server.call(staffWhoAmI, ann)).toMatchObject({ status: 401 });
  });

  // CX35, CX26
  test('the last owner stays owner, and a name that another person has by now stays with that person', async () => {
    const olga = await logInStaff('1003');
    const createRefusal = (reason: string) => ({ code: people.personRefused, data: { reason } });
    await add(olga, 'Bo', 'owner');
    const [first] = await readHistory(olga);
    expect(await takeBack(olga, first!)).toMatchObject(createRefusal('lastOwner'));
    const eve = await add(olga, 'Eve', 'waiter');
    await server.ask(people.removePerson, { ...olga, body: { id: eve.id } });
    const [gone] = await readHistory(olga);
    await add(olga, 'Eve', 'waiter');
    expect(await takeBack(olga, gone!)).toMatchObject(createRefusal('nameTaken'));
  });

  // CX35, CX26
  test('a manager can neither see nor undo any of it', async () => {
    const olga = await logInStaff('1001');
    const person = await add(olga, 'Max', 'manager');
    const [added] = await readHistory(olga);
    const max = await logInStaff('1001', 'Max', person.id);
    const parts = (await readHistory(max)).flatMap(({ edits }) => edits.map(({ path }) => path[0]));
    expect(parts.length).toBeGreaterThan(0);
    expect(parts).not.toContain('people');
    expect(await takeBack(max, added!)).toMatchObject({ code: codes.notFound });
  });
});
