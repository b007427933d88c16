/** What people read of an answer, in the language that was asked for. */
import { defaultLanguage, headers, languageCodes, type LanguageCode } from '#contract/http/headers.ts';

/** In English alone where a phone has words of its own for it, or shows it to nobody. */
export type Words = string | Readonly<Record<LanguageCode, string>>;

export function localize(words: Words, language: LanguageCode): string {
  return typeof words === 'string' ? words : words[language];
}

/**
 * The asker's language. The specification names no header for it, so a phone of another maker may use the one of HTTP.
 * @param header a header by its name
 */
export function languageOf(header: (name: string) => string | undefined): LanguageCode {
  const said = header(headers.languageCode) ?? header('Accept-Language')?.split(/[,;]/, 1)[0];
  const wanted = said?.trim().toLowerCase();
  return languageCodes.find((code) => code.toLowerCase() === wanted) ?? defaultLanguage;
}
