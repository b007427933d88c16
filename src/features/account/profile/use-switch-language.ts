import { useLocation, useNavigate } from 'react-router-dom';
import type { LanguageCode } from '#contract/http/headers.ts';
import { getPageEntry } from '#ui/navigation/back-layer.ts';
import { saveChosenLanguage } from '#ui/i18n/language-choice.ts';
import { translatePath } from '#ui/routes/routes.ts';

/** Returns a function that stores the language and opens the same page in it. */
export function useSwitchLanguage(): (language: LanguageCode) => void {
  const location = useLocation();
  const { pathname, search } = location;
  const navigate = useNavigate();
  return (language) => {
    saveChosenLanguage(language);
    const address = translatePath(pathname, language);
    if (address !== pathname)
      void navigate(address + search, { replace: true, state: getPageEntry(location).state });
  };
}
