import type { LanguageCode } from '#contract/http/headers.ts';

/** Names a time zone in the page's language, for example "Taiwan Time (Asia/Taipei)". */
export function formatZone(timeZone: string, language: LanguageCode): string {
  const [short, long] = (['shortGeneric', 'longGeneric'] as const).map(
    (timeZoneName) =>
      new Intl.DateTimeFormat(language, { timeZone, timeZoneName })
        .formatToParts()
        .find(({ type }) => type === 'timeZoneName')?.value,
  );
  // Abbreviations such as ET are not known abroad.
  const name = /^[A-Z]+$/.test(short ?? '') ? long : short;
  const zone = timeZone.replaceAll('_', ' ');
  return name === undefined || /[+-]/.test(name) ? zone : `${name} (${zone})`;
}

/** All time zones that the browser knows, sorted by name. */
export function listZones(language: LanguageCode): { readonly value: string; readonly label: string }[] {
  const { compare } = new Intl.Collator(language);
  return Intl.supportedValuesOf('timeZone')
    .map((zone) => ({ value: zone, label: formatZone(zone, language) }))
    .sort((one, other) => compare(one.label, other.label));
}
