import { describe, expect, test } from 'vitest';
import { decideNavigation, matchRoute, type NavigationState } from '#src/app/navigation.ts';

const seated: NavigationState = {
  merchantId: '1001',
  merchantIsMissing: false,
  orderType: 'chosen',
  mustLogIn: false,
};
const stranger: NavigationState = { ...seated, merchantId: undefined, orderType: 'none' };

describe('the navigation rules (section 2)', () => {
  test.each([
    // rule 1
    ['/', seated, { kind: 'redirect', to: '/merchant/1001/order' }],
    ['/zh-tw', seated, { kind: 'redirect', to: '/zh-tw/merchant/1001/order' }],
    ['/zh-tw/', seated, { kind: 'redirect', to: '/zh-tw/merchant/1001/order' }],
    ['/', stranger, { kind: 'redirect', to: '/notFound' }],
    // a merchant that does not exist
    ['/merchant/9', { ...seated, merchantIsMissing: true }, { kind: 'redirect', to: '/notFound' }],
    ['/merchant/9/order', { ...seated, merchantIsMissing: true }, { kind: 'redirect', to: '/notFound' }],
    ['/notFound', { ...seated, merchantIsMissing: true }, { kind: 'show' }],
    ['/m/9/q/1', { ...seated, merchantIsMissing: true }, { kind: 'show' }],
    // no visitors
    ['/merchant/1001/order', { ...seated, mustLogIn: true }, { kind: 'askLogin' }],
    ['/merchant/1001', { ...seated, mustLogIn: true }, { kind: 'show' }],
    ['/merchant/1001/login', { ...seated, mustLogIn: true }, { kind: 'show' }],
    // rule 3
    ['/merchant/1001/order', seated, { kind: 'show' }],
    [
      '/merchant/1001/order',
      { ...seated, orderType: 'none' },
      { kind: 'askOrderType', to: '/merchant/1001' },
    ],
    [
      '/zh-tw/merchant/1001/order',
      { ...seated, orderType: 'none' },
      { kind: 'askOrderType', to: '/zh-tw/merchant/1001' },
    ],
    ['/merchant/1001/order', { ...seated, orderType: 'unknown' }, { kind: 'show' }],
    ['/merchant/1001/order-detail/5', { ...seated, orderType: 'none' }, { kind: 'show' }],
    // rule 4
    ['/merchant/1001/select-guests', stranger, { kind: 'redirect', to: '/notFound' }],
    ['/notFound', stranger, { kind: 'show' }],
    ['/m/1001/q/7', stranger, { kind: 'show' }],
    // rule 5
    ['/merchant/1001/order-preview', seated, { kind: 'redirect', to: '/notFound' }],
    ['/zh-tw/merchant/1001/order-preview', seated, { kind: 'redirect', to: '/zh-tw/notFound' }],
    // rule 6
    ['/nowhere', seated, { kind: 'notFound' }],
    ['/merchant/1001/nowhere', seated, { kind: 'notFound' }],
    ['/zh-twice', seated, { kind: 'notFound' }],
  ] as const)('%s with %j → %j', (pathname, state, outcome) => {
    expect(decideNavigation(pathname, state)).toEqual(outcome);
  });
});

test('a route is found in every language, with what its address says', () => {
  expect(matchRoute('/merchant/1001/order-detail/42')).toEqual({
    name: 'orderDetail',
    params: { merchantId: '1001', orderId: '42' },
  });
  expect(matchRoute('/zh-tw/m/1001/q/7')?.name).toBe('qrLanding');
  expect(matchRoute('/zh-tw')?.name).toBe('root');
  expect(matchRoute('/nowhere')).toBeUndefined();
});
