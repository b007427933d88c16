import english from './en-US/staff.ts';
import chinese from './zh-TW/staff.ts';

const inLanguage = { 'en-US': english.void.reasons, 'zh-TW': chinese.void.reasons } as const;
const names = Object.keys(english.void.reasons) as (keyof typeof english.void.reasons)[];

/** Translates one of the predefined reasons into the reader's language. A reason in somebody's own words stays as it is. */
export function voidReasonIn(language: keyof typeof inLanguage, reason: string): string {
  const name = names.find((each) => Object.values(inLanguage).some((reasons) => reasons[each] === reason));
  return name ? inLanguage[language][name] : reason;
}
