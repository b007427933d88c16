import { describe, expect, test } from 'vitest';
import {
  decideNavigation,
  matchRoute,
  readMerchantId,
  type NavigationOutcome,
  type NavigationState,
} from '#ui/routes/navigation.ts';
import { createLinks, membersOnly, routes, withoutMerchant, type RouteName } from '#ui/routes/routes.ts';

const site = {
  origin: 'https://order.example',
  redirects: {
    '/merchant/1001/member': '/merchant/1001/account',
    '/merchant/1001/search': 'https://menu.example/1001',
    '/merchant/1001/account/profile': '/merchant/1001/account',
    '/old': '/scan',
  },
  allowedOrigins: ['https://pay.example'],
};
const seated: NavigationState = {
  merchantId: '1001',
  merchantIsMissing: false,
  orderType: 'chosen',
  member: 'yes',
  takesMembersOnly: false,
  hasName: true,
  hasPrevious: true,
  site,
};
const stranger: NavigationState = { ...seated, merchantId: undefined, orderType: 'none', member: 'no' };
const missing: NavigationState = { ...seated, merchantIsMissing: true };
const guest: NavigationState = { ...seated, member: 'no' };
const undecided: NavigationState = { ...seated, orderType: 'none' };
const first = { hasPrevious: false } as const;
const go = { kind: 'go' } as const;
const notFound = { kind: 'redirect', to: '/notFound' } as const;

type Row = readonly [target: string, state: NavigationState, outcome: NavigationOutcome];

/** Every rule in order. Addresses are English; each is tried in Chinese too. */
const rules: Readonly<Record<string, readonly Row[]>> = {
  'several merchant ids: the first counts': [
    ['/scan?merchantId=1001&merchantId=1002', seated, { kind: 'redirect', to: '/scan?merchantId=1001' }],
    ['/scan?a=1&merchantId=2&merchantId=3', stranger, { kind: 'redirect', to: '/scan?a=1&merchantId=2' }],
  ],
  '1: the root goes to the order page': [
    ['/', seated, { kind: 'redirect', to: '/merchant/1001/order' }],
    ['/', guest, { kind: 'redirect', to: '/merchant/1001/order' }],
    ['/', undecided, { kind: 'redirect', to: '/merchant/1001/order' }],
    // CN2
    ['/', stranger, { kind: 'redirect', to: '/home' }],
  ],
  'before each: an unknown merchant has no pages': [
    ['/merchant/9', missing, notFound],
    ['/merchant/9/order', missing, notFound],
    ['/merchant/9/account/profile', { ...missing, member: 'no' }, notFound],
    ['/notFound', missing, go],
    ['/m/9/q/1', missing, go],
    ['/scan', missing, go],
  ],
  '2: protected pages are for members': [
    ['/merchant/1001/account/profile', guest, { kind: 'popup', popup: 'login' }],
    ['/merchant/1001/coupon-available', guest, { kind: 'popup', popup: 'login' }],
    ['/merchant/1001/coupon-used', guest, { kind: 'popup', popup: 'login' }],
    ['/merchant/1001/coupon-expired', guest, { kind: 'popup', popup: 'login' }],
    ['/merchant/1001/coupon-used', { ...guest, ...first }, { kind: 'loginPage', to: '/merchant/1001/login' }],
    ['/merchant/1001/coupon-used', { ...guest, member: 'unknown' }, go],
    ['/merchant/1001/coupon-used', seated, go],
    ['/merchant/1001/account', guest, go],
    ['/merchant/1001/member', { ...guest, site: { ...site, redirects: {} } }, go],
    ['/merchant/1001/order-list', guest, go],
    ['/merchant/1001/order', { ...guest, takesMembersOnly: true }, { kind: 'lock' }],
    ['/merchant/1001/select-guests', { ...guest, takesMembersOnly: true }, { kind: 'lock' }],
    ['/merchant/1001', { ...guest, takesMembersOnly: true }, go],
    ['/merchant/1001/login', { ...guest, takesMembersOnly: true }, go],
    ['/merchant/1001/order', { ...seated, takesMembersOnly: true }, go],
  ],
  '2 comes before 3': [
    ['/merchant/1001/order', { ...undecided, member: 'no', takesMembersOnly: true }, { kind: 'lock' }],
  ],
  '3: the order page needs an order type': [
    ['/merchant/1001/order', undecided, { kind: 'popup', popup: 'orderType' }],
    [
      '/merchant/1001/order',
      { ...undecided, ...first },
      { kind: 'popup', popup: 'orderType', under: '/merchant/1001' },
    ],
    ['/merchant/1001/order', { ...undecided, orderType: 'unknown' }, go],
    ['/merchant/1001/order', seated, go],
    ['/merchant/1001/order-detail/5', undecided, go],
  ],
  'the name is asked before a detail, whichever link leads there': [
    ['/merchant/1001/order-detail/5', { ...guest, hasName: false }, { kind: 'popup', popup: 'name' }],
    ['/merchant/1001/order-detail/5', { ...guest, hasName: false, ...first }, go],
    ['/merchant/1001/order-detail/5', { ...guest, takesMembersOnly: true, hasName: false }, { kind: 'lock' }],
    ['/merchant/1001/order-list', { ...guest, hasName: false }, go],
  ],
  '4: every other page needs a merchant': [
    ['/merchant//select-guests', stranger, { kind: 'notFound' }],
    ['/merchant/1001/select-guests', { ...stranger }, notFound],
    ['/home', stranger, go],
    ['/notFound', stranger, go],
    ['/scan', stranger, go],
    ['/scan/result?text=x', stranger, go],
    ['/test', stranger, go],
    ['/m/1001/q/7', stranger, go],
  ],
  '5: the preview has no address (CP12)': [
    ['/merchant/1001/order-preview', seated, notFound],
    ['/merchant/1001/order-preview', undecided, notFound],
  ],
  '6: what is no route is not found': [
    ['/nowhere', seated, { kind: 'notFound' }],
    ['/merchant/1001/nowhere', seated, { kind: 'notFound' }],
    ['/old', seated, { kind: 'notFound' }],
  ],
  '7: redirects by configuration, and other sites': [
    ['/merchant/1001/member', seated, { kind: 'redirect', to: '/merchant/1001/account' }],
    ['/merchant/1001/search', seated, { kind: 'load', to: 'https://menu.example/1001' }],
    // Rule 2 comes first.
    ['/merchant/1001/account/profile', guest, { kind: 'popup', popup: 'login' }],
    ['/merchant/1001/account/profile', seated, { kind: 'redirect', to: '/merchant/1001/account' }],
  ],
};

/** The same row with the Chinese address. */
function translateRow([target, state, outcome]: Row): Row {
  const prefixPath = (path: string) => (path.startsWith('/') ? `/zh-tw${path}` : path);
  const there = { ...outcome } as Record<string, unknown>;
  for (const field of ['to', 'under'])
    if (typeof there[field] === 'string') there[field] = prefixPath(there[field]);
  return [prefixPath(target), state, there as unknown as NavigationOutcome];
}

// CB10, CP1, CN2, CN3, CN4, CN5, CN6, CN7, CN8, CN9, CP12, CN3
describe.each(Object.entries(rules))('rule %s', (_rule, rows) => {
  test.each(rows)('%s', (target, state, outcome) => {
    expect(decideNavigation(target, state)).toEqual(outcome);
  });
  test.each(rows.map(translateRow))('%s', (target, state, outcome) => {
    expect(decideNavigation(target, state)).toEqual(outcome);
  });
});

describe('addresses of other sites', () => {
  // CN8
  test.each([
    [
      'https://evil.example/merchant/1001/order',
      { kind: 'block', to: 'https://evil.example/merchant/1001/order' },
    ],
    ['//evil.example', { kind: 'block', to: '//evil.example' }],
    ['javascript:alert(1)', { kind: 'block', to: 'javascript:alert(1)' }],
    ['mailto:staff@order.example', { kind: 'block', to: 'mailto:staff@order.example' }],
    ['https://pay.example/x', { kind: 'load', to: 'https://pay.example/x' }],
    ['https://pay.example.evil.example/x', { kind: 'block', to: 'https://pay.example.evil.example/x' }],
    ['https://order.example/merchant/1001', { kind: 'go' }],
    ['http://[', { kind: 'block', to: 'http://[' }],
  ] as const)('%s', (target, outcome) => {
    expect(decideNavigation(target, seated)).toEqual(outcome);
  });
});

// CP18
test('every route of the contract exists in both languages, and its link leads to it', () => {
  const given: Record<string, string[]> = {
    qrLanding: ['1001', '7'],
    orderDetail: ['1001', '42'],
    scanResult: ['x'],
  };
  for (const language of ['en-US', 'zh-TW'] as const) {
    const links = createLinks(language) as Record<string, (...ids: string[]) => string>;
    for (const name of Object.keys(routes) as RouteName[]) {
      if (name === 'root') continue;
      const ids = given[name] ?? (withoutMerchant.has(name) ? [] : ['1001']);
      const { pathname } = new URL(links[name]!(...ids), 'https://order.example');
      expect(matchRoute(pathname)?.name).toBe(name);
      expect(pathname.startsWith('/zh-tw/')).toBe(language === 'zh-TW');
    }
  }
  expect(Object.keys(routes)).toHaveLength(20);
  expect([...membersOnly]).toHaveLength(4);
});

test('a route is found in every language, with the parameters of its address', () => {
  expect(matchRoute('/merchant/1001/order-detail/42')).toEqual({
    name: 'orderDetail',
    params: { merchantId: '1001', orderId: '42' },
  });
  expect(matchRoute('/merchant/1001/order-detail/a%2Fb%20%E9%BA%B5')?.params['orderId']).toBe('a/b 麵');
  expect(matchRoute('/merchant/1001/order-detail/50%')?.params['orderId']).toBe('50%');
  expect(matchRoute('/zh-tw/m/1001/q/7')?.name).toBe('qrLanding');
  expect(matchRoute('/zh-tw')?.name).toBe('root');
  expect(matchRoute('/zh-twice')).toBeUndefined();
});

// CN1
test('the merchant of an address: its path, else its query', () => {
  expect(readMerchantId('/merchant/1001/order', '?merchantId=9')).toBe('1001');
  expect(readMerchantId('/zh-tw/m/1002/q/1', '')).toBe('1002');
  expect(readMerchantId('/scan', '?merchantId=9')).toBe('9');
  expect(readMerchantId('/scan', '?merchantId=')).toBeUndefined();
});
