/**
 * What a diner says aloud, in a full restaurant, in English or Chinese: digits alone, for letters have no name that both
 * know. 1 and 9 are left out: yī is heard as qī (7), jiǔ as liù (6), nine as five.
 */
const reportDigits = '02345678';
const length = 6;
const pattern = new RegExp(`^[${reportDigits}]{${length}}$`);

/** @param pick a whole number below `limit`, at random */
export function createReportCode(pick: (limit: number) => number): string {
  return Array.from({ length }, () => reportDigits[pick(reportDigits.length)]).join('');
}

export function isReportCode(text: string): boolean {
  return pattern.test(text);
}

/** As it is read out and written down. */
export function spacedCode(code: string): string {
  return `${code.slice(0, length / 2)} ${code.slice(length / 2)}`;
}

/** However somebody typed it: with spaces, with a dash. */
export function typedCode(text: string): string {
  return text.replaceAll(/[\s-]/g, '');
}
