/** The restaurant's side (CX10): who asks is known by the staff page's cookie, or by the token of one of its systems. */
import * as z from 'zod/mini';
import { isPlainText } from '#events/log/plain-text.ts';
import { call, staffScopes } from '../http/call.ts';
import { amount, count, id, text, time, word } from '../fields.ts';
import { limits } from '../limits.ts';
import { orderSchema } from '../order-fields.ts';
import { staffRights, staffRoles } from '../staff-rights.ts';
import { helpCallSchema } from './help.ts';
import { printerStateSchema } from './kitchen.ts';
import { lostOrderSchema } from './order.ts';
import { paymentDisputeSchema } from './payment.ts';

/** The staff page's session; HttpOnly. */
export const staffCookie = 'staff';
/** CX13: says that this browser was logged in before, with the restaurant at the end of its name; HttpOnly. */
export const deviceCookie = 'staff-device';

const longestPassword = 200;

/** As people are called, on one line. */
export const typedName = word(limits.nameLength).check(
  z.refine(isPlainText, 'must not hold control characters'),
);

export const staffIdentitySchema = z.object({
  merchantId: id,
  name: z.string(),
  currency: z.string(),
  /** IANA; of the restaurant's clock. */
  timeZone: z.string(),
  /** Who logged in, as they said; "" for a system. */
  person: z.string(),
  /** null: a system. */
  role: z.nullable(z.enum(staffRoles)),
  /** What that role may do (D58); none for a system, which has scopes (CX12). */
  rights: z.array(z.enum(staffRights)),
  /** Percentages that are offered as a tip. */
  tips: z.array(z.number()),
});
export type StaffIdentity = z.infer<typeof staffIdentitySchema>;

export const staffLogin = call('POST /api/staff/login', {
  body: z.object({
    merchantId: id,
    password: text(longestPassword),
    /** Who it is: what they do is signed with it (A2). */
    name: z.optional(typedName),
  }),
  data: staffIdentitySchema,
  // After wrong passwords it waits for its turn.
  timeout: 'commit',
});

export const staffLogout = call('POST /api/staff/logout', { data: z.object({ loggedOut: z.boolean() }) });

/** Ends every session of the restaurant's staff page; this one, too. */
export const staffLogoutEverywhere = call('POST /api/staff/logout-everywhere', {
  data: z.object({ ended: count }),
  right: 'people',
});

/** Whose the cookie or token is; 401 without one. */
export const staffWhoAmI = call('GET /api/staff/me', { data: staffIdentitySchema, scope: 'any' });

const staffOrderSchema = z.object({
  id,
  serial: z.string(),
  /** Of the party that ordered. */
  sessionId: id,
  tableId: z.nullable(id),
  tableName: z.nullable(z.string()),
  /** The numbers of CS4, CS1 and CS3. */
  type: count,
  status: z.int(),
  paymentStatus: count,
  sendStatus: count,
  rounds: count,
  guests: count,
  /** Pieces, and those of them that the kitchen doesn't have yet. */
  pieces: count,
  newPieces: count,
  totalAmount: amount,
  /** What is still to be paid. */
  owed: amount,
  /** CX20: what was paid too much, to be given back. */
  paidTooMuch: amount,
  /** Pieces that are not on the table yet. */
  unserved: count,
  /** A2: somebody closed it; what has been paid is not closed by that. */
  isClosed: z.boolean(),
  /** Since when the oldest dish waits that the kitchen does not have; null: it has all. ms */
  waitsSince: z.nullable(time),
  /** ms */
  createAt: count,
  updateAt: count,
});
export type StaffOrder = z.infer<typeof staffOrderSchema>;

const staffTableSchema = z.object({
  tableId: id,
  name: z.string(),
  qrcodeId: word(64),
  session: z.nullable(
    z.object({
      id,
      /** ms */
      openedAt: count,
      /** Of the last change of the cart, 0 when there was none; ms. */
      lastOperateAt: count,
      /** Who has sat down, also without a phone in the group; those whom the staff sent away not. */
      diners: z.array(z.object({ userId: id, name: z.string(), isMember: z.boolean(), joinedAt: count })),
      /** D37: so many who came before those sit there, too. */
      moreDiners: z.optional(count),
      /** A row of it cannot be read: its diners cannot go on, and the staff close it. */
      isDamaged: z.boolean(),
      guests: count,
      cartPieces: count,
      /** Whom the table calls, those that were answered a moment ago, too. */
      calls: z.array(helpCallSchema),
      /** D7: the open one; null when none was issued or it is used up, and for systems (CX12). */
      orderCode: z.nullable(z.string()),
      /** Wrong codes were tried so often that the table needs a new one. */
      orderCodeSpent: z.boolean(),
    }),
  ),
  orderId: z.nullable(id),
});
export type StaffTable = z.infer<typeof staffTableSchema>;

/** Of an order: open or not, when it changed last, its id. */
const orderPlace = z
  .string()
  .check(z.regex(/^[01]\.\d{1,15}\.\S{1,64}$/, 'must be the `moreOrders` of an answer'));

/** Of a table: its place in the restaurant's order, its id. */
const tablePlace = z.string().check(z.regex(/^\d{1,15}\..{1,64}$/, 'must be the `moreTables` of an answer'));

const staffOverviewSchema = z.object({
  /** What keeps the server from saving anything; null: nothing. */
  trouble: z.nullable(z.enum(['diskFull', 'diskFails', 'readOnly', 'damaged', 'unreachable'])),
  tables: z.array(staffTableSchema),
  /** D37: there are more tables: `restOfTables` with this as `after`. */
  moreTables: z.optional(tablePlace),
  orders: z.array(staffOrderSchema),
  /** D37: there are more of the day, done longer ago: `olderOrders` with this as `after`. */
  moreOrders: z.optional(orderPlace),
  orderCodeRequired: z.boolean(),
  /** CX20: what the payment page told that it was not asked for. */
  disputes: z.array(paymentDisputeSchema),
  /** CX18: of the stations that have one. */
  printers: z.array(printerStateSchema),
  /** S2: what phones remember and the restaurant's data, put back from an older copy, does not. */
  lostOrders: z.array(z.object({ ...lostOrderSchema.shape, tableName: z.nullable(z.string()) })),
});
export type StaffOverview = z.infer<typeof staffOverviewSchema>;

export const staffOverview = call('GET /api/staff/overview', {
  data: staffOverviewSchema,
  scope: 'readOrders',
});

/** CX33: the orders of the day that the overview has no room for, the newest first. */
export const olderOrders = call('GET /api/staff/order/older', {
  query: z.object({ after: orderPlace }),
  data: z.object({ orders: z.array(staffOrderSchema), moreOrders: z.optional(orderPlace) }),
  scope: 'readOrders',
});

/** CX33: the tables that the overview has no room for, in the restaurant's order. */
export const restOfTables = call('GET /api/staff/table/list', {
  query: z.object({ after: tablePlace }),
  data: z.object({ tables: z.array(staffTableSchema), moreTables: z.optional(tablePlace) }),
  scope: 'readOrders',
});

export const staffOrder = call('GET /api/staff/order/:id', {
  params: z.object({ id }),
  data: orderSchema,
  scope: 'readOrders',
});

/** A dish is sold out, or back, or options of dishes are; every phone at the merchant's tables hears of it at once. */
export const setSoldOut = call('POST /api/staff/product/sold-out', {
  body: z
    .object({
      productId: z.optional(id),
      /** The same egg is an option of each noodle soup. */
      modifierIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(limits.menuOptions))),
      soldOut: z.boolean(),
      /**
       * It comes back by itself, ms, or with the restaurant's next day (D62); with `portions` they are counted no longer
       * than until then.
       */
      until: z.optional(z.union([time, z.literal('tomorrow')])),
      /** So many are left of a dish that is on sale: orders count them down, and with the last one it is sold out. */
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

/** D7: the code that the table needs to order; a new one when there is none. `renew`: a new one, with all its tries. */
export const showOrderCode = call('POST /api/staff/table/order-code', {
  body: z.object({ ...tableIdBodySchema.shape, renew: z.optional(z.boolean()) }),
  data: z.object({ code: z.string() }),
  right: 'service',
});

/**
 * Sends a diner away from the table: their part of the cart goes, their login ends, the others see it. `undo`: they may
 * sit down again by scanning; the rest stays as it is.
 */
export const removeDiner = call('POST /api/staff/table/remove', {
  body: z.object({ tableId: id, userId: id, undo: z.optional(z.boolean()) }),
  data: z.object({ removed: z.boolean() }),
  right: 'service',
});

/**
 * The table gets another QR code: the old one leads nowhere from now on. `endParty`: who sits there goes. Refused with
 * `actRefused` and `tableFree`, and the code stays, where that is not the party that is meant.
 */
export const reissueQrcode = call('POST /api/staff/table/qrcode', {
  body: z.object({
    tableId: id,
    endParty: z.optional(z.boolean()),
    /** The party that is meant. */
    sessionId: z.optional(id),
  }),
  data: z.object({ qrcodeId: word(64) }),
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
  /** To the minute; null: never. */
  lastUsedAt: z.nullable(time),
});
export type StaffToken = z.infer<typeof staffTokenSchema>;

/** CX12: the tokens of the restaurant's own systems, the newest first. */
export const listStaffTokens = call('GET /api/staff/token/list', {
  data: z.object({ tokens: z.array(staffTokenSchema) }),
  right: 'people',
});

/** The secret is told this once. */
export const createStaffToken = call('POST /api/staff/token/create', {
  body: z.object({
    name: word(limits.nameLength).check(z.refine((name) => name.trim() !== '', 'must not be empty')),
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
