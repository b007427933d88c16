import { useMemo, useState } from 'react';
import type { Category } from '#contract/calls/merchant.ts';

const none: readonly Category[] = [];

/**
 * Keeps the order of the sections while the menu is open, so that nothing moves under the diner's finger. For example,
 * the restaurant puts the lunch section first at noon. Diners see that order only at their next visit.
 *
 * @param all all sections in the restaurant's current order; undefined while the menu loads
 * @param shown the sections that the filter leaves
 */
export function useStableSections(
  all: readonly Category[] = none,
  shown: readonly Category[],
): readonly Category[] {
  const [first, setFirst] = useState(all);
  // With other sections it is another menu, which starts in its own order.
  const isSame = all.length === first.length && all.every(({ id }) => placeOf(id, first) >= 0);
  if (!isSame) setFirst(all);
  return useMemo(
    () => [...shown].sort((one, other) => placeOf(one.id, first) - placeOf(other.id, first)),
    [shown, first],
  );
}

function placeOf(sectionId: string, order: readonly Category[]): number {
  return order.findIndex(({ id }) => id === sectionId);
}
