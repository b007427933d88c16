/** The texts of answers that people read, in the language of the request. */
import { defaultLanguage, headers, languageCodes, type LanguageCode } from '#contract/http/headers.ts';

/** A text in all languages. One that has no version yet is read in English. */
export type AllWords = { readonly 'en-US': string } & Readonly<Partial<Record<LanguageCode, string>>>;

/** A text in all languages, or in English only if the phone has its own text or never shows it. */
export type Words = string | AllWords;

export function localize(words: Words, language: LanguageCode): string {
  return typeof words === 'string' ? words : (words[language] ?? words['en-US']);
}

/**
 * Returns the language of a request. The contract names no header for it, so other clients may send Accept-Language.
 *
 * @param header reads a header by its name
 */
export function readLanguage(header: (name: string) => string | undefined): LanguageCode {
  const requested = header(headers.languageCode) ?? header('Accept-Language')?.split(/[,;]/, 1)[0];
  const code = requested?.trim().toLowerCase();
  return languageCodes.find((each) => each.toLowerCase() === code) ?? defaultLanguage;
}
