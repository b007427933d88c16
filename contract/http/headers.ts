export const headers = {
  authorization: 'Authorization',
  /** The browser's fingerprint: passed on, never an identity (D17). */
  guestAccountIdentifier: 'Guest-Account-Identifier',
  merchantId: 'merchantId',
  tableId: 'tableId',
  languageCode: 'languageCode',
  /** The table session that the phone believes in (S1). */
  tableSession: 'Table-Session',
  /** P1: events that travel with a call that has no payload: JSON, base64url. */
  cartEvents: 'Cart-Events',
  /** The server's wall clock in ms, on every answer (T3). */
  serverTime: 'Server-Time',
  /** New with every POST: a browser may send one again by itself after a cut socket. */
  idempotencyKey: 'Idempotency-Key',
} as const;

/** CU6: es-ES is declared and not offered: whoever asks for it is answered in the default. */
export const declaredLanguages = ['en-US', 'zh-TW', 'es-ES'] as const;
export const languageCodes = [
  'en-US',
  'zh-TW',
] as const satisfies readonly (typeof declaredLanguages)[number][];
export type LanguageCode = (typeof languageCodes)[number];
export const defaultLanguage: LanguageCode = 'en-US';
