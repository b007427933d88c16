/** Bounds on what travels. The contract leaves them open; an honest phone never meets them. */
export const limits = {
  /** Bytes of a request body. */
  bodyBytes: 256 * 1024,
  /** Lines of one cart or order. */
  lines: 200,
  /** Events of one request. */
  eventsPerRequest: 200,
  /** What is open at a table: known and not settled (F4). `bytes`: of the events as JSON. */
  open: {
    /** `unknown`: of types that the server does not know (E7); no clear makes room for them. */
    ofDiner: { events: 2_000, bytes: 768 * 1024, unknown: 8 },
    ofTable: { events: 5_000, bytes: 2 * 1024 * 1024, unknown: 64 },
    /** A diner who has less than this open is never refused for what others have. */
    reserved: { events: 200, bytes: 64 * 1024 },
    /** So many clears may come on top: they are what makes room again. */
    clearsBeyond: 100,
  },
  /** Events of one diner in one table session, settled and refused ones included; more are not even looked at. */
  eventsOfDiner: 10_000,
  /** Replica ids of one diner in one table session (T1). */
  replicasOfDiner: 50,
  /** … of all diners there; who has no more than `reserved` is never refused for what others have. */
  replicasOfTable: { most: 200, reserved: 2 },
  /** UTF-16 code units of a replica id, as long as a UUID: every event of the table names them all (E1). */
  replicaIdLength: 36,
  /** Bytes of what one answer lists, as JSON, such as events or orders: with what stands beside it none is larger than 256 kB. */
  pageBytes: 136 * 1024,
  /**
   * Bytes of an order as JSON: of its lines, all its rounds, with what is done about them later; of the same once the staff
   * have added some; of who shares them; of all of it.
   */
  order: { lines: 192 * 1024, linesOfStaff: 200 * 1024, sharing: 32 * 1024, whole: 248 * 1024 },
  /** UTF-16 code units of a line's notes. */
  notesLength: 200,
  /** UTF-16 code units of a diner's name. */
  nameLength: 40,
  /** Other words for a dish or a section; UTF-16 code units of one. */
  aliases: 20,
  aliasLength: 60,
  /** Of a section: two a day. */
  servedHours: 14,
  /** UTF-16 code units of what is looked for on the menu. */
  keywordLength: 60,
  /** Sales units of one event. */
  quantity: 999,
  guests: 99,
  /** Guests who sit at one table, and as many members. */
  membersOfTable: 100,
  modifiersPerItem: 50,
  /** Options that one call marks as sold out: the same one of every dish. */
  menuOptions: 500,
  /** Edits of a menu that are sent at once. */
  menuEdits: 2_000,
  /** Of a dish that is counted. */
  portions: 9_999,
  /** UTF-16 code units of any id. */
  idLength: 64,
  /** Bytes of a message to the table group; the service's documented ceiling is far above. */
  messageBytes: 64 * 1024,
} as const;

/** Of a table's code: with fewer it could be guessed. */
export const qrcodeDigits = 12;

/** D2: ms without progress; placing an order, logging in and sending codes (`commit`) wait longer. */
export const timeouts = { read: 10_000, commit: 60_000 } as const;

/** CL9, CL10: ms that a page stands before the code of the next ones is fetched; ms that a route waits for what settles. */
export const delays = { prefetch: 1_000, routeResolve: 100 } as const;

/** A2: so long what the staff did may be taken back, ms. */
export const takeBackMs = 60_000;

/** CX10: of so many portions or fewer a diner is told how many are left. */
export const fewPortions = 5;
