/** Names under which the phone keeps its state (CF15 to CF18). */
export const storageKeys = {
  memberId: 'member-id',
  memberName: 'member-name',
  /** A name that the server could not be told yet. */
  unsavedName: 'unsaved-name',
  /** Who the diner was at the table before they logged in. */
  earlierIds: 'earlier-ids',
  fingerprint: 'fingerprint-id',
  tableId: 'table-id',
  tableName: 'table-name',
  guestCount: 'guest-count',
  orderType: 'order-type',
  /** The rest of what makes a table: session, QR code, merchant. */
  table: 'table',
  theme: 'theme',
  textSize: 'text-size',
  merchantId: 'merchant-id',
  /** The merchant whose calls go to a server of its own (serverMode 1). */
  localMerchant: 'local-merchant',
  /** What the phone's diner eats; never sent anywhere. */
  dishFilter: 'dish-filter',
  /** Notes that are being written, by line. */
  noteDrafts: 'note-drafts',
  /** What was looked for, by merchant. */
  recentSearches: 'recent-searches',
  /** What the engine is told is recorded, for support. */
  recordRuns: 'record-runs',
} as const;

export const cookieNames = {
  token: 'token',
  registrationState: 'registrationState',
  browserId: 'uuid',
  locale: 'locale',
  merchantId: 'merchantId',
} as const;

/** CL13: the locale cookie lasts 365 days. */
export const localeCookieSeconds = 365 * 24 * 60 * 60;
