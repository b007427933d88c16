import { defaultLanguage, type LanguageCode } from '#contract/http/headers.ts';
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
  'staff(?:/(?:menu|house|numbers|till|set-up))?',
  'test',
];
const known = new RegExp(`^(?:/zh-tw)?/(?:${pages.join('|')})/?$`);

/** The page that other pages lead to when there is nothing at their address (CN7). */
const notFoundPage = /^(?:\/zh-tw)?\/notFound\/?$/;

export function isNotFoundPage(path: string): boolean {
  return notFoundPage.test(path);
}

const inChinese = /^\/zh-tw(?:\/|$)/;

export function languageOf(path: string): LanguageCode {
  return inChinese.test(path) ? 'zh-TW' : defaultLanguage;
}

const staffPath = /^(?:\/zh-tw)?\/staff(?:\/|$)/;

/** True for an address of the restaurant's app, also where it has no page. */
export function isStaffPath(path: string): boolean {
  return staffPath.test(path);
}

const reserved = /^\/(?:api|assets|pictures|rt|demo)(?:\/|$)/;

export function isPage(path: string): boolean {
  return path === '/zh-tw' || known.test(path);
}

export function canBePage(path: string): boolean {
  return !reserved.test(path);
}

/** A page on which a visit begins with a phone that may have nothing of the app. */
export interface FirstPlace {
  readonly page: 'order' | 'qrLanding';
  readonly merchantId: string;
  readonly language: LanguageCode;
}

const orderPath = /^(?:\/zh-tw)?\/merchant\/([^/]+)\/order\/?$/;
const qrPath = /^(?:\/zh-tw)?\/m\/(\d+)\/q\/\d+\/?$/;

export function firstPlaceOf(path: string): FirstPlace | undefined {
  const [page, found] = orderPath.test(path)
    ? (['order', orderPath.exec(path)] as const)
    : (['qrLanding', qrPath.exec(path)] as const);
  const merchantId = found && decoded(found[1]!);
  return merchantId ? { page, merchantId, language: languageOf(path) } : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
