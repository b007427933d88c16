/**
 * Codes of the response envelope. 0 is success, and three digits are those of HTTP. The others are defined by the
 * product.
 */
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
  /** Not part of the contract's list: fewer portions are left than the order takes. */
  fewerLeft: 2026,
  /** Not part of the contract's list: a coupon that is used, expired, another member's, or below its threshold. */
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

/** Why the server rejected an event, in addition to the codes above (F2). */
export const rejections = {
  /** The event's wall time is more than 5 minutes ahead of the server's. */
  clockAhead: 'clockAhead',
  /** An order took the line before this change was made. */
  alreadyOrdered: 'alreadyOrdered',
  /** The id is already known with other content. */
  idReused: 'idReused',
  /** The event belongs to another diner. */
  notYours: 'notYours',
  /** The table has too many open events. Ordering or clearing makes room. */
  tableFull: 'tableFull',
  /** This diner has too many open events. Ordering or clearing makes room. */
  dinerFull: 'dinerFull',
  /** The diner has sent too many events of types that the server does not know. */
  unknownEvents: 'unknownEvents',
  /**
   * The event breaks a rule that a correct phone never breaks: its `seen` names its own future, it exceeds a limit, and
   * so on.
   */
  malformed: 'malformed',
  /** No answer came, and it is unknown whether the snapshot server has the event. */
  unanswered: 'unanswered',
  /** An order at a snapshot server had not seen the event, and emptied the cart. */
  notOrdered: 'notOrdered',
} as const;
