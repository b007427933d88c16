import type { AppTheme, DinerColour } from '#src/theme/theme.ts';

/** A diner's colour: the same on every phone and at every visit, as it hangs on the id alone. */
export function dinerColour(userId: string, theme: Pick<AppTheme, 'diners'>): DinerColour {
  return theme.diners[hash(userId) % theme.diners.length]!;
}

/** FNV-1a, finished so that neighbouring ids fall far apart. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}
