/** The words with which a restaurant that takes no orders explains itself to diners. */
import type { OpeningState } from '#contract/calls/opening.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { translateReason } from '#server/ordering/usual-reasons.ts';
import { getServerText } from '#server/platform/server-texts.ts';

type StateWords = Pick<OpeningState, 'title' | 'text'>;

/** @param time when it opens; undefined: not in the foreseeable future */
export function describeShut(time: string | undefined, language: LanguageCode): StateWords {
  if (time === undefined)
    return {
      title: getServerText(language, 'opening.closed.title'),
      text: getServerText(language, 'opening.closed.text'),
    };
  return {
    title: getServerText(language, 'opening.closedUntil.title', { time }),
    text: getServerText(language, 'opening.closedUntil.text', { time }),
  };
}

/** @param time when it ends; undefined: when the staff resume */
export function describePause(given: string, time: string | undefined, language: LanguageCode): StateWords {
  const reason = endSentence(translateReason(language, given), language);
  if (time === undefined)
    return {
      title: getServerText(language, 'opening.paused.title'),
      text: getServerText(language, 'opening.paused.text', { reason }),
    };
  return {
    title: getServerText(language, 'opening.pausedUntil.title', { time }),
    text: getServerText(language, 'opening.pausedUntil.text', { time, reason }),
  };
}

/** @param time when the next order can be placed */
export function describeFull(time: string, language: LanguageCode): StateWords {
  return {
    title: getServerText(language, 'opening.busy.title', { time }),
    text: getServerText(language, 'opening.busy.text', { time }),
  };
}

/** Staff write a reason with or without a full stop. */
function endSentence(words: string, language: LanguageCode): string {
  return /[.!?…。！？]$/.test(words) ? words : getServerText(language, 'opening.reason', { words });
}
