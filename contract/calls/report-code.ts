/**
 * The digits of report codes. Diners say a code aloud, in English or Chinese, in a noisy restaurant. So there are no
 * letters, and no 1 and 9: yī sounds like qī (7), jiǔ like liù (6), and nine like five.
 */
const reportDigits = '02345678';
const length = 6;
const pattern = new RegExp(`^[${reportDigits}]{${length}}$`);

/** @param pick returns a random whole number below `limit` */
export function createReportCode(pick: (limit: number) => number): string {
  return Array.from({ length }, () => reportDigits[pick(reportDigits.length)]).join('');
}

export function isReportCode(text: string): boolean {
  return pattern.test(text);
}

/** Formats a code for reading and writing. */
export function formatReportCode(code: string): string {
  return `${code.slice(0, length / 2)} ${code.slice(length / 2)}`;
}

/** Reads a code as typed, with spaces or a dash. */
export function readReportCode(text: string): string {
  return text.replaceAll(/[\s-]/g, '');
}
