import type { StaffNamesTexts } from '#locales/texts.ts';
import { indexByLanguage } from '#locales/by-language.ts';

/** Names that pages propose, in all languages. */
export const staffNames = indexByLanguage(
  import.meta.glob<StaffNamesTexts>('./*/staff-names.ts', {
    base: '/locales',
    eager: true,
    import: 'default',
  }),
);
