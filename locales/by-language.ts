import { languageCodes, type LanguageCode } from '#contract/http/headers.ts';

/**
 * Returns one file of texts in all languages, for pages that need them at once.
 * @param files by paths like `./en-US/staff.ts`
 */
export function indexByLanguage<Texts>(
  files: Readonly<Record<string, Texts>>,
): Readonly<Record<LanguageCode, Texts>> {
  const find = (code: LanguageCode) =>
    Object.entries(files).find(([path]) => path.split('/').includes(code))?.[1];
  return Object.fromEntries(languageCodes.map((code) => [code, find(code)])) as Record<LanguageCode, Texts>;
}
