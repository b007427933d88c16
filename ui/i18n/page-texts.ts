import i18next from 'i18next';

/** The files that `import.meta.glob` found in the folders of the languages, by their paths. */
type Files = Readonly<Record<string, { readonly default: object }>>;

/** Adds the texts of a page that is loaded on demand, in all languages. */
export function addPageTexts(namespace: string, files: Files): void {
  for (const [path, { default: texts }] of Object.entries(files)) {
    const [language = ''] = path.split('/').slice(-2);
    i18next.addResourceBundle(language, namespace, texts);
  }
}
