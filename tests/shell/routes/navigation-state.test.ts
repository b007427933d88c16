/** The facts that the navigation rules use, as the phone finds them. */
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Member } from '#contract/calls/member.ts';
import { registrationState } from '#contract/states.ts';
import type { DinerState } from '#client/api/diner-state.ts';
import type * as Merchant from '#src/diner/current-merchant.ts';
import type * as Facts from '#src/navigation/navigation-state.ts';
import { table } from '../../client/api/api-scene.ts';
import { stubPage } from '../../client/api/test-storage.ts';

type Module = typeof Facts & Pick<typeof Merchant, 'findMerchant'>;
let facts: Module;
let page: ReturnType<typeof stubPage>;
beforeAll(async () => {
  // Imported late, because it reads the page when it is loaded.
  stubPage();
  const { findMerchant } = await import('#src/diner/current-merchant.ts');
  facts = { ...(await import('#src/navigation/navigation-state.ts')), findMerchant };
});
beforeEach(() => void (page = stubPage()));
afterEach(() => vi.unstubAllGlobals());

const createMember = (state: number) => ({ id: 'u1', registrationState: state }) as Member;
const registered = createMember(registrationState.registered);
const diner: DinerState = {
  token: 'a token',
  member: registered,
  earlier: undefined,
  merchantId: '1001',
  table,
  language: 'en-US',
  browserId: 'b1',
};

describe('members', () => {
  // CB10
  test.each<[what: string, merchantId: string, change: Partial<DinerState>, answer: string]>([
    ['logged in here', '1001', {}, 'yes'],
    ['a guest', '1001', { member: createMember(registrationState.unregistered) }, 'no'],
    ['a visitor without a token', '1001', { token: undefined }, 'no'],
    ['of a diner whom the server has not named yet', '1001', { member: undefined }, 'unknown'],
    ['logged in at another restaurant', '1002', {}, 'no'],
    ['not reported yet, at another restaurant', '1002', { member: undefined }, 'no'],
  ])('%s', (_, merchantId, change, answer) => {
    expect(facts.readMember(merchantId, { ...diner, ...change })).toBe(answer);
  });

  test('a restaurant for members alone asks a possible member not to log in', () => {
    const state = { takesMembersOnly: true } as Parameters<Module['isLoginNeeded']>[0];
    const shouldLogIn = (member: 'yes' | 'no' | 'unknown', takesMembersOnly = true) =>
      facts.isLoginNeeded({ ...state, member, takesMembersOnly });
    expect([shouldLogIn('no'), shouldLogIn('unknown'), shouldLogIn('yes')]).toEqual([true, false, false]);
    expect(shouldLogIn('no', false)).toBe(false);
  });
});

describe('the order type', () => {
  const loaded = { orderType: null, isLoaded: true };

  test('at a table is the table’s choice; before its answer it is unknown', () => {
    expect(facts.readOrderType('1001', diner, { orderType: 0, isLoaded: true })).toBe('chosen');
    expect(facts.readOrderType('1001', diner, { orderType: 0, isLoaded: false })).toBe('chosen');
    expect(facts.readOrderType('1001', diner, { orderType: null, isLoaded: false })).toBe('unknown');
    expect(facts.readOrderType('1001', diner, loaded)).toBe('none');
  });

  // CF18
  test('CU3: without a table is the choice of this phone', () => {
    const toGo = { ...diner, table: undefined };
    expect(facts.readOrderType('1001', toGo, loaded)).toBe('none');
    page.session.setItem('order-type', '1');
    expect(facts.readOrderType('1001', toGo, loaded)).toBe('chosen');
  });

  test('at another restaurant is not chosen, whatever the last table says', () => {
    expect(facts.readOrderType('1002', diner, { orderType: 0, isLoaded: true })).toBe('none');
  });
});

// CN1
test('the merchant: of the address, else the last one, else that of the cookie', () => {
  expect(facts.findMerchant('/scan', '', { ...diner, merchantId: undefined })).toBeUndefined();
  expect(facts.findMerchant('/scan', '', diner)).toBe('1001');
  page.local.setItem('merchant-id', '1003');
  expect(facts.findMerchant('/scan', '', diner)).toBe('1003');
  expect(facts.findMerchant('/scan', '?merchantId=1004', diner)).toBe('1004');
  expect(facts.findMerchant('/merchant/1002/order', '', diner)).toBe('1002');
});
