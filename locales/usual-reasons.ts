import english from './en-US/staff.ts';
import chinese from './zh-TW/staff.ts';

const reasonsOf = ({
  void: voids,
  discount,
  refund,
  pause,
}: typeof english | typeof chinese): [string, string][] =>
  [voids, discount, refund, pause].flatMap(({ reasons }, kind) =>
    Object.entries(reasons).map(([name, text]): [string, string] => [`${kind} ${name}`, text]),
  );
const inLanguage = {
  'en-US': new Map(reasonsOf(english)),
  'zh-TW': new Map(reasonsOf(chinese)),
};
/** The name of each predefined reason, by its text in any language. */
const names = new Map(
  Object.values(inLanguage).flatMap((reasons) => [...reasons].map(([name, text]) => [text, name] as const)),
);

/**
 * Translates one of the predefined reasons of a void, discount, refund or pause into the reader's language. A reason in
 * somebody's own words stays as it is.
 */
export function translateReason(language: string, reason: string): string {
  const known: Readonly<Record<string, ReadonlyMap<string, string>>> = inLanguage;
  return known[language]?.get(names.get(reason) ?? '') ?? reason;
}
