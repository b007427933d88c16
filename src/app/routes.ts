import type { LanguageCode } from '#contract/headers.ts';

/** Patterns of every route, without the locale's prefix. */
export const routes = {
  root: '/',
  qrLanding: '/m/:merchantId/q/:qrcodeId',
  merchantHome: '/merchant/:merchantId',
  login: '/merchant/:merchantId/login',
  order: '/merchant/:merchantId/order',
  orderDetail: '/merchant/:merchantId/order-detail/:orderId',
  selectGuests: '/merchant/:merchantId/select-guests',
  notFound: '/notFound',
} as const;

/** The Chinese routes stand under this prefix; the English ones under none. */
export const localePrefix: Readonly<Record<LanguageCode, string>> = { 'en-US': '', 'zh-TW': '/zh-tw' };

/** The language that a path is written for. */
export function languageOfPath(pathname: string): LanguageCode {
  const prefix = localePrefix['zh-TW'];
  return pathname === prefix || pathname.startsWith(`${prefix}/`) ? 'zh-TW' : 'en-US';
}

/** The same path for another language. */
export function pathInLanguage(pathname: string, language: LanguageCode): string {
  const current = localePrefix[languageOfPath(pathname)];
  return localePrefix[language] + (pathname.slice(current.length) || '/');
}

/** Addresses of pages in one language; the only place where a path is put together. */
export function linksFor(language: LanguageCode) {
  const merchant = (merchantId: string) =>
    `${localePrefix[language]}/merchant/${encodeURIComponent(merchantId)}`;
  return {
    qrLanding: (merchantId: string, qrcodeId: string) =>
      `${localePrefix[language]}/m/${encodeURIComponent(merchantId)}/q/${encodeURIComponent(qrcodeId)}`,
    merchantHome: (merchantId: string) => merchant(merchantId),
    login: (merchantId: string) => `${merchant(merchantId)}/login`,
    order: (merchantId: string) => `${merchant(merchantId)}/order`,
    orderDetail: (merchantId: string, orderId: string) =>
      `${merchant(merchantId)}/order-detail/${encodeURIComponent(orderId)}`,
    selectGuests: (merchantId: string) => `${merchant(merchantId)}/select-guests`,
    notFound: () => `${localePrefix[language]}/notFound`,
  };
}

export type Links = ReturnType<typeof linksFor>;
