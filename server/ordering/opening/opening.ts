/** Whether a restaurant takes orders of diners now, in words for them. */
import { orderingRefusals, type OpeningState } from '#contract/calls/opening.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { clockOf } from '#server/menu/business-day.ts';
import { readSettings } from '#server/menu/merchants.ts';
import { findNextOpeningChange, formatOpening, isAlwaysOpen, isOpenAt } from '#server/menu/opening-times.ts';
import type { StoredMerchant } from '#server/menu/whole-merchant.ts';
import { localize } from '#server/platform/http/language.ts';
import type { Db } from '#server/platform/store/transactions.ts';

interface Reading {
  readonly language: LanguageCode;
  /** ms since 1970 */
  readonly now: number;
}

export async function readOpening(db: Db, merchantId: string, reading: Reading): Promise<OpeningState> {
  return describeHours(await readSettings(db, merchantId), reading);
}

/** Returns why a diner's order is refused now. Undefined: it is not. */
export async function findOrderingRefusal(
  db: Db,
  merchantId: string,
  reading: Reading,
): Promise<{ readonly code: number; readonly msg: string } | undefined> {
  const { state, text } = await readOpening(db, merchantId, reading);
  return state === 'open' ? undefined : { code: codeOf[state], msg: text };
}

const codeOf = { closed: orderingRefusals.restaurantClosed } as const;

function describeHours(settings: StoredMerchant, { language, now }: Reading): OpeningState {
  const { openingHours: week = [], openingDates: dates = [] } = settings;
  const opening = { week, dates };
  const open = { state: 'open', title: '', text: '' } as const;
  if (isAlwaysOpen(opening)) return open;
  const { timeZone } = clockOf(settings);
  const until = findNextOpeningChange(opening, timeZone, now);
  const change = until === undefined ? {} : { until };
  if (isOpenAt(opening, timeZone, now)) return { ...open, ...change };
  const time = until === undefined ? undefined : formatOpening(timeZone, until, { now, language });
  return { state: 'closed', ...change, ...closedWords(time, language) };
}

/** @param time when it opens; undefined: not in the foreseeable future */
function closedWords(time: string | undefined, language: LanguageCode) {
  if (time === undefined) {
    const closed = localize({ 'en-US': 'Closed', 'zh-TW': '休息中' }, language);
    const text = { 'en-US': 'We’re closed and take no orders.', 'zh-TW': '目前休息中，暫不接受點餐。' };
    return { title: closed, text: localize(text, language) };
  }
  const title = { 'en-US': `Closed · opens ${time}`, 'zh-TW': `休息中・${time} 開始` };
  const text = {
    'en-US': `We’re closed right now. You can order from ${time}. Your dishes stay in the cart.`,
    'zh-TW': `現在是休息時間，${time} 起可以點餐。購物車裡的餐點會保留。`,
  };
  return { title: localize(title, language), text: localize(text, language) };
}
