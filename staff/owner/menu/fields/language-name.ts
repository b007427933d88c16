import { nameLanguage } from '#ui/i18n/language-name.ts';
import { useLanguage } from '#ui/routes/language.ts';

/** Names a language of the menu in the language of the page. */
export function useLanguageName(): (code: string) => string {
  const spoken = useLanguage();
  return (code) => nameLanguage(code, spoken);
}
