/** What people read of an answer, in the language that was asked for. */
import { defaultLanguage, languageCodes, type LanguageCode } from '#contract/http/headers.ts';

/** In English alone where a phone has words of its own for it, or shows it to nobody. */
export type Words = string | Readonly<Record<LanguageCode, string>>;

export function inWords(words: Words, language: LanguageCode): string {
  return typeof words === 'string' ? words : words[language];
}

/** What the header says, else the usual one. */
export function languageOf(header: string | undefined): LanguageCode {
  const wanted = header?.toLowerCase();
  return languageCodes.find((code) => code.toLowerCase() === wanted) ?? defaultLanguage;
}
