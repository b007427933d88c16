import { calmly } from '#ui/theme/tokens.ts';

/** The anchor of a section of the menu. */
export function sectionId(categoryId: string): string {
  return `category-${categoryId}`;
}

/** The anchor of its heading. */
export function sectionHeading(categoryId: string): string {
  return `${sectionId(categoryId)}-name`;
}

/** The anchor of the cart: the bar that opens it, else the cart beside the dishes. */
export const cartId = 'cart';

/** Scrolls to a section and leaves the focus at its heading, which is answered; null when the page shows no such section. */
export function showSection(categoryId: string, behavior: ScrollBehavior = calmly()): HTMLElement | null {
  document.getElementById(sectionId(categoryId))?.scrollIntoView({ behavior, block: 'start' });
  const heading = document.getElementById(sectionHeading(categoryId));
  heading?.focus({ preventScroll: true });
  return heading;
}
