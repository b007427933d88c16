import { useLocation } from 'react-router-dom';
import { useMemo } from 'react';
import type { LanguageCode } from '#contract/http/headers.ts';
import { getPathLanguage, createLinks, type Links } from './routes.ts';

/** The language that the address is written for (CP18: the locale follows the route). */
export function useLanguage(): LanguageCode {
  return getPathLanguage(useLocation().pathname);
}

/** Addresses in the current language. */
export function useLinks(): Links {
  const language = useLanguage();
  return useMemo(() => createLinks(language), [language]);
}
