import type { Product } from '#contract/calls/merchant.ts';

/** Where the server has a picture, by its name; none for none. */
export function pictureOf(name: string): Product['picture'] {
  if (name === '') return null;
  const address = `/pictures/${encodeURIComponent(name)}`;
  return { x1: `${address}@1x.webp`, x2: `${address}@2x.webp` };
}
