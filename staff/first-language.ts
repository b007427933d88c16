import { preferredLanguage } from '#ui/i18n/language-choice.ts';
import { languageOfPath, localePrefix } from '#ui/routes/routes.ts';

/**
 * Goes on at the address of the language that was chosen on this device, else of the browser's: `/staff` is what people
 * type and what the server prints, whoever they are. The code behind `#` goes along.
 */
export function goOnInFirstLanguage(): void {
  const { pathname, search, hash } = location;
  if (languageOfPath(pathname) !== 'en-US') return;
  const prefix = localePrefix[preferredLanguage()];
  if (prefix !== '') history.replaceState(history.state, '', prefix + pathname + search + hash);
}
