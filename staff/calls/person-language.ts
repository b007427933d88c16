import type { LanguageCode } from '#contract/http/headers.ts';
import { chooseLanguage, type StaffIdentity } from '#contract/calls/staff.ts';
import { request } from '#client/api/call/request.ts';
import { saveChosenLanguage } from '#ui/i18n/language-choice.ts';
import { translatePath } from '#ui/routes/routes.ts';

/** Remembers the choice for the person on the server. Without a network only this device remembers it. */
export function rememberLanguage(language: LanguageCode): void {
  request(chooseLanguage, { body: { language } }).catch((error: unknown) =>
    console.warn('the language is remembered only on this device', error),
  );
}

/** Returns the address of this page in the language of the person who has just logged in, if it is another one. */
export function findOwnAddress(
  { language }: Pick<StaffIdentity, 'language'>,
  pathname: string,
): string | undefined {
  if (language === undefined) return undefined;
  saveChosenLanguage(language);
  const own = translatePath(pathname, language);
  return own === pathname ? undefined : own;
}
