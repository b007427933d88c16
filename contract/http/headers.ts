export const headers = {
  authorization: 'Authorization',
  /** The browser's fingerprint. It is passed on, but never identifies anybody (D17). */
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

/** es-ES is declared but not offered. A request for it is answered in the default language. */
export const declaredLanguages = ['en-US', 'zh-TW', 'es-ES'] as const;
export const languageCodes = [
  'en-US',
  'zh-TW',
] as const satisfies readonly (typeof declaredLanguages)[number][];
export type LanguageCode = (typeof languageCodes)[number];
export const defaultLanguage: LanguageCode = 'en-US';
