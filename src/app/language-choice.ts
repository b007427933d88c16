import { useEffect } from 'react';
import { languageCodes, type LanguageCode } from '#contract/headers.ts';
import { updateDiner } from '#src/api/diner-state.ts';
import { cookieNames, localeCookieSeconds } from '#src/api/storage-keys.ts';
import { readCookie, writeCookie } from '#src/api/web-storage.ts';
import { speak } from './i18n.ts';
import { useLanguage } from './language.ts';

/** Section 2: texts and the language of every call follow the route. */
export function useSpokenLanguage(): void {
  const language = useLanguage();
  useEffect(() => {
    updateDiner({ language });
    speak(language).catch((error: unknown) => console.warn('texts could not be loaded', error));
  }, [language]);
}

/** The language that the diner once chose by hand; a QR code's address is in none. */
export function chosenLanguage(): LanguageCode | undefined {
  const kept = readCookie(cookieNames.locale);
  return languageCodes.find((code) => code === kept);
}

export function keepChosenLanguage(language: LanguageCode): void {
  writeCookie(cookieNames.locale, language, localeCookieSeconds);
}
