import type { StaffTexts } from './texts.ts';

/** Lists the predefined reasons with their names. The same words may be a reason of several kinds. */
function listReasons({ void: voids, discount, refund, pause }: StaffTexts): [name: string, text: string][] {
  return [voids, discount, refund, pause].flatMap(({ reasons }, kind) =>
    Object.entries(reasons).map(([name, text]): [string, string] => [`${kind} ${name}`, text]),
  );
}

/**
 * Creates a function that translates one of the predefined reasons of a void, discount, refund or pause into the reader's
 * language. A reason in somebody's own words stays as it is.
 * @param texts the staff's texts by language
 */
export function createReasonTranslator(
  texts: Readonly<Record<string, StaffTexts>>,
): (language: string, reason: string) => string {
  const inLanguage = new Map(
    Object.entries(texts).map(([language, content]) => [language, new Map(listReasons(content))] as const),
  );
  /** The name of each predefined reason, by its text in any language. */
  const names = new Map(
    [...inLanguage.values()].flatMap((reasons) => [...reasons].map(([name, text]) => [text, name] as const)),
  );
  return (language, reason) => inLanguage.get(language)?.get(names.get(reason) ?? '') ?? reason;
}
