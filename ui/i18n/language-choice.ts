import { useEffect } from 'react';
import { languageCodes, type LanguageCode } from '#contract/http/headers.ts';
import { dinerState, updateDiner } from '#client/api/diner-state.ts';
import { cookieNames, localeCookieSeconds, readCookie, writeCookie } from '#client/values/web-storage.ts';
import { speak } from './i18n.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { pickLanguage } from './pick-language.ts';

/** CP18: texts and the language of every call follow the route. */
export function useSpokenLanguage(): void {
  const language = useLanguage();
  useEffect(() => {
    // Whoever listens would be made anew, in one piece, while the first page is on its way.
    if (dinerState.value.language !== language) updateDiner({ language });
    speak(language).catch((error: unknown) => console.warn('texts could not be loaded', error));
  }, [language]);
}

/** For a QR code, whose address is in no language: the one chosen by hand, else the phone's own, else the default. */
export function getPreferredLanguage(): LanguageCode {
  const kept = readCookie(cookieNames.locale);
  return languageCodes.find((code) => code === kept) ?? pickLanguage(navigator.languages);
}

export function saveChosenLanguage(language: LanguageCode): void {
  writeCookie(cookieNames.locale, language, localeCookieSeconds);
}
