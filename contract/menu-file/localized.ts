/**
 * The texts of a menu. A text has a language's version, or lacks it: an empty text and an absent one are the same. A
 * reader of that language then sees the default language, or else any. Besides the languages of the app, a text may
 * have others by their BCP 47 codes, such as `ja`; they show up once the app has that language.
 */
import * as z from 'zod/mini';
import { defaultLanguage, languageCodes, type LanguageCode } from '../http/headers.ts';

/** Only the default language always has its field, which may be empty. */
export type Localized = { 'en-US': string } & Partial<Record<LanguageCode, string>>;

/** The code of a language, like `zh-TW` or `ja`. */
export const languageTag = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

/** Creates a text that is the same in all languages of the app. */
export function createTexts(text = ''): Localized {
  return writeTexts(() => text);
}

/** Writes a text in each language of the app. */
export function writeTexts(write: (language: LanguageCode) => string): Localized {
  return Object.fromEntries(languageCodes.map((code) => [code, write(code)])) as Localized;
}

export function chooseText(text: Readonly<Localized>, language: LanguageCode): string {
  return text[language] || text[defaultLanguage] || (listTexts(text)[0] ?? '');
}

/** The texts that are there, by language. */
export function listTexts(text: Readonly<Localized>): string[] {
  return Object.values(text).filter((each) => each.trim() !== '');
}

/** Whether a text lacks a language that it could be translated to. */
export function isLackingLanguage(text: Readonly<Localized>, language: string): boolean {
  const versions: Readonly<Record<string, string>> = text;
  return !versions[language]?.trim() && listTexts(text).length > 0;
}

/** Returns the languages of the app, and all others that one of the texts has. */
export function listLanguages(texts: Iterable<Readonly<Localized>>): string[] {
  const found = new Set<string>(languageCodes);
  for (const text of texts)
    for (const [code, words] of Object.entries(text)) if (words.trim()) found.add(code);
  return [...found];
}

/** The schema of a text that may be incomplete. */
export function createLocalizedSchema(): z.ZodMiniType<Localized> {
  const each = z.record(z.string().check(z.regex(languageTag)), z.string());
  return each as unknown as z.ZodMiniType<Localized>;
}

/** The schema of a text that must have all languages of the app. */
export function requireAllLanguages(text: z.ZodMiniType<string>): z.ZodMiniType<Localized> {
  const all = z.object(Object.fromEntries(languageCodes.map((code) => [code, text])));
  return all as unknown as z.ZodMiniType<Localized>;
}
