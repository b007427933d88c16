import { lazy, Suspense, useState } from 'react';
import { filterSize } from '#projections/menu/menu-filter.ts';
import { useDishFilter } from './dish-filter.ts';
import type { FilterNoticeProps } from './FilterConditions.tsx';

const FilterConditions = lazy(() => import('./FilterConditions.tsx'));

/** The conditions of the filter. It stays after the last one was removed, because the focus must stay there. */
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
