import english from './en-US/staff.ts';
import chinese from './zh-TW/staff.ts';

const inLanguage = { 'en-US': english.void.reasons, 'zh-TW': chinese.void.reasons } as const;
const names = Object.keys(english.void.reasons) as (keyof typeof english.void.reasons)[];

/** One of the usual reasons in the reader's language, whoever gave it; words of somebody's own stay as they are. */
export function voidReasonIn(language: keyof typeof inLanguage, reason: string): string {
  const name = names.find((each) => Object.values(inLanguage).some((reasons) => reasons[each] === reason));
  return name ? inLanguage[language][name] : reason;
}
