import { addPageTexts } from '#ui/i18n/page-texts.ts';

/** Adds the texts of this app, in all languages. Translation must have started. */
export function addStaffTexts(): void {
  addPageTexts('staff', import.meta.glob('/locales/*/staff.ts', { eager: true }));
}
