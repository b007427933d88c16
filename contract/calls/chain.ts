/** Chains: a head restaurant, and branches that the owners of the head open with the same login. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { amount, count, id, time } from '../fields.ts';
import { limits } from '../limits.ts';
import { accessCode } from './people.ts';
import { day } from './numbers.ts';
import { restaurantSchema } from './staff.ts';

/** A restaurant cannot join a chain, or is not part of it. The data say why. */
export const chainRefused = 4128;
export const chainRefusals = [
  'wrongCode',
  'isBranch',
  'inChain',
  'hasBranches',
  'tooMany',
  'notBranch',
] as const;
export type ChainRefusal = (typeof chainRefusals)[number];

/** The menu of this restaurant comes from the head of its chain, so only local prices can be changed here. */
export const menuOfChain = 4129;

const chainSchema = z.object({
  /** The restaurant whose owners open this one, too; null outside a chain. */
  head: z.nullable(restaurantSchema),
  /** The restaurants that the owners of this one open. A branch has none. */
  branches: z.array(
    z.object({
      ...restaurantSchema.shape,
      joinedAt: time,
      /** The branch has the menu of this restaurant. */
      sharesMenu: z.boolean(),
      /** Why it could not get the newest menu. It keeps the one before. */
      problem: z.optional(z.string()),
    }),
  ),
});
export type Chain = z.infer<typeof chainSchema>;

export const getChain = call('GET /api/staff/chain', { data: chainSchema, right: 'chain' });

/** Creates a code with which the owner of another restaurant makes this one a branch. It is valid once, for a day. */
export const makeBranchCode = call('POST /api/staff/chain/code', {
  data: z.object({ code: z.string(), until: time }),
  right: 'chain',
});

/** Makes the restaurant of a code a branch of this one. */
export const addBranch = call('POST /api/staff/chain/add', {
  body: z.object({ code: accessCode }),
  data: chainSchema,
  right: 'chain',
});

/** Separates a branch from its head. Owners of either may do it. */
export const removeBranch = call('POST /api/staff/chain/remove', {
  body: z.object({ merchantId: id }),
  data: chainSchema,
  right: 'chain',
});

/**
 * Shares this restaurant's menu with a branch, which replaces the branch's menu and draft. Without `isShared` it ends
 * this: the branch keeps a copy and changes it alone.
 */
export const shareMenu = call('POST /api/staff/chain/menu', {
  body: z.object({ merchantId: id, isShared: z.boolean() }),
  data: chainSchema,
  right: 'chain',
  timeout: 'commit',
});

const localOptionSchema = z.object({
  id,
  name: z.string(),
  /** The price at the head. */
  price: amount,
  localPrice: z.optional(amount),
});

const localDishSchema = z.object({
  ...localOptionSchema.shape,
  /** The branch does not offer the dish. */
  isHidden: z.boolean(),
  options: z.array(localOptionSchema),
});
export type LocalDish = z.infer<typeof localDishSchema>;

const branchMenuSchema = z.object({
  currency: z.string(),
  decimals: count,
  sections: z.array(z.object({ id, name: z.string(), dishes: z.array(localDishSchema) })),
});
export type BranchMenu = z.infer<typeof branchMenuSchema>;

/** Returns the head's menu with the prices of this branch; null if the branch has a menu of its own. */
export const getBranchMenu = call('GET /api/staff/chain/menu', {
  data: z.nullable(branchMenuSchema),
  right: 'menu',
});

/** Sets the local prices of a dish, and whether the branch offers it. What is left out is as at the head. */
export const setLocalDish = call('POST /api/staff/chain/dish', {
  body: z.object({
    dishId: id,
    price: z.optional(amount),
    isHidden: z.optional(z.boolean()),
    options: z.optional(z.array(z.object({ id, price: amount })).check(z.maxLength(limits.menuOptions))),
  }),
  data: z.object({ changed: z.boolean() }),
  right: 'menu',
  timeout: 'commit',
});

const salesShape = {
  orders: z.int(),
  guests: z.int(),
  /** Sales with tax, as in the sales report. */
  total: amount,
  perOrder: amount,
  perGuest: amount,
};

const chainNumbersSchema = z.object({
  from: day,
  to: day,
  /** The current day of this restaurant. */
  today: day,
  /** This restaurant and its branches. Each counts the days by its own clock. */
  restaurants: z.array(z.object({ ...restaurantSchema.shape, currency: z.string(), ...salesShape })),
  /** Amounts of different currencies are not added, so each currency has its own sums. */
  sums: z.array(z.object({ currency: z.string(), restaurants: count, ...salesShape })),
});
export type ChainNumbers = z.infer<typeof chainNumbersSchema>;

/** The most days of one report on a chain. */
export const mostChainDays = 92;

/** Reports on a restaurant and its branches. Without days, it reports on today. */
export const getChainNumbers = call('GET /api/staff/chain/numbers', {
  query: z.object({ from: z.optional(day), to: z.optional(day) }),
  data: chainNumbersSchema,
  right: 'chain',
  timeout: 'commit',
});
