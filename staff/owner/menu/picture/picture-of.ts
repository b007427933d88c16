import type { Product } from '#contract/calls/merchant.ts';

/** The address of a picture by its name, or none for an empty name. */
export function createPicture(name: string): Product['picture'] {
  if (name === '') return null;
  const address = `/pictures/${encodeURIComponent(name)}`;
  return { x1: `${address}@1x.webp`, x2: `${address}@2x.webp` };
}
