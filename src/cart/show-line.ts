import { getScrollBehavior, colour } from '#ui/theme/tokens.ts';

/** How long a line is highlighted, ms. */
const highlightMs = 1_500;

/** The id of a cart line's element. */
export function createLineElementId(lineId: string): string {
  return `line-${lineId}`;
}

/** Scrolls to a line of the open cart and highlights it for a moment. */
export function showLine(lineId: string): void {
  const line = document.getElementById(createLineElementId(lineId));
  line?.scrollIntoView({ block: 'center', behavior: getScrollBehavior() });
  line?.animate([{ backgroundColor: colour('accentSoft') }, { backgroundColor: 'transparent' }], highlightMs);
}

/** The id of the dish's name in this element, for buttons whose own name does not contain it. */
export function createNameId(elementId: string): string {
  return `${elementId}-name`;
}
