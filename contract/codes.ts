/** Codes of the response envelope. 0 is success; three digits follow HTTP; the others are the product's own. */
export const codes = {
  ok: 0,
  badRequest: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  tooLarge: 413,
  tooManyRequests: 429,
  failure: 500,
  orderCodeMiss: 1011,
  pleaseAddItAgainToYourCart: 1997,
  soldOut: 2025,
  /** Not in the catalogue: fewer portions are left than the order takes. */
  fewerLeft: 2026,
  /** Not in the catalogue: a coupon that is used, expired, somebody else's, or below its threshold. */
  couponUnusable: 2031,
  checkoutInProgress: 4040,
  oneMessageAMinute: 4290,
  threeMessagesAMinuteByAddress: 4291,
  tableUnavailable: 10010,
  guestModeDoesNotSupportPlacingOrders: 10011,
  orderSubmitted: 10087,
  orderHasCheckout: 11000,
  orderModified: 12000,
  shoppingCartUpdated: 66666,
} as const;

export type Code = (typeof codes)[keyof typeof codes];

/** Why the server took an event out for good (F2), beside the codes above. */
export const rejections = {
  /** T4: the event's wall time is more than 5 minutes ahead. */
  clockAhead: 'clockAhead',
  /** O3: the order took the line before this change was made. */
  alreadyOrdered: 'alreadyOrdered',
  /** E6: the id is known with another content. */
  idReused: 'idReused',
  /** E5: the event is not of this diner. */
  notYours: 'notYours',
  /** So much is open at this table that nothing more is taken until it is ordered or cleared. */
  tableFull: 'tableFull',
  /** So much of this diner's is open that nothing more of theirs is taken until it is ordered or cleared. */
  dinerFull: 'dinerFull',
  /** E7: too many events of types that the server does not know. */
  unknownEvents: 'unknownEvents',
  /** The event breaks a rule that no honest phone breaks (a future of its own in `seen`, over a bound …). */
  malformed: 'malformed',
  /** P2: no answer came, and nobody can tell whether a plain server has it. */
  unanswered: 'unanswered',
  /** P2: a plain server's order was placed without having seen it, and emptied the cart. */
  notOrdered: 'notOrdered',
} as const;
