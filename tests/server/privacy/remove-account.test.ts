// @module-tag slow
/** Diners remove their account at one restaurant (CX14). */
import { expect, test } from 'vitest';
import { getMember, sendPhoneCode, updateMember } from '#contract/calls/member.ts';
import { accountInUse, getPrivacyFacts, removeAccount } from '#contract/calls/privacy.ts';
import { actOnOrder, createClose, closeTableSession } from '../staff/acts.ts';
import type { Order } from '#contract/order-fields.ts';
import { sql } from 'kysely';
import { openToGoSession } from '#server/ordering/tables/sessions.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { nameMember, readDatabaseText } from './traces.ts';
import { fakeClock, startTestServer, type ServerUnderTest } from '../server-under-test.ts';

const phone = '4155552671';

/** Columns that hold a text, with the restaurant if the row names one. */
async function findPlaces({ db }: ServerUnderTest, trace: string): Promise<string[]> {
  const found = new Set<string>();
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    for (const { merchant_id: merchant, ...row } of rows)
      for (const [column, value] of Object.entries(row))
        if (String(value).includes(trace))
          found.add(`${name}.${column}${typeof merchant === 'string' ? ` of ${merchant}` : ''}`);
  }
  return [...found].toSorted();
}

test('CX14: refused at a table or with an open order; afterwards no data of the member are left, and no login is valid', async () => {
  const clock = fakeClock();
  const server = await startTestServer({ clock });
  const logInMember = async (merchantId = '1001') => {
    // Skips the pause between two codes.
    await server.db.deleteFrom('budgets').execute();
    clock.advance(61_000);
    return await server.member(phone, { merchantId });
  };
  const elsewhere = await logInMember('1003');
  const otherPhone = await logInMember();
  const member = await logInMember();
  await nameMember(server, member, phone);
  const seat = await server.seat(member);
  const mine = createTablePhone(server, seat, 'ra1');
  await mine.send(mine.add(createItem((await listDishes(server)).simple[0]!, 'allergic to zebras')));
  const { order } = (await mine.place('p1')).data as { order: Order };

  const removeMember = async () => await server.call(removeAccount, member);
  expect(await removeMember()).toMatchObject({ code: accountInUse, data: { reason: 'atTable' } });
  const staff = await server.till('1001');
  await closeTableSession(server, staff, seat.tableId);
  await server.db.updateTable('orders').set({ status: 0 }).where('id', '=', order.id).execute();
  expect(await removeMember()).toMatchObject({ code: accountInUse, data: { reason: 'openOrder' } });
  expect(await readDatabaseText(server)).toContain('Quentin');
  await server.ask(actOnOrder, { ...staff, ...createClose(order, 'completed') });

  expect(await removeMember()).toMatchObject({ code: 0, data: { removed: true } });
  for (const copy of [member, otherPhone])
    expect(await server.call(getMember, copy)).toMatchObject({ status: 401, code: 401 });
  expect(await removeMember()).toMatchObject({ status: 401 });
  const text = await readDatabaseText(server);
  for (const trace of ['Quentin', 'Zebra', 'zebra.example', 'allergic'])
    expect(text.includes(trace), trace).toBe(false);
  expect(await findPlaces(server, phone), 'another restaurant’s account, and counts (CE23)').toEqual([
    'budgets.key',
    'inbox.recipient of 1003',
    'users.phone of 1003',
  ]);
  expect(await server.ask(getMember, elsewhere), 'another restaurant’s account').toMatchObject({ phone });

  const again = await logInMember();
  expect(again.userId).not.toBe(member.userId);
  expect(await server.ask(getMember, again)).toMatchObject({ firstName: '', birthday: null });
});

test('CX14, O4: data from before the login, as a guest, are deleted as well, and that login ends', async () => {
  const server = await startTestServer();
  const guest = await server.guest();
  const named = { firstName: 'Quentin', lastName: '', name: 'Quentin', mail: '', birthday: null };
  const body = { ...named, id: guest.userId, phone: '', languagePreference: 'en-US' } as const;
  await server.ask(updateMember, { ...guest, body });
  const seat = await server.seat(guest);
  const mine = createTablePhone(server, seat, 'ra1');
  await mine.send(mine.add(createItem((await listDishes(server)).simple[0]!, 'allergic to zebras')));
  const member = await server.member(phone, { asGuest: guest });
  const other = await server.guest();
  const theirs = createTablePhone(server, await server.seat(other), 'rb1');
  await theirs.send(theirs.add(createItem((await listDishes(server)).simple[0]!, 'the guest’s own note')));
  const staff = await server.till('1001');
  await closeTableSession(server, staff, seat.tableId);
  const toGo = await openToGoSession(server.deps, { ...member, kind: 'member', loginId: 'l1' });

  await server.ask(removeAccount, member);
  const text = await readDatabaseText(server);
  for (const trace of ['Quentin', 'allergic']) expect(text.includes(trace), trace).toBe(false);
  expect(text, 'other diners’ entries').toContain('the guest’s own note');
  expect(await server.call(getMember, guest)).toMatchObject({ status: 401 });
  expect(await server.call(getMember, other)).toMatchObject({ code: 0 });
  const open = server.db.selectFrom('table_sessions').select('id').where('closed_at', 'is', null);
  expect(await open.where('id', '=', toGo.id).execute(), 'no diner can return to it').toEqual([]);
});

test('an unused code is not stored for longer than its number is counted', async () => {
  const clock = fakeClock();
  const server = await startTestServer({ clock });
  const ask = async (number: string) =>
    await server.ask(sendPhoneCode, { merchantId: '1001', body: { phone: number } });
  await ask('4155550001');
  clock.advance(7 * 24 * 60 * 60_000 + 11 * 60_000);
  await ask('4155550002');
  const left = await server.db.selectFrom('phone_codes').select('phone').execute();
  expect(left).toEqual([{ phone: '4155550002' }]);
});

test('CX14: a guest is deleted as well', async () => {
  const server = await startTestServer();
  const guest = await server.guest();
  expect(await server.call(removeAccount, guest)).toMatchObject({ code: 0 });
  expect(await server.call(getMember, guest)).toMatchObject({ status: 401 });
});

test('CX15: what the privacy page says about this server', async () => {
  const plain = await startTestServer();
  const nowhere = { textsGoTo: null, ordersGoTo: null, messagesGoThrough: null, behaviourGoesTo: null };
  expect(await plain.ask(getPrivacyFacts, {})).toEqual({ retentionDays: null, loginDays: 30, ...nowhere });
  const configured = await startTestServer({
    environment: {
      RETENTION_DAYS: '90',
      LOGIN_DAYS: '7',
      SMS_WEBHOOK_URL: 'https://sms.example/send',
      SMS_WEBHOOK_SECRET: 'a secret of sixteen and more',
      BEHAVIOUR_LOG_URL: '/api/system/behaviour-log',
    },
  });
  expect(await configured.ask(getPrivacyFacts, {})).toEqual({
    ...nowhere,
    retentionDays: 90,
    loginDays: 7,
    textsGoTo: 'sms.example',
  });
});
