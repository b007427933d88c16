import { useLocation } from 'react-router-dom';
import { useMemo } from 'react';
import type { LanguageCode } from '#contract/http/headers.ts';
import { getPathLanguage, createLinks, type Links } from './routes.ts';

/** The language of the present address. */
export function useLanguage(): LanguageCode {
  return getPathLanguage(useLocation().pathname);
}

/** Functions that build addresses in the current language. */
export function useLinks(): Links {
  const language = useLanguage();
  return useMemo(() => createLinks(language), [language]);
}
