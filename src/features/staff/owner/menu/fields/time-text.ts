import type { LanguageCode } from '#contract/http/headers.ts';

/** Day and time, as the language writes them. @param at ms */
export function timeText(at: number, language: LanguageCode): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}
