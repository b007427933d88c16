import { defaultLanguage, languageCodes, type LanguageCode } from '#contract/http/headers.ts';

/** Returns the first of a phone's languages (BCP 47, best first) that the app has, ignoring script and region. */
export function pickLanguage(wanted: readonly string[]): LanguageCode {
  for (const tag of wanted) {
    const offered = languageCodes.find((code) => getPrimaryLanguage(code) === getPrimaryLanguage(tag));
    if (offered) return offered;
  }
  return defaultLanguage;
}

/** `zh-Hant-HK` → `zh`. */
function getPrimaryLanguage(tag: string): string {
  return tag.split('-', 1)[0]!.toLowerCase();
}
