/**
 * Words and counts of quantities. Pieces are counted. A dish sold by weight shows its weight and counts as one dish.
 */

/** A number followed by letters, such as "100 g" or "2,5 kg"; not "1/2 lb" or "6 x 50 g". */
const measure = /^(\d+)(?:([.,])(\d+))?(\s*\p{L}[^\d]*)$/u;

/**
 * Returns the weight of several steps: three steps of "100 g" are "300 g", three of "half a pound" are "3 × half a
 * pound".
 *
 * @param unitLabel the weight of one step; empty for pieces
 */
export function describeWeight(steps: number, unitLabel = ''): string | undefined {
  if (unitLabel === '') return undefined;
  const [, whole = '', mark = '.', part = '', unit = ''] = measure.exec(unitLabel) ?? [];
  // "1,000 g" may mean a thousand or one.
  if (unit === '' || part.length > 2) return `${steps}\u00a0×\u00a0${unitLabel}`;
  const scale = 10 ** part.length;
  return `${(Number(whole + part) * steps) / scale}`.replace('.', mark) + unit;
}

/** Returns "3 ×", or "300 g" for a dish sold by weight. */
export function describeQuantity(quantity: number, unitLabel?: string): string {
  return describeWeight(quantity, unitLabel) ?? `${quantity}\u00a0×`;
}

/** Returns how many dishes a quantity is. */
export function countDishes(quantity: number, unitLabel = ''): number {
  return unitLabel === '' ? quantity : Math.min(quantity, 1);
}
