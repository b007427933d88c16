import { calmly, colour } from '#ui/theme/tokens.ts';

/** ms for which it stands out. */
const shownMs = 1_500;

/** Of a line in the cart. */
export function lineElementId(lineId: string): string {
  return `line-${lineId}`;
}

/** Brings a line of the open cart into sight, and lets it stand out for a moment. */
export function showLine(lineId: string): void {
  const line = document.getElementById(lineElementId(lineId));
  line?.scrollIntoView({ block: 'center', behavior: calmly() });
  line?.animate([{ backgroundColor: colour('accentSoft') }, { backgroundColor: 'transparent' }], shownMs);
}
