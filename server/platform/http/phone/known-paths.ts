/** The paths of the apps' pages. The server answers every other path with status 404, so it must know them. */
import { defaultLanguage, type LanguageCode } from '#contract/http/headers.ts';

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
/** `order-preview` is missing on purpose: it opens over the cart, and its path leads to the not-found page. */
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

/** The page to which other pages redirect if their path has no content. */
const notFoundPage = /^(?:\/zh-tw)?\/notFound\/?$/;

export function isNotFoundPage(path: string): boolean {
  return notFoundPage.test(path);
}

const inChinese = /^\/zh-tw(?:\/|$)/;

/** Returns the language of a path: Chinese below `/zh-tw`. */
export function readPathLanguage(path: string): LanguageCode {
  return inChinese.test(path) ? 'zh-TW' : defaultLanguage;
}

const staffPath = /^(?:\/zh-tw)?\/staff(?:\/|$)/;

/** Whether a path belongs to the staff app, even if it has no page there. */
export function isStaffPath(path: string): boolean {
  return staffPath.test(path);
}

const reserved = /^\/(?:api|assets|pictures|rt|demo)(?:\/|$)/;

export function isPage(path: string): boolean {
  return path === '/zh-tw' || known.test(path);
}

/** Whether a path may belong to a page. The others belong to the API, to files or to the hub. */
export function canBePage(path: string): boolean {
  return !reserved.test(path);
}

/** A page on which visits start, often on a phone that has not cached the app. The server speeds these pages up. */
export interface FirstPlace {
  readonly page: 'order' | 'qrLanding';
  readonly merchantId: string;
  readonly language: LanguageCode;
}

const orderPath = /^(?:\/zh-tw)?\/merchant\/([^/]+)\/order\/?$/;
const qrPath = /^(?:\/zh-tw)?\/m\/(\d+)\/q\/\d+\/?$/;

/** Returns undefined if visits rarely start on this path. */
export function findFirstPlace(path: string): FirstPlace | undefined {
  const [page, found] = orderPath.test(path)
    ? (['order', orderPath.exec(path)] as const)
    : (['qrLanding', qrPath.exec(path)] as const);
  const merchantId = found && decode(found[1]!);
  return merchantId ? { page, merchantId, language: readPathLanguage(path) } : undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
