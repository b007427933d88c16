import type { LanguageCode } from '#contract/http/headers.ts';

/** "Taiwan Time (Asia/Taipei)": by its country or city in the language of the page, and as everybody writes it. */
export function zoneText(timeZone: string, language: LanguageCode): string {
  const [short, long] = (['shortGeneric', 'longGeneric'] as const).map(
    (timeZoneName) =>
      new Intl.DateTimeFormat(language, { timeZone, timeZoneName })
        .formatToParts()
        .find(({ type }) => type === 'timeZoneName')?.value,
  );
  // ET and the like say nothing abroad.
  const name = /^[A-Z]+$/.test(short ?? '') ? long : short;
  const zone = timeZone.replaceAll('_', ' ');
  return name === undefined || /[+-]/.test(name) ? zone : `${name} (${zone})`;
}

/** Every time zone that the browser knows, by name. */
export function zonesIn(language: LanguageCode): { readonly value: string; readonly label: string }[] {
  const { compare } = new Intl.Collator(language);
  return Intl.supportedValuesOf('timeZone')
    .map((zone) => ({ value: zone, label: zoneText(zone, language) }))
    .sort((one, other) => compare(one.label, other.label));
}
