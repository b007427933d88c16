/** Returns the decimal digits of a text, of any script, as ASCII: `４١-५` → `415`. Other characters are left out. */
export function readDigits(text: string): string {
  return Array.from(text.normalize('NFKC'), toAsciiDigit).join('');
}

/** Unicode keeps the digits of every script in rows of ten, from zero to nine. */
function toAsciiDigit(character: string): string {
  if (!isDigit(character)) return '';
  const code = character.codePointAt(0)!;
  let first = code;
  while (isDigit(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

function isDigit(character: string): boolean {
  return /^\p{Nd}$/u.test(character);
}
