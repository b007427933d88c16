import type { TFunction } from 'i18next';
import { describe, expect, test } from 'vitest';
import { ApiError } from '#client/api/api-error.ts';
import { readMerchantSettings } from '#src/diner/merchant-settings.ts';
import { canReload } from '#client/version/app-update.ts';
import { describeLoginFailure, sendCodeFailure } from '#src/features/account/login/login-failure.ts';
import { describeRefusal } from '#src/features/order/preview/refusal-words.ts';
import { computeIdleMs, isUnpaid } from '#src/features/notices/idle-time.ts';
import { sumAdditions } from '#src/features/notices/peer-additions.ts';
import { chooseFailureWords } from '#ui/i18n/failure-text.ts';
import { getRejectionText } from '#ui/i18n/refusal-text.ts';
import { scanFailure } from '#src/features/table/landing/scan-failure.ts';

const createRefusal = (code: number, msg = '') => new ApiError({ kind: 'refused', code, msg, data: null });
const createBudgetError = (budget: string) =>
  new ApiError({ kind: 'refused', code: 4292, msg: 'x', data: { budget, until: 5 } });
const silent = new ApiError({ kind: 'network', reason: 'timeout' });
const unreadable = new ApiError({ kind: 'malformed', reason: 'no JSON' });

describe('messages to a diner', () => {
  // CE12, CE13, CE14, CE23
  test.each([
    [createBudgetError('pause'), { key: 'login.errors.budget.pause', until: 5 }],
    [createBudgetError('merchant'), { key: 'login.errors.budget.merchant', until: 5 }],
    [createRefusal(4292, 'Wait a while'), { msg: 'Wait a while' }],
    [createRefusal(4292), { key: 'login.errors.sendFailed' }],
    [createRefusal(4290, 'x'), { key: 'login.errors.oneAMinute' }],
    [createRefusal(4291, 'x'), { key: 'login.errors.threeAMinute' }],
    [createRefusal(400, 'No such area'), { msg: 'No such area' }],
    [createRefusal(400), { key: 'login.usefulPhone' }],
    [createRefusal(500, 'The gateway is down'), { msg: 'The gateway is down' }],
    [createRefusal(500), { key: 'login.errors.sendFailed' }],
    [silent, { key: 'common:failure.network' }],
    [unreadable, { key: 'common:failure.unreadable' }],
    [new Error('x'), { key: 'login.errors.sendFailed' }],
  ])('no code was sent: %s', (error, message) => {
    expect(sendCodeFailure(error)).toEqual(message);
  });

  // CE15, CE16, CE23
  test.each([
    [createBudgetError('attempts'), { key: 'login.errors.budget.attempts', until: 5 }],
    [createRefusal(4292, 'Wait a while'), { msg: 'Wait a while' }],
    [createRefusal(404, 'x'), { key: 'login.errors.signUp' }],
    [createRefusal(400, 'The code has expired'), { msg: 'The code has expired' }],
    [createRefusal(400), { key: 'login.errors.wrongCode' }],
    [silent, { key: 'common:failure.network' }],
    [undefined, { key: 'common:failure.network' }],
    [unreadable, { key: 'common:failure.unreadable' }],
    [createRefusal(403, 'This account is closed'), { msg: 'This account is closed' }],
    [createRefusal(403), { key: 'login.errors.loginFailed' }],
  ])('the login failed: %s', (error, message) => {
    expect(describeLoginFailure(error)).toEqual(message);
  });

  test.each([
    [null, { key: 'failure.network' }],
    [silent, { key: 'failure.network' }],
    [unreadable, { key: 'failure.unreadable' }],
    [createRefusal(403, 'Members only'), { msg: 'Members only' }],
    [createRefusal(401, 'A token is needed'), { key: 'failure.other' }],
    [createRefusal(502), { key: 'failure.other' }],
    [new Error('x'), { key: 'failure.other' }],
  ])('P5: no connection, no readable answer, or the server’s message: %s', (error, message) => {
    expect(chooseFailureWords(error)).toEqual(message);
  });

  // CE3, CE7
  test.each([
    [10_011, 'x', false, 'place.membersOnly'],
    [10_011, 'This phone is not known', true, 'place.notTaken'],
    [10_011, '', true, 'place.notTaken'],
    [1_011, 'x', false, 'code.missing'],
    [66_666, 'x', true, 'place.cartChanged'],
    [4711, 'The kitchen is closed', true, 'The kitchen is closed'],
    [4711, '', false, 'place.failed'],
  ])('the order was refused: %i %j, member %s', (code, msg, isMember, message) => {
    const t = ((key: string) => key) as unknown as TFunction<'cart'>;
    expect(describeRefusal(t, { code, msg, isMember, dishes: [], language: 'en-US' })).toBe(message);
  });

  // CE6
  test.each([
    ['Green Tea is sold out.', 'place.takeOutBlocked: Green Tea'],
    ['Tea and Eggs are sold out', 'place.takeOutBlocked: Eggs and Tea'],
    ['Something is sold out', 'place.soldOut'],
    ['', 'place.soldOut'],
  ])('a sold-out dish is named as the server names it: %j', (msg, message) => {
    const t = ((key: string, { dishes = '' }: { dishes?: string } = {}) =>
      [key, dishes].filter(Boolean).join(': ')) as unknown as TFunction<'cart'>;
    const dishes = ['Tea', 'Green Tea', 'Eggs', 'Eggs', ''];
    expect(describeRefusal(t, { code: 2025, msg, isMember: true, dishes, language: 'en-US' })).toBe(message);
  });

  test.each([
    [1997, 'notices.addAgain'],
    [2025, 'notices.soldOut'],
    ['alreadyOrdered', 'notices.alreadyOrdered'],
    ['clockAhead', 'notices.rejected'],
  ])('a change was rejected: %s', (code, message) => {
    expect(getRejectionText(code)).toBe(message);
  });

  test.each([
    [createRefusal(404), 'unknown'],
    [createRefusal(10010), 'unavailable'],
    [silent, 'network'],
    [createRefusal(500), 'other'],
    [new Error('x'), 'other'],
  ])('a scan failed: %s', (error, failure) => {
    expect(scanFailure(error)).toBe(failure);
  });
});

test('several taps on a plus are one message; taps that were undone are not in it', () => {
  const tap = { userName: 'Mei', product: 'cucumber', productId: '7', quantity: 1 };
  const [other, back] = [
    { ...tap, userName: 'Kai' },
    { ...tap, quantity: -1 },
  ];
  expect(sumAdditions([tap, tap, other, tap])).toEqual([{ ...tap, quantity: 3 }, other]);
  expect(sumAdditions([tap, tap, back])).toEqual([tap]);
  expect(sumAdditions([tap, back])).toEqual([]);
  expect(sumAdditions([back])).toEqual([]);
});

// CF3, CB2
test('settings of a merchant, and the defaults without them', () => {
  expect(readMerchantSettings(undefined)).toEqual({
    guestMode: true,
    orderCodeRequired: true,
    themeColour: undefined,
    clearTableCartMinutes: undefined,
  });
  const necessarySettingValues = [
    { templateEnum: 18001, value: 'false' },
    { templateEnum: 18002, value: '0' },
    { templateEnum: 8003, value: '#0b8378' },
    { templateEnum: 18005, value: '120' },
  ];
  expect(readMerchantSettings({ necessarySettingValues })).toEqual({
    guestMode: false,
    orderCodeRequired: false,
    themeColour: '#0b8378',
    clearTableCartMinutes: 120,
  });
  expect(
    readMerchantSettings({ necessarySettingValues: [{ templateEnum: 8003, value: 'url(x)' }] }).themeColour,
  ).toBe(undefined);
});

// CH5, CL8, CH5
test('a reload without success is not repeated within ten seconds', () => {
  expect(canReload(0, 1_000_000)).toBe(true);
  expect(canReload(1_000_000, 1_009_999)).toBe(false);
  expect(canReload(1_000_000, 1_010_000)).toBe(true);
});

// CB17
test('the time that a cart was left alone is known only by the server’s clock', () => {
  expect(computeIdleMs(1_000, 61_000)).toBe(60_000);
  expect(computeIdleMs(1_000, undefined), 'the server’s time is not known').toBe(0);
  for (const never of [0, null, undefined]) expect(computeIdleMs(never, 61_000)).toBe(0);
});

// CB17
test('while an open order is not fully paid the app does not ask about the cart', () => {
  expect(isUnpaid(null)).toBe(false);
  expect([0, 1, 2, 5].map((paymentStatus) => isUnpaid({ paymentStatus }))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
