/** Whether a table's name is a number or a code like "B3". A name in words, such as "Terrace", needs no "Table" before it. */
export function isTableNumber(name: string): boolean {
  return /^\p{L}{0,2}[\s-]?\d+\p{L}?$/u.test(name);
}
