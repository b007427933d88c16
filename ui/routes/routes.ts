import {
  defaultLanguage,
  languageCodes,
  getLocalePrefix,
  type LanguageCode,
} from '#contract/http/headers.ts';

/** Patterns of all routes, without the locale's prefix. The contract sets them. */
export const routes = {
  root: '/',
  home: '/home',
  qrLanding: '/m/:merchantId/q/:qrcodeId',
  merchantHome: '/merchant/:merchantId',
  login: '/merchant/:merchantId/login',
  member: '/merchant/:merchantId/member',
  account: '/merchant/:merchantId/account',
  profile: '/merchant/:merchantId/account/profile',
  couponAvailable: '/merchant/:merchantId/coupon-available',
  couponUsed: '/merchant/:merchantId/coupon-used',
  couponExpired: '/merchant/:merchantId/coupon-expired',
  order: '/merchant/:merchantId/order',
  search: '/merchant/:merchantId/search',
  orderDetail: '/merchant/:merchantId/order-detail/:orderId',
  orderList: '/merchant/:merchantId/order-list',
  selectGuests: '/merchant/:merchantId/select-guests',
  scan: '/scan',
  scanResult: '/scan/result',
  test: '/test',
  notFound: '/notFound',
} as const;

export type RouteName = keyof typeof routes;

/** Pages that need no merchant. */
export const withoutMerchant: ReadonlySet<RouteName> = new Set([
  'home',
  'qrLanding',
  'scan',
  'scanResult',
  'test',
  'notFound',
]);

/** Pages for members only. */
export const membersOnly: ReadonlySet<RouteName> = new Set([
  'profile',
  'couponAvailable',
  'couponUsed',
  'couponExpired',
]);

export { getLocalePrefix };

/** Returns the language of a path. */
export function getPathLanguage(pathname: string): LanguageCode {
  return languageCodes.find((code) => code.toLowerCase() === pathname.split('/')[1]) ?? defaultLanguage;
}

/** Returns a path without the prefix of its language. */
export function removeLocale(pathname: string): string {
  return pathname.slice(getLocalePrefix(getPathLanguage(pathname)).length) || '/';
}

/** Returns the same path in another language. */
export function translatePath(pathname: string, language: LanguageCode): string {
  return getLocalePrefix(language) + removeLocale(pathname);
}

/** Functions that build the addresses of pages in one language. No other code builds paths. */
export function createLinks(language: LanguageCode) {
  const prefix = getLocalePrefix(language);
  const composeMerchantPath = (merchantId: string) => `${prefix}/merchant/${encodeURIComponent(merchantId)}`;
  const composePagePath = (page: string) => (merchantId: string) =>
    `${composeMerchantPath(merchantId)}/${page}`;
  return {
    home: () => `${prefix}/home`,
    qrLanding: (merchantId: string, qrcodeId: string) =>
      `${prefix}/m/${encodeURIComponent(merchantId)}/q/${encodeURIComponent(qrcodeId)}`,
    merchantHome: composeMerchantPath,
    login: composePagePath('login'),
    member: composePagePath('member'),
    account: composePagePath('account'),
    profile: composePagePath('account/profile'),
    couponAvailable: composePagePath('coupon-available'),
    couponUsed: composePagePath('coupon-used'),
    couponExpired: composePagePath('coupon-expired'),
    order: composePagePath('order'),
    search: composePagePath('search'),
    orderDetail: (merchantId: string, orderId: string) =>
      `${composeMerchantPath(merchantId)}/order-detail/${encodeURIComponent(orderId)}`,
    orderList: composePagePath('order-list'),
    selectGuests: composePagePath('select-guests'),
    scan: () => `${prefix}/scan`,
    scanResult: (text: string) => `${prefix}/scan/result?text=${encodeURIComponent(text)}`,
    test: () => `${prefix}/test`,
    notFound: () => `${prefix}/notFound`,
  };
}

export type Links = ReturnType<typeof createLinks>;
