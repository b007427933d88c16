import { getPreferredLanguage } from '#ui/i18n/language-choice.ts';
import { getPathLanguage, getLocalePrefix } from '#ui/routes/routes.ts';

/**
 * Moves to the address in the language that was chosen on this device, or else in the browser's language. People type
 * `/staff`, and the server prints it, whatever their language. A code behind `#` is kept.
 */
export function switchToPreferredLanguage(): void {
  const { pathname, search, hash } = location;
  if (getPathLanguage(pathname) !== 'en-US') return;
  const prefix = getLocalePrefix(getPreferredLanguage());
  if (prefix !== '') history.replaceState(history.state, '', prefix + pathname + search + hash);
}
