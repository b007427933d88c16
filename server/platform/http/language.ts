/** The texts of answers that people read, in the language of the request. */
import { defaultLanguage, headers, languageCodes, type LanguageCode } from '#contract/http/headers.ts';
import { chooseText, type Localized } from '#contract/menu-file/localized.ts';

/** A text in all languages, or in English only if the phone has its own text or never shows it. */
export type Words = string | Readonly<Localized>;

export function localize(words: Words, language: LanguageCode): string {
  return typeof words === 'string' ? words : chooseText(words, language);
}

/**
 * Returns the language of a request. The contract names no header for it, so other clients may send Accept-Language.
 *
 * @param header reads a header by its name
 */
export function readLanguage(header: (name: string) => string | undefined): LanguageCode {
  const requested = header(headers.languageCode) ?? header('Accept-Language')?.split(/[,;]/, 1)[0];
  return findLanguage(requested) ?? defaultLanguage;
}

/** Returns the language of a code in any case. Undefined if the app does not have it. */
export function findLanguage(given: string | null | undefined): LanguageCode | undefined {
  const code = given?.trim().toLowerCase();
  return languageCodes.find((each) => each.toLowerCase() === code);
}

/** Returns the language that is spoken in a country, or else the default one. @param country ISO 3166, like `TW` */
export function findCountryLanguage(country: string | undefined): LanguageCode {
  return languageCodes.find((code) => new Intl.Locale(code).region === country) ?? defaultLanguage;
}
