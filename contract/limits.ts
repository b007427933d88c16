/** Bounds on what travels. The contract leaves them open; an honest phone never meets them. */
export const limits = {
  /** Bytes of a request body. */
  bodyBytes: 256 * 1024,
  /** Lines of one cart or order. */
  lines: 200,
  /** Events of one request. */
  eventsPerRequest: 200,
  /** Events of one table session that are known and not settled (F4). */
  unsettledEvents: 5_000,
  /** So many clears may come on top: they are what makes room again. */
  clearsBeyond: 100,
  /** UTF-16 code units of a line's notes. */
  notesLength: 200,
  /** UTF-16 code units of a diner's name. */
  nameLength: 40,
  /** UTF-16 code units of what is looked for on the menu. */
  keywordLength: 60,
  /** Sales units of one event. */
  quantity: 999,
  guests: 99,
  modifiersPerItem: 50,
  /** UTF-16 code units of any id. */
  idLength: 64,
  /** Bytes of a message to the table group; the service's documented ceiling is far above. */
  messageBytes: 64 * 1024,
} as const;

/** D2: ms without progress; placing an order, logging in and sending codes (`commit`) wait longer. */
export const timeouts = { read: 10_000, commit: 60_000 } as const;

/** CL9, CL10: ms that a page stands before the code of the next ones is fetched; ms that a route waits for what settles. */
export const delays = { prefetch: 1_000, routeResolve: 100 } as const;
