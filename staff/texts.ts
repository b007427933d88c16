import i18next from 'i18next';
import english from '#locales/en-US/staff.ts';
import chinese from '#locales/zh-TW/staff.ts';

/** Adds the texts of this app, in all languages. Translation must have started. */
export function addStaffTexts(): void {
  i18next.addResourceBundle('en-US', 'staff', english);
  i18next.addResourceBundle('zh-TW', 'staff', chinese);
}
