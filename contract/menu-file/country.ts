/** Whether this is the code of a country that browsers can name (ISO 3166, two capital letters). */
export function isCountry(text: string): boolean {
  if (!/^[A-Z]{2}$/.test(text)) return false;
  return new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(text) !== undefined;
}
