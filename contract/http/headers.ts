export const headers = {
  authorization: 'Authorization',
  /** The browser's fingerprint. It is passed on, but never identifies anybody. */
  guestAccountIdentifier: 'Guest-Account-Identifier',
  merchantId: 'merchantId',
  tableId: 'tableId',
  languageCode: 'languageCode',
  /** The table session that the phone belongs to. */
  tableSession: 'Table-Session',
  /** Events for a call without a payload, as JSON in base64url. */
  cartEvents: 'Cart-Events',
  /** The server's wall clock in ms, on every answer. */
  serverTime: 'Server-Time',
  /** New for every POST, because a browser may resend one by itself after a broken connection. */
  idempotencyKey: 'Idempotency-Key',
} as const;

/**
 * The languages of the app, one line each; the default one is the first. Names, numbers, dates, the usual country and the
 * beginning of paths follow from the code. A new language needs its line here, and its texts in `locales/`.
 */
export const languageCodes = ['en-US', 'zh-TW'] as const;

export type LanguageCode = (typeof languageCodes)[number];
export const defaultLanguage: LanguageCode = 'en-US';

/** Returns the beginning of all paths in a language. The default language has none. */
export function getLocalePrefix(language: LanguageCode): string {
  return language === defaultLanguage ? '' : `/${language.toLowerCase()}`;
}
/** es-ES is declared but not offered: it has no texts. A request for it is answered in the default language. */
export const declaredLanguages = [...languageCodes, 'es-ES'] as const;
