/** The paths of the apps' pages. The server answers every other path with status 404, so it must know them. */
import {
  defaultLanguage,
  languageCodes,
  getLocalePrefix,
  type LanguageCode,
} from '#contract/http/headers.ts';

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
  'staff(?:/(?:menu|house|numbers|printers|till|connections|me|set-up))?',
  'test',
];
/** The beginnings of paths in languages other than the default one. */
const prefixes: readonly string[] = languageCodes
  .map((code) => getLocalePrefix(code))
  .filter((prefix) => prefix !== '');
const anyPrefix = `(?:${prefixes.join('|')})?`;
const known = new RegExp(`^${anyPrefix}/(?:${pages.join('|')})/?$`);

/** The page to which other pages redirect if their path has no content. */
const notFoundPage = new RegExp(`^${anyPrefix}/notFound/?$`);

export function isNotFoundPage(path: string): boolean {
  return notFoundPage.test(path);
}

/** Returns the language of a path: Chinese below `/zh-tw`. */
export function readPathLanguage(path: string): LanguageCode {
  const own = languageCodes.find(
    (code) => prefixes.includes(getLocalePrefix(code)) && `${path}/`.startsWith(`${getLocalePrefix(code)}/`),
  );
  return own ?? defaultLanguage;
}

/** Returns the language in which the app shows the page of a QR code, whose path names only languages other than the default. */
export function readPreferredLanguage(
  path: string,
  headers: { readonly cookie?: string | undefined; readonly 'accept-language'?: string | undefined },
): LanguageCode {
  const own = readPathLanguage(path);
  if (own !== defaultLanguage) return own;
  const chosen = /(?:^|; *)locale=([\w-]+)/.exec(headers.cookie ?? '')?.[1];
  const wanted = [...(chosen ? [chosen] : []), ...(headers['accept-language'] ?? '').split(',')];
  const found = wanted.flatMap((each) => {
    const [spoken] = each.trim().toLowerCase().split(/[-;]/);
    return languageCodes.find((code) => code.toLowerCase().split('-')[0] === spoken) ?? [];
  });
  return found[0] ?? defaultLanguage;
}

const staffPath = new RegExp(`^${anyPrefix}/staff(?:/|$)`);

/** Whether a path belongs to the staff app, even if it has no page there. */
export function isStaffPath(path: string): boolean {
  return staffPath.test(path);
}

const reserved = /^\/(?:api|assets|pictures|rt|demo)(?:\/|$)/;

export function isPage(path: string): boolean {
  return prefixes.some((prefix) => prefix === path) || known.test(path);
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

const orderPath = new RegExp(`^${anyPrefix}/merchant/([^/]+)/order/?$`);
const qrPath = new RegExp(String.raw`^${anyPrefix}/m/(\d+)/q/\d+/?$`);

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
