import { lazy, Suspense, type ComponentType } from 'react';
import type { Props } from './ReportOpener.tsx';

// Not in the way of the first page; where its code can't be had, the page still says what it says.
const ReportOpener = lazy((): Promise<{ default: ComponentType<Props> }> =>
  import('./ReportOpener.tsx').catch(() => ({ default: () => null })),
);

/** The way to tell support what went wrong; it comes a moment after the page that it stands on. */
export function ReportButton({ error }: Props) {
  return (
    <Suspense>
      <ReportOpener error={error} />
    </Suspense>
  );
}
