import { useLanguage } from '#ui/routes/language.ts';
import { staffLinksFor } from './routes.ts';

/** Addresses in the current language. */
export function useStaffLinks() {
  return staffLinksFor(useLanguage());
}
