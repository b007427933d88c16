/**
 * Calls of the staff. The caller is identified by the staff page's cookie, or by the token of a restaurant's system.
 */
import * as z from 'zod/mini';
import { isPlainText } from '#events/log/plain-text.ts';
import { call, staffScopes } from '../http/call.ts';
import { amount, count, id, text, time, storableText } from '../fields.ts';
import { limits } from '../limits.ts';
import { orderSchema } from '../order-fields.ts';
import { pickupSchema } from '../pickup.ts';
import { languageCodes } from '../http/headers.ts';
import { staffRights, staffRoles } from '../staff-rights.ts';
import { helpCallSchema } from './help.ts';
import { printerStateSchema } from './kitchen.ts';
import { orderPauseSchema } from './opening.ts';
import { lostOrderSchema } from './order.ts';
import { paymentDisputeSchema } from './payment.ts';
import { providerRefundSchema, refundToLookAfterSchema } from './provider-refunds.ts';

/** The session of the staff page; HttpOnly. */
export const staffCookie = 'staff';
/** Marks a browser that has logged in before. Its name ends with the restaurant; HttpOnly. */
export const deviceCookie = 'staff-device';

/** Names the branch that an owner of its head opens. Without it, a session opens the restaurant of the login. */
export const restaurantHeader = 'Staff-Restaurant';

const longestPassword = 200;

/** A person's name, on one line. */
export const typedName = storableText(limits.nameLength).check(
  z.refine(isPlainText, 'must not hold control characters'),
);

export const restaurantSchema = z.object({ merchantId: id, name: z.string() });

export const staffIdentitySchema = z.object({
  merchantId: id,
  name: z.string(),
  currency: z.string(),
  /** An IANA name, the restaurant's time zone. */
  timeZone: z.string(),
  /** The name of the person who logged in; "" for a system. */
  person: z.string(),
  /** null for a system. */
  role: z.nullable(z.enum(staffRoles)),
  /** The language that the person chose; absent if they have not, or for a system. */
  language: z.optional(z.enum(languageCodes)),
  /** What that role may do. Empty for a system, which has scopes instead. */
  rights: z.array(z.enum(staffRights)),
  /** Percentages that are offered as a tip. */
  tips: z.array(z.number()),
  /** The smallest coin, to which cash is rounded; null if it is not. */
  cashCoin: z.nullable(z.object({ coin: amount, isHalfDown: z.optional(z.boolean()) })),
  /** The restaurant's own reasons. A kind without any has the usual ones. */
  reasons: z.optional(
    z.object({
      void: z.optional(z.array(z.string())),
      discount: z.optional(z.array(z.string())),
      refund: z.optional(z.array(z.string())),
    }),
  ),
  /** The restaurants that this login opens, if there are several. The first is that of the login. */
  restaurants: z.optional(z.array(restaurantSchema)),
  /** The head of the chain, if the restaurant has its menu. */
  menuFrom: z.optional(z.string()),
});
export type StaffIdentity = z.infer<typeof staffIdentitySchema>;

/** Remembers the language of the person who is logged in, for every device. */
export const chooseLanguage = call('POST /api/staff/language', {
  body: z.object({ language: z.enum(languageCodes) }),
  data: z.object({ chosen: z.boolean() }),
});

export const staffLogin = call('POST /api/staff/login', {
  body: z.object({
    merchantId: id,
    password: text(longestPassword),
    /** The person's name. Their acts are signed with it. */
    name: z.optional(typedName),
  }),
  data: staffIdentitySchema,
  // After wrong passwords, the login has to wait in a queue.
  timeout: 'commit',
});

export const staffLogout = call('POST /api/staff/logout', { data: z.object({ loggedOut: z.boolean() }) });

/** Ends all sessions of the restaurant's staff page, including this one. */
export const staffLogoutEverywhere = call('POST /api/staff/logout-everywhere', {
  data: z.object({ ended: count }),
  right: 'people',
});

/** Returns whose cookie or token it is, or 401. */
export const staffWhoAmI = call('GET /api/staff/me', { data: staffIdentitySchema, scope: 'any' });

const staffOrderSchema = z.object({
  id,
  serial: z.string(),
  /** The table session that ordered. */
  sessionId: id,
  tableId: z.nullable(id),
  tableName: z.nullable(z.string()),
  /** When and by whom an order to go is picked up, and whether all of it is ready. */
  pickup: z.optional(z.object({ ...pickupSchema.shape, isReady: z.boolean() })),
  /** Numbers of `orderType`, `orderStatus` and `paymentStatus`. */
  type: count,
  status: z.int(),
  paymentStatus: count,
  sendStatus: count,
  rounds: count,
  guests: count,
  /** All pieces, and those that the kitchen does not have yet. */
  pieces: count,
  newPieces: count,
  totalAmount: amount,
  /** The amount that is not paid yet. */
  owed: amount,
  /** The amount that was paid too much and must be refunded. */
  paidTooMuch: amount,
  /** Pieces that are not served yet. */
  unserved: count,
  /** Whether the staff closed it. An order that is merely paid is not closed. */
  isClosed: z.boolean(),
  /** When the oldest dish was ordered that the kitchen does not have yet, ms; null if it has all but held ones. */
  waitsSince: z.nullable(time),
  /** How long the kitchen usually takes for the slowest of those dishes, minutes. */
  usualMinutes: z.optional(count),
  /** ms */
  createAt: count,
  updateAt: count,
});
export type StaffOrder = z.infer<typeof staffOrderSchema>;

const staffTableSchema = z.object({
  tableId: id,
  name: z.string(),
  qrcodeId: storableText(64),
  session: z.nullable(
    z.object({
      id,
      /** ms */
      openedAt: count,
      /** The last change of the cart, ms; 0 if there was none. */
      lastOperateAt: count,
      /** The diners at the table, including those whose phone is offline, without those whom the staff removed. */
      diners: z.array(
        z.object({
          userId: id,
          name: z.string(),
          isMember: z.boolean(),
          joinedAt: count,
          /** What the diner is allergic to. */
          allergy: z.optional(z.string()),
        }),
      ),
      /** How many more diners joined before those. */
      moreDiners: z.optional(count),
      /** A row of the session cannot be read. Its diners cannot continue, and the staff must close it. */
      isDamaged: z.boolean(),
      guests: count,
      /** What staff noted about the guests. */
      note: z.optional(z.string()),
      /** The last merge that was not undone: its act, and the table whose guests joined. */
      merged: z.optional(z.object({ actId: z.string(), tableName: z.string() })),
      cartPieces: count,
      /** The open calls of the table, and those that were just answered. */
      calls: z.array(helpCallSchema),
      /** The table's current code; null if none was issued, if it is used up, and for systems. */
      orderCode: z.nullable(z.string()),
      /** Too many wrong codes were tried, so the table needs a new one. */
      orderCodeSpent: z.boolean(),
    }),
  ),
  orderId: z.nullable(id),
});
export type StaffTable = z.infer<typeof staffTableSchema>;

/** The place of an order in the list: whether it is open, its last change, its id. */
const orderPlace = z
  .string()
  .check(z.regex(/^[01]\.\d{1,15}\.\S{1,64}$/, 'must be the `moreOrders` of an answer'));

/** The place of a table in the list: its number in the restaurant's order, its id. */
const tablePlace = z.string().check(z.regex(/^\d{1,15}\..{1,64}$/, 'must be the `moreTables` of an answer'));

const staffOverviewSchema = z.object({
  /** Why the server cannot save; null if it can. */
  trouble: z.nullable(z.enum(['diskFull', 'diskFails', 'readOnly', 'damaged', 'unreachable'])),
  tables: z.array(staffTableSchema),
  /** There are more tables: call `restOfTables` with this as `after`. */
  moreTables: z.optional(tablePlace),
  orders: z.array(staffOrderSchema),
  /** There are more open or recent orders: call `olderOrders` with this as `after`. */
  moreOrders: z.optional(orderPlace),
  orderCodeRequired: z.boolean(),
  /** Payments that the payment page reported without a request. */
  disputes: z.array(paymentDisputeSchema),
  /** Refunds that the payment provider has not done. */
  refunds: z.optional(z.array(refundToLookAfterSchema)),
  /** The printers of the stations. */
  printers: z.array(printerStateSchema),
  /** Orders that phones remember, but that were lost when the data were restored. */
  lostOrders: z.array(z.object({ ...lostOrderSchema.shape, tableName: z.nullable(z.string()) })),
  /** The people whose last notification did not arrive. */
  unreached: z.optional(z.array(z.string())),
  /** Diners cannot order now. */
  pause: z.optional(orderPauseSchema),
});
export type StaffOverview = z.infer<typeof staffOverviewSchema>;

export const staffOverview = call('GET /api/staff/overview', {
  data: staffOverviewSchema,
  scope: 'readOrders',
});

/** Lists more orders: open ones, and those that changed in the last 24 hours. */
export const olderOrders = call('GET /api/staff/order/older', {
  query: z.object({ after: orderPlace }),
  data: z.object({ orders: z.array(staffOrderSchema), moreOrders: z.optional(orderPlace) }),
  scope: 'readOrders',
});

/** Lists more tables, in the restaurant's order. */
export const restOfTables = call('GET /api/staff/table/list', {
  query: z.object({ after: tablePlace }),
  data: z.object({ tables: z.array(staffTableSchema), moreTables: z.optional(tablePlace) }),
  scope: 'readOrders',
});

export const staffOrder = call('GET /api/staff/order/:id', {
  params: z.object({ id }),
  data: z.looseObject({
    ...orderSchema.shape,
    /** How much the payment provider can give back by itself. Absent if it took no payment of the order. */
    refundable: z.optional(z.object({ provider: z.string(), left: amount })),
    /** The refunds that go back through the payment provider. Absent without any. */
    providerRefunds: z.optional(z.array(providerRefundSchema)),
  }),
  scope: 'readOrders',
});

/** Marks a dish or options as sold out or available. All phones at the restaurant's tables are notified at once. */
export const setSoldOut = call('POST /api/staff/product/sold-out', {
  body: z
    .object({
      productId: z.optional(id),
      /** An option of the same name may belong to many dishes. */
      modifierIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(limits.menuOptions))),
      soldOut: z.boolean(),
      /**
       * When it comes back by itself, ms, or with the restaurant's next day. With `portions`, it is when counting ends.
       */
      until: z.optional(z.union([time, z.literal('tomorrow')])),
      /** How many are left of an available dish. Orders count them down, and the dish is sold out with the last one. */
      portions: z.optional(z.int().check(z.minimum(1), z.maximum(limits.portions))),
    })
    .check(
      z.refine(
        ({ productId, modifierIds }) => (productId === undefined) !== (modifierIds === undefined),
        'must have a productId or modifierIds',
      ),
    ),
  data: z.object({ changed: z.boolean() }),
  scope: 'soldOut',
});

const tableIdBodySchema = z.object({ tableId: id });

/**
 * Returns the code that the table needs to order, and creates one if there is none. `renew` replaces it by a new one
 * with all attempts.
 */
export const showOrderCode = call('POST /api/staff/table/order-code', {
  body: z.object({ ...tableIdBodySchema.shape, renew: z.optional(z.boolean()) }),
  data: z.object({ code: z.string() }),
  right: 'service',
});

/**
 * Removes a diner from the table: their cart lines and login end, and the others see it. With `undo`, they may join
 * again by scanning. The rest is not restored.
 */
export const removeDiner = call('POST /api/staff/table/remove', {
  body: z.object({ tableId: id, userId: id, undo: z.optional(z.boolean()) }),
  data: z.object({ removed: z.boolean() }),
  right: 'service',
});

/**
 * Replaces the table's QR code. The old one becomes invalid. `endParty` also ends the table session. It is refused with
 * `actRefused` and `tableFree`, and the code stays, if that is not the expected session.
 */
export const reissueQrcode = call('POST /api/staff/table/qrcode', {
  body: z.object({
    tableId: id,
    endParty: z.optional(z.boolean()),
    /** The expected session. */
    sessionId: z.optional(id),
  }),
  data: z.object({ qrcodeId: storableText(64) }),
  right: 'service',
});

export const staffNegotiate = call('GET /api/staff/negotiate', {
  data: z.object({ url: z.string(), group: z.string() }),
  scope: 'readOrders',
});

const scopesSchema = z.array(z.enum(staffScopes)).check(z.minLength(1), z.maxLength(staffScopes.length));

const staffTokenSchema = z.object({
  id,
  name: z.string(),
  scopes: z.array(z.enum(staffScopes)),
  createdAt: time,
  /** Rounded to minutes; null if it was never used. */
  lastUsedAt: z.nullable(time),
});
export type StaffToken = z.infer<typeof staffTokenSchema>;

/** Lists the tokens of the restaurant's own systems, newest first. */
export const listStaffTokens = call('GET /api/staff/token/list', {
  data: z.object({ tokens: z.array(staffTokenSchema) }),
  right: 'people',
});

/** Creates a token. Only this answer contains the secret. */
export const createStaffToken = call('POST /api/staff/token/create', {
  body: z.object({
    name: storableText(limits.nameLength).check(z.refine((name) => name.trim() !== '', 'must not be empty')),
    scopes: scopesSchema,
  }),
  data: z.object({ token: staffTokenSchema, secret: z.string() }),
  right: 'people',
});

export const revokeStaffToken = call('POST /api/staff/token/revoke', {
  body: z.object({ id }),
  data: z.object({ revoked: z.boolean() }),
  right: 'people',
});
