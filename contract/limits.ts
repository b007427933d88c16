/** Limits on requests, messages and stored data. The contract leaves them open. A correct phone never reaches them. */
export const limits = {
  /** Bytes of a request body. */
  bodyBytes: 256 * 1024,
  /** Lines of one cart or order. */
  lines: 200,
  /** Events of one request. */
  eventsPerRequest: 200,
  /** Events of a table that are known and not yet stable (F4). `bytes` counts them as JSON. */
  open: {
    /** `unknown` counts events of types that the server does not know. A clear makes no room for them. */
    ofDiner: { events: 2_000, bytes: 768 * 1024, unknown: 8 },
    ofTable: { events: 5_000, bytes: 2 * 1024 * 1024, unknown: 64 },
    /** A diner below this is never rejected because of other diners' events. */
    reserved: { events: 200, bytes: 64 * 1024 },
    /** This many clears are accepted beyond the limit, because they make room again. */
    clearsBeyond: 100,
  },
  /** Events of one diner in one table session, including stable and rejected ones. The server ignores any more. */
  eventsOfDiner: 10_000,
  /** Replica ids of one diner in one table session. */
  replicasOfDiner: 50,
  /** Replica ids of all diners there. A diner with at most `reserved` is never rejected because of others. */
  replicasOfTable: { most: 200, reserved: 2 },
  /** UTF-16 code units of a replica id: the length of a UUID. The `seen` of every event names all replicas. */
  replicaIdLength: 36,
  /** Bytes of the list in one answer, as JSON. With the other fields, no answer exceeds 256 kB. */
  pageBytes: 136 * 1024,
  /**
   * Bytes of an order as JSON: its lines with what is done about them later, the same after the staff have added
   * dishes, who shares them, and everything together.
   */
  order: { lines: 192 * 1024, linesOfStaff: 200 * 1024, sharing: 32 * 1024, whole: 248 * 1024 },
  /** UTF-16 code units of a line's notes. */
  notesLength: 200,
  /** UTF-16 code units of a diner's name. */
  nameLength: 40,
  /** Other names of a dish or section, and UTF-16 code units of one. */
  aliases: 20,
  aliasLength: 60,
  /** Dishes that go well with one dish. */
  goesWith: 10,
  /** Serving hours of a section: two a day. */
  servedHours: 14,
  /** UTF-16 code units of a search on the menu. */
  keywordLength: 60,
  /** Sales units of one event. */
  quantity: 999,
  guests: 99,
  /** Guests at one table, and the same number of members. */
  membersOfTable: 100,
  modifiersPerItem: 50,
  /** No country has more rates for food and drinks. */
  taxes: 10,
  /** Options that one call marks as sold out. An option of many dishes counts once per dish. */
  menuOptions: 500,
  /** Edits of a menu in one request. */
  menuEdits: 2_000,
  /** Portions of a dish that is counted. */
  portions: 9_999,
  /** UTF-16 code units of any id. */
  idLength: 64,
  /** Bytes of a message to the table group. The messaging service allows far more. */
  messageBytes: 64 * 1024,
} as const;

/** Digits of a table's code. With fewer digits it could be guessed. */
export const qrcodeDigits = 12;

/** How long a call waits without progress, ms. `commit` is for placing an order, logging in and sending codes (CL1). */
export const timeouts = { read: 10_000, commit: 60_000 } as const;

/** How long a page is open before the code of the next pages is loaded, and how long a route waits for data, ms. */
export const delays = { prefetch: 1_000, routeResolve: 100 } as const;

/** How long an act of the staff can be undone, ms. */
export const takeBackMs = 60_000;

/** How long the kitchen can recall a ticket, ms. */
export const recallMs = 30 * 60_000;

/** From the kitchen to ready, for a dish that was made too few times to know its usual time, minutes. */
export const usualDishMinutes = 10;

/** With this many portions or fewer, diners see how many are left. */
export const fewPortions = 5;
