import { createContext, createElement, Suspense, use, type ComponentType } from 'react';

export interface ReportProps {
  /** What broke, for those who mend it. */
  readonly error?: string | undefined;
}

/** The way to support, which the shell puts in; without one there is none. */
export const ReportContext = createContext<ComponentType<ReportProps> | undefined>(undefined);

/** Where a page offers to tell support what went wrong; it comes a moment after the page that it stands on. */
export function ReportSlot({ error }: ReportProps) {
  const report = use(ReportContext);
  return report && <Suspense>{createElement(report, { error })}</Suspense>;
}
