/** The times at which orders to go can be picked up. */
import * as z from 'zod/mini';
import type { DataOf } from '#contract/http/call.ts';
import { languageCodes, type LanguageCode } from '#contract/http/headers.ts';
import type { getPickupTimes } from '#contract/calls/opening.ts';
import { codes } from '#contract/codes.ts';
import { pickupSchema, readPickup, type Pickup } from '#contract/pickup.ts';
import { orderType } from '#contract/states.ts';
import { readRestaurantClock } from '#server/menu/business-day.ts';
import { readSettings } from '#server/menu/merchants.ts';
import { findNextOpeningChange, formatOpening, isAlwaysOpen, isOpenAt } from '#server/menu/opening-times.ts';
import type { StoredMerchant } from '#server/menu/whole-merchant.ts';
import { Refusal, createStatusRefusal } from '#server/platform/http/routes/route.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import { getOpening } from './opening.ts';

const stepMs = 15 * 60_000;
/** Less than this is as soon as possible. */
const leastWaitMs = stepMs;
const mostTimes = 32;
/** Later orders belong to another day. */
const aheadMs = 24 * 60 * 60_000;

interface Reading {
  readonly language: LanguageCode;
  /** ms since 1970 */
  readonly now: number;
}

export async function readPickupTimes(
  db: Db,
  merchantId: string,
  { language, now }: Reading,
): Promise<DataOf<typeof getPickupTimes>> {
  const settings = await readSettings(db, merchantId);
  const { timeZone } = readRestaurantClock(settings);
  const times = listPickupTimes(settings, now);
  return {
    asap: isOpen(settings, now),
    times: times.map((at) => ({ at, text: formatOpening(timeZone, at, { now, language }) })),
  };
}

/** Lists the quarters of an hour at which the restaurant is open, from the first opening on. Pure. */
export function listPickupTimes(settings: StoredMerchant, now: number): number[] {
  const opens = isOpen(settings, now) ? now : findOpening(settings, now);
  if (opens === undefined) return [];
  const first = Math.ceil(Math.max(opens, now + leastWaitMs) / stepMs) * stepMs;
  const times: number[] = [];
  for (let at = first; at < opens + aheadMs && times.length < mostTimes; at += stepMs)
    if (isOpen(settings, at)) times.push(at);
  return times;
}

function isOpen(settings: StoredMerchant, at: number): boolean {
  const opening = getOpening(settings);
  return isAlwaysOpen(opening) || isOpenAt(opening, readRestaurantClock(settings).timeZone, at);
}

function findOpening(settings: StoredMerchant, now: number): number | undefined {
  return findNextOpeningChange(getOpening(settings), readRestaurantClock(settings).timeZone, now);
}

/** What an order to go may say. The contract lets clients send further fields. */
interface WantedOrder extends Readonly<Record<string, unknown>> {
  readonly type?: number | null | undefined;
}

/**
 * Reads and checks the pickup of an order without a table.
 * @throws Refusal 400 for a mistake, for a time that is not offered, and for an order that would need an address
 */
export async function requirePickup(
  db: Db,
  { merchantId, tableId }: { readonly merchantId: string; readonly tableId: string | null },
  { type, pickup: given }: WantedOrder,
  { language, now }: Reading,
): Promise<Pickup | undefined> {
  // At a table the type needs no address, whatever it says.
  if (tableId !== null) return undefined;
  if (type === orderType.delivery || type === orderType.onlineDelivery)
    throw new Refusal(codes.badRequest, getServerTexts('pickup.noDelivery'));
  if (given === undefined || given === null) return undefined;
  const pickup = z.safeParse(pickupSchema, given).data;
  if (!pickup || pickup.userName.trim() === '')
    throw createStatusRefusal(codes.badRequest, 'body.pickup: must have a userName, and a time or null', {
      path: 'body.pickup',
    });
  const { at } = pickup;
  const settings = await readSettings(db, merchantId);
  const isOffered = at === null || (at > now && at <= now + furthestMs && isOpen(settings, at));
  if (!isOffered) throw new Refusal(codes.badRequest, getServerTexts('pickup.notOffered'));
  return { userName: pickup.userName.trim(), at, language };
}

/** The language in which an order to go was placed. Undefined if the order does not say it, or if it is not offered now. */
export function findPickupLanguage(order: Readonly<Record<string, unknown>>): LanguageCode | undefined {
  const language = readPickup(order)?.language;
  return languageCodes.find((each) => each === language);
}

/** A restaurant may open after a closure of weeks. */
const furthestMs = 90 * aheadMs;
