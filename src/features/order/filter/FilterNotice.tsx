import { lazy, Suspense, useState } from 'react';
import { filterSize } from '#projections/menu/menu-filter.ts';
import { useDishFilter } from './dish-filter.ts';
import type { FilterNoticeProps } from './FilterConditions.tsx';

const FilterConditions = lazy(() => import('./FilterConditions.tsx'));

/** What the filter is set to; from its first condition on, so that the last one's way out keeps the focus. */
export function FilterNotice(props: FilterNoticeProps) {
  const isSet = filterSize(useDishFilter()) > 0;
  const [wasSet, setWasSet] = useState(isSet);
  if (isSet && !wasSet) setWasSet(true);
  return wasSet ? (
    <Suspense fallback={null}>
      <FilterConditions {...props} />
    </Suspense>
  ) : null;
}
