// @module-tag slow
import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { getGuests } from '#contract/calls/cart.ts';
import { getAnonymousToken, getMember, registerGuest } from '#contract/calls/member.ts';
import { getTableByQrcode } from '#contract/calls/table.ts';
import { closeSession } from '#server/ordering/tables/sessions.ts';
import { inTransaction } from '#server/platform/store/transactions.ts';
import { fakeClock, sharedServer } from '../server-under-test.ts';
import { forTests } from '#tests/for-tests.ts';

const clock = fakeClock();
const server = sharedServer({ clock });
const guest = forTests(async () => await server.guest());

const unauthorized = { status: 401, success: false, code: codes.unauthorized };
const forbidden = { status: 403, success: false, code: codes.forbidden };
const scan = { params: { id: '1' } };
const login = { merchantId: '1001', loginId: 'some-login' };

describe('token', () => {
  test('is refused when it is no bearer token', async () => {
    const headers = { Authorization: `Basic ${guest.token}` };
    expect(await server.call(getMember, { merchantId: '1001', headers })).toMatchObject(unauthorized);
  });

  test('of somebody who is gone is refused', async () => {
    const token = await server.deps.tokens.issue({ ...login, userId: 'nobody', kind: 'guest' });
    expect(await server.call(getMember, { merchantId: '1001', token })).toMatchObject(unauthorized);
    expect(await server.call(registerGuest, { merchantId: '1001', token })).toMatchObject(unauthorized);
  });
});

describe('merchant', () => {
  test("is the token's where the request names none", async () => {
    expect(await server.ask(getMember, { token: guest.token })).toMatchObject({ id: guest.userId });
  });

  test("must be the token's", async () => {
    expect(await server.call(getMember, { token: guest.token, merchantId: '1002' })).toMatchObject(forbidden);
    expect(await server.call(registerGuest, { token: guest.token, merchantId: '1002' })).toMatchObject(
      forbidden,
    );
    expect(
      await server.call(getTableByQrcode, { token: guest.token, merchantId: '1002', ...scan }),
    ).toMatchObject(forbidden);
  });
});

test('an anonymous browser is no diner', async () => {
  const { token } = await server.ask(getAnonymousToken, { merchantId: '1001' });
  const caller = { token, merchantId: '1001' };
  expect(await server.call(getMember, caller)).toMatchObject(forbidden);
  expect(await server.call(getTableByQrcode, { ...caller, ...scan })).toMatchObject(forbidden);
});

describe('at a table', () => {
  test('stands who scanned it', async () => {
    const seated = await server.seat(guest);
    expect(await server.ask(getGuests, seated)).toEqual({ guests: 0 });
    expect(await server.call(getGuests, { ...seated, sessionId: undefined })).toMatchObject({
      success: true,
    });
    // A plain server names no session: then it is the empty text.
    expect(await server.call(getGuests, { ...seated, sessionId: '' })).toMatchObject({ success: true });
  });

  test('stands nobody who did not', async () => {
    const seated = await server.seat(guest);
    const stranger = await server.guest();
    expect(await server.call(getGuests, { ...stranger, tableId: seated.tableId })).toMatchObject({
      status: 403,
      code: codes.tableUnavailable,
    });
    const elsewhere = await server.seat(stranger, '2');
    expect(await server.codeOf(getGuests, { ...elsewhere, tableId: seated.tableId })).toBe(
      codes.tableUnavailable,
    );
  });

  test('that nobody opened, or that is none, stands nobody', async () => {
    for (const tableId of ['1001012', 'none', '1002001'])
      expect(await server.call(getGuests, { ...guest, tableId })).toMatchObject({
        status: 200,
        code: codes.tableUnavailable,
      });
  });

  test("the last party's diner stands outside", async () => {
    const last = await server.seat(await server.guest(), '5');
    await inTransaction(
      server.db,
      async (trx) => await closeSession(trx, last.sessionId, { now: clock.now(), reason: '' }),
    );
    expect(await server.codeOf(getGuests, last)).toBe(codes.tableUnavailable);

    const next = await server.seat(await server.guest(), '5');
    expect(next.sessionId).not.toBe(last.sessionId);
    expect(await server.codeOf(getGuests, last)).toBe(codes.tableUnavailable);
    expect(await server.call(getGuests, { ...last, sessionId: undefined })).toMatchObject({
      status: 403,
      code: codes.tableUnavailable,
    });
    expect(await server.call(getGuests, { ...last, sessionId: next.sessionId })).toMatchObject({
      status: 403,
      code: codes.tableUnavailable,
    });
  });

  test('who was of the last party and is of this one stands in the one that they name', async () => {
    const last = await server.seat(await server.guest(), '7');
    await inTransaction(
      server.db,
      async (trx) => await closeSession(trx, last.sessionId, { now: clock.now(), reason: '' }),
    );
    const next = await server.seat(last, '7');
    expect(next.sessionId).not.toBe(last.sessionId);
    expect(await server.call(getGuests, next)).toMatchObject({ success: true });
    expect(await server.call(getGuests, last)).toMatchObject({ status: 200, code: codes.tableUnavailable });
  });

  test('takes no guest where the restaurant takes none', async () => {
    const visitor = await server.seat(await server.guest('1002'));
    expect(await server.call(getGuests, visitor)).toMatchObject(forbidden);
    const member = await server.seat(await server.member('2125550100', { merchantId: '1002' }));
    expect(await server.call(getGuests, member)).toMatchObject({ success: true });
  });

  test('without a table a diner has a to-go session of their own', async () => {
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
