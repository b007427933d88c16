import { defaultLanguage, languageCodes, type LanguageCode } from '#contract/http/headers.ts';

/** The first of a phone's languages (BCP 47, best first) that is offered in any script or region, else the default. */
export function pickLanguage(wanted: readonly string[]): LanguageCode {
  for (const tag of wanted) {
    const offered = languageCodes.find((code) => spoken(code) === spoken(tag));
    if (offered) return offered;
  }
  return defaultLanguage;
}

/** `zh` of `zh-Hant-HK`. */
function spoken(tag: string): string {
  return tag.split('-', 1)[0]!.toLowerCase();
}
