/** What a phone calls of the engine and the merge. `engine-code.ts` measures their size. */
export { mergeAll, mergeNews } from '#projections/merge/cart-view.ts';
export { openPhone } from '#sync/open.ts';
export { findNextDue, step } from '#sync/step.ts';
export { provideSnapshotParts } from '#sync/protocols/registry.ts';
