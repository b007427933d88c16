import { languageCodes, type LanguageCode } from '#contract/http/headers.ts';

/** Loads one file of texts in all languages, for the server. @param file its name without `.ts` */
export async function loadTexts<Texts>(file: string): Promise<Readonly<Record<LanguageCode, Texts>>> {
  const texts = languageCodes.map(async (code) => {
    const { default: content } = (await import(`./${code}/${file}.ts`)) as { default: Texts };
    return [code, content] as const;
  });
  return Object.fromEntries(await Promise.all(texts)) as Record<LanguageCode, Texts>;
}
