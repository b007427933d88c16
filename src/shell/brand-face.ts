/**
 * The face of the restaurant's name and of headings, for languages in Latin letters. `GlobalStyle` names the families in the
 * variable `--heading`: first this one, then a face of the phone that is as wide and as high, so that nothing moves when
 * this one arrives. A browser loads the file once a heading is shown in it, so not on a Chinese page.
 */
import address from '@fontsource/fraunces/files/fraunces-latin-700-normal.woff2?url';
import { brandFace } from '#ui/theme/tokens.ts';

/** Adds the face to the page, unless the diner saves data. Called after the first page is shown. */
export function addBrandFace(): void {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  if (connection?.saveData) return;
  const style = document.createElement('style');
  style.textContent = `@font-face {
    font-family: ${brandFace};
    src: url(${address}) format('woff2');
    font-weight: 700;
    font-display: swap;
  }`;
  document.head.append(style);
}
