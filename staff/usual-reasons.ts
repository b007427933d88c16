import type { StaffTexts } from '#locales/texts.ts';
import { indexByLanguage } from '#locales/by-language.ts';
import { createReasonTranslator } from '#locales/usual-reasons.ts';

const texts = indexByLanguage(
  import.meta.glob<StaffTexts>('./*/staff.ts', { base: '/locales', eager: true, import: 'default' }),
);

/** Translates a predefined reason, and returns any other one unchanged. */
export const translateReason = createReasonTranslator(texts);
