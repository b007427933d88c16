import { useEffect } from 'react';
import { languageCodes, type LanguageCode } from '#contract/http/headers.ts';
import { dinerState, updateDiner } from '#client/api/diner-state.ts';
import { cookieNames, localeCookieSeconds, readCookie, writeCookie } from '#client/values/web-storage.ts';
import { speak } from './i18n.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { pickLanguage } from './pick-language.ts';

/** Applies the route's language to the texts and to the language header of calls. */
export function useSpokenLanguage(): void {
  const language = useLanguage();
  useEffect(() => {
    // An update without a change would still render all subscribers again while the first page is loading.
    if (dinerState.value.language !== language) updateDiner({ language });
    speak(language).catch((error: unknown) => console.warn('texts could not be loaded', error));
  }, [language]);
}

/** The language for a QR code's address, which names none: the diner's choice, else the phone's language, else the default. */
export function getPreferredLanguage(): LanguageCode {
  const chosen = readCookie(cookieNames.locale);
  return languageCodes.find((code) => code === chosen) ?? pickLanguage(navigator.languages);
}

export function saveChosenLanguage(language: LanguageCode): void {
  writeCookie(cookieNames.locale, language, localeCookieSeconds);
}
