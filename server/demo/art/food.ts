/** Ingredients. Pieces are drawn about the origin; whatever fills a vessel is drawn on the sheet itself. */
export * from './food-dumplings.ts';
export * from './food-fillings.ts';
export * from './food-greens-and-eggs.ts';
export * from './food-seafood-and-meat.ts';
export * from './food-shapes.ts';
export * from './food-sprinkles.ts';
