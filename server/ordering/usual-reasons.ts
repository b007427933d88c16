import { loadTexts } from '#locales/load-texts.ts';
import type { StaffTexts } from '#locales/texts.ts';
import { createReasonTranslator } from '#locales/usual-reasons.ts';

/** Translates a predefined reason, and returns any other one unchanged. */
export const translateReason = createReasonTranslator(await loadTexts<StaffTexts>('staff'));
