/** Writes a list of names with the separator of a language: `A, B, C`. No word like "and" stands before the last one. */
export function joinList(names: readonly string[], language: string): string {
  const format = new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' });
  // Only the first separator of three names is a separator in every language: Chinese has 和 before the last name.
  const separator = format.formatToParts(['1', '2', '3']).find(({ type }) => type === 'literal')?.value;
  return names.join(separator);
}
