import { calmly } from '#src/theme/calmly.ts';

/** The anchor of a section of the menu. */
export function sectionId(categoryId: string): string {
  return `category-${categoryId}`;
}

/** Scrolls the menu to a section; false when the page shows no such section. */
export function showSection(categoryId: string): boolean {
  const section = document.getElementById(sectionId(categoryId));
  section?.scrollIntoView({ behavior: calmly(), block: 'start' });
  return section !== null;
}
