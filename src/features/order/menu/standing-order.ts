import { useMemo, useState } from 'react';
import type { Category } from '#contract/calls/merchant.ts';

const none: readonly Category[] = [];

/**
 * D65: while the menu stands open its sections keep their places, also one whose hour strikes: nothing moves under a
 * finger. The next visit finds it where the restaurant has it.
 * @param all the menu's sections as they are now, undefined while it loads
 * @param shown those of them that are shown
 */
export function useStandingOrder(
  all: readonly Category[] = none,
  shown: readonly Category[],
): readonly Category[] {
  const [first, setFirst] = useState(all);
  // Another menu has other sections.
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
