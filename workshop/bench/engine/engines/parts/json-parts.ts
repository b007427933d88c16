/** Stored text of one record for each line. */
export function linesOf(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join('\n');
}

export function parseLines<T>(text: string): T[] {
  return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line) as T);
}
