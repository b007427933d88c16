/** The phone's routes, as far as the server must know them: other paths are answered with status 404 (D13). */

const merchantPages = [
  'login',
  'member',
  'account',
  'account/profile',
  'coupon-available',
  'coupon-expired',
  'coupon-used',
  'order',
  'search',
  'order-detail/[^/]+',
  'order-list',
  'select-guests',
];
/** `order-preview` is no page of its own: its address always goes to not-found (D1). */
const pages = [
  '',
  'home',
  String.raw`m/\d+/q/\d+`,
  `merchant/[^/]+(?:/(?:${merchantPages.join('|')}))?`,
  'notFound',
  'scan',
  'scan/result',
  'staff',
  'test',
];
const known = new RegExp(`^(?:/zh-tw)?/(?:${pages.join('|')})/?$`);

const reserved = /^\/(?:api|assets|pictures|rt|demo)(?:\/|$)/;

export function isPage(path: string): boolean {
  return path === '/zh-tw' || known.test(path);
}

export function mayBePage(path: string): boolean {
  return !reserved.test(path);
}
