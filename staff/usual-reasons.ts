import type { StaffTexts } from '#locales/texts.ts';
import { createReasonTranslator } from '#locales/usual-reasons.ts';

/** The texts by their paths, like `./en-US/staff.ts`. */
const files = import.meta.glob<StaffTexts>('./*/staff.ts', {
  base: '/locales',
  eager: true,
  import: 'default',
});
const byLanguage = Object.entries(files).map(([path, texts]) => [path.split('/')[1]!, texts] as const);

/** Translates a predefined reason, and returns any other one unchanged. */
export const translateReason = createReasonTranslator(Object.fromEntries(byLanguage));
