/** Fills the placeholders of a text, such as `{{name}}`, for texts that are not translated by i18next. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}
