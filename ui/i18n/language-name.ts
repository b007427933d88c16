/** Names a language in its own words, or in those of a reader. Region and script are left out. */
export function nameLanguage(code: string, reader = code): string {
  return new Intl.DisplayNames(reader, { type: 'language' }).of(code.split('-')[0]!)!;
}
