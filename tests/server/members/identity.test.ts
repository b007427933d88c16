// @module-tag slow
import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { getGuests } from '#contract/calls/cart.ts';
import { getAnonymousToken, getMember, registerGuest } from '#contract/calls/member.ts';
import { getTableByQrcode } from '#contract/calls/table.ts';
import { closeSession } from '#server/ordering/tables/sessions.ts';
import { runInTransaction } from '#server/platform/store/transactions.ts';
import { fakeClock, startSharedServer } from '../server-under-test.ts';
import { createForTests } from '#tests/for-tests.ts';

const clock = fakeClock();
const server = startSharedServer({ clock });
const guest = createForTests(async () => await server.guest());

const unauthorized = { status: 401, success: false, code: codes.unauthorized };
const forbidden = { status: 403, success: false, code: codes.forbidden };
const notHere = { status: 403, code: codes.tableUnavailable };
const over = { status: 200, code: codes.tableUnavailable };
const scan = { params: { id: '1' } };
const login = { merchantId: '1001', loginId: 'some-login' };

describe('a token', () => {
  test('is refused if it is no bearer token, or its diner no longer exists', async () => {
    const headers = { Authorization: `Basic ${guest.token}` };
    expect(await server.call(getMember, { merchantId: '1001', headers })).toMatchObject(unauthorized);
    const token = await server.deps.tokens.issue({ ...login, userId: 'nobody', kind: 'guest' });
    expect(await server.call(getMember, { merchantId: '1001', token })).toMatchObject(unauthorized);
    expect(await server.call(registerGuest, { merchantId: '1001', token })).toMatchObject(unauthorized);
  });

  test('names the merchant: a request may leave it out, and may name no other', async () => {
    expect(await server.ask(getMember, { token: guest.token })).toMatchObject({ id: guest.userId });
    const elsewhere = { token: guest.token, merchantId: '1002' };
    expect(await server.call(getMember, elsewhere)).toMatchObject(forbidden);
    expect(await server.call(registerGuest, elsewhere)).toMatchObject(forbidden);
    expect(await server.call(getTableByQrcode, { ...elsewhere, ...scan })).toMatchObject(forbidden);
  });
});

test('of an anonymous browser identifies no diner', async () => {
  const { token } = await server.ask(getAnonymousToken, { merchantId: '1001' });
  const caller = { token, merchantId: '1001' };
  expect(await server.call(getMember, caller)).toMatchObject(forbidden);
  expect(await server.call(getTableByQrcode, { ...caller, ...scan })).toMatchObject(forbidden);
});

describe('a diner at a table', () => {
  test('is one who scanned it', async () => {
    const seated = await server.seat(guest);
    expect(await server.ask(getGuests, seated)).toEqual({ guests: 0 });
    expect(await server.call(getGuests, { ...seated, sessionId: undefined })).toMatchObject({
      success: true,
    });
    // A snapshot server names no session, so phones send an empty text.
    expect(await server.call(getGuests, { ...seated, sessionId: '' })).toMatchObject({ success: true });
  });

  test('is not one who did not scan it; an unopened or unknown table has no diners', async () => {
    const seated = await server.seat(guest);
    const stranger = await server.guest();
    expect(await server.call(getGuests, { ...stranger, tableId: seated.tableId })).toMatchObject(notHere);
    const elsewhere = await server.seat(stranger, '2');
    expect(await server.codeOf(getGuests, { ...elsewhere, tableId: seated.tableId })).toBe(notHere.code);
    for (const tableId of ['1001012', 'none', '1002001'])
      expect(await server.call(getGuests, { ...guest, tableId })).toMatchObject(over);
  });

  test('is no longer at the next party’s table; a diner who joins the next party is at that one', async () => {
    const last = await server.seat(await server.guest(), '5');
    const closed = { now: clock.now(), reason: '' };
    await runInTransaction(server.db, async (trx) => await closeSession(trx, last.sessionId, closed));
    expect(await server.call(getGuests, last)).toMatchObject(over);

    const next = await server.seat(await server.guest(), '5');
    expect(next.sessionId).not.toBe(last.sessionId);
    expect(await server.codeOf(getGuests, last)).toBe(notHere.code);
    for (const sessionId of [undefined, next.sessionId])
      expect(await server.call(getGuests, { ...last, sessionId })).toMatchObject(notHere);

    const back = await server.seat(last, '5');
    expect(back.sessionId).toBe(next.sessionId);
    expect(await server.call(getGuests, back)).toMatchObject({ success: true });
    expect(await server.call(getGuests, last)).toMatchObject(over);
  });

  test('is no guest if the restaurant admits none', async () => {
    const visitor = await server.seat(await server.guest('1002'));
    expect(await server.call(getGuests, visitor)).toMatchObject(forbidden);
    const member = await server.seat(await server.member('2125550100', { merchantId: '1002' }));
    expect(await server.call(getGuests, member)).toMatchObject({ success: true });
  });

  test('without a table has a to-go session of their own', async () => {
    const [one, other] = [await server.guest(), await server.guest()];
    for (const diner of [one, one, other]) await server.ask(getGuests, diner);
    const sessions = await server.db
      .selectFrom('table_sessions')
      .select(['owner_id', 'table_id'])
      .where('owner_id', 'in', [one.userId, other.userId])
      .execute();
    expect(sessions).toHaveLength(2);
    expect(await server.codeOf(getGuests, { ...one, sessionId: 'of-a-table' })).toBe(codes.tableUnavailable);
  });
});
