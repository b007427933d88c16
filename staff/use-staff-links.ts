import { useLanguage } from '#ui/routes/language.ts';
import { createStaffLinks } from './routes.ts';

/** Addresses in the current language. */
export function useStaffLinks() {
  return createStaffLinks(useLanguage());
}
