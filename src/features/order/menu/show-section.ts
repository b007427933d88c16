import { getScrollBehavior } from '#ui/theme/tokens.ts';

/** The element id of a section of the menu. */
export function getSectionId(categoryId: string): string {
  return `category-${categoryId}`;
}

/** The element id of the section's heading. */
export function getHeadingId(categoryId: string): string {
  return `${getSectionId(categoryId)}-name`;
}

/** The element id of the cart: of the bar that opens it, or of the cart next to the dishes. */
export const cartId = 'cart';

/** Scrolls to a section and focuses its heading. Returns the heading, or null if the page does not show the section. */
export function showSection(
  categoryId: string,
  behavior: ScrollBehavior = getScrollBehavior(),
): HTMLElement | null {
  const section = document.getElementById(getSectionId(categoryId));
  // In a long menu the rows on the way are rendered only now, and their heights were estimates. So it jumps, and once more.
  if (document.querySelector('[data-gap]')) {
    const jump = () => section?.scrollIntoView({ behavior: 'instant', block: 'start' });
    jump();
    requestAnimationFrame(() => requestAnimationFrame(jump));
  } else section?.scrollIntoView({ behavior, block: 'start' });
  const heading = document.getElementById(getHeadingId(categoryId));
  heading?.focus({ preventScroll: true });
  return heading;
}
