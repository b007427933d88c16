/** The words with which a restaurant that takes no orders explains itself to diners. */
import type { OpeningState } from '#contract/calls/opening.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { translateReason } from '#locales/usual-reasons.ts';
import { localize } from '#server/platform/http/language.ts';

type StateWords = Pick<OpeningState, 'title' | 'text'>;

const cartStays = { 'en-US': 'Your dishes stay in the cart.', 'zh-TW': '購物車裡的餐點會保留。' };

/** @param time when it opens; undefined: not in the foreseeable future */
export function describeShut(time: string | undefined, language: LanguageCode): StateWords {
  const stays = localize(cartStays, language);
  if (time === undefined) {
    const title = { 'en-US': 'Closed', 'zh-TW': '休息中' };
    const text = { 'en-US': 'We’re closed right now.', 'zh-TW': '現在是休息時間。' };
    return { title: localize(title, language), text: join(language, localize(text, language), stays) };
  }
  const title = { 'en-US': `Closed · opens ${time}`, 'zh-TW': `休息中・${time} 開始` };
  const text = {
    'en-US': `We’re closed right now. You can order from ${time}.`,
    'zh-TW': `現在是休息時間，${time} 起可以點餐。`,
  };
  return { title: localize(title, language), text: join(language, localize(text, language), stays) };
}

/** @param time when it ends; undefined: when the staff resume */
export function describePause(reason: string, time: string | undefined, language: LanguageCode): StateWords {
  const why = translateReason(language, reason);
  const title =
    time === undefined
      ? { 'en-US': 'Orders paused', 'zh-TW': '暫停點餐' }
      : { 'en-US': `Paused until ${time}`, 'zh-TW': `暫停點餐・${time} 恢復` };
  const text =
    time === undefined
      ? { 'en-US': `We’re not taking orders right now: ${why}`, 'zh-TW': `目前暫停點餐：${why}` }
      : {
          'en-US': `We’re not taking orders until ${time}: ${why}`,
          'zh-TW': `${time} 之前暫停點餐：${why}`,
        };
  return {
    title: localize(title, language),
    text: join(language, endSentence(localize(text, language), language), localize(cartStays, language)),
  };
}

/** @param time when the next order can be placed */
export function describeFull(time: string, language: LanguageCode): StateWords {
  const title = { 'en-US': `Busy · order from ${time}`, 'zh-TW': `忙碌中・${time} 起可點餐` };
  const text = {
    'en-US': `The kitchen has many orders right now. You can order from ${time}.`,
    'zh-TW': `廚房現在訂單很多，${time} 起可以點餐。`,
  };
  const stays = localize(cartStays, language);
  return { title: localize(title, language), text: join(language, localize(text, language), stays) };
}

/** Staff write a reason with or without a full stop. */
function endSentence(text: string, language: LanguageCode): string {
  return /[.!?…。！？]$/.test(text) ? text : `${text}${language === 'zh-TW' ? '。' : '.'}`;
}

function join(language: LanguageCode, ...sentences: readonly string[]): string {
  return sentences.join(language === 'zh-TW' ? '' : ' ');
}
