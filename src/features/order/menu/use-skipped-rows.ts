import { useLayoutEffect } from 'react';
import type { Category } from '#contract/calls/merchant.ts';
import { sectionHeading } from './show-section.ts';

/**
 * Lets the browser skip the menu's rows that are out of sight, once it has laid them out: they keep the height that they
 * had (`contain-intrinsic-size`), until something else is listed or heights change with the width or the text's size.
 * Rows in sight at that moment are left as they are: skipped for a frame they would count as having moved.
 */
export function useSkippedRows(listed: readonly Category[]): void {
  useLayoutEffect(() => {
    const heading = listed[0] && document.getElementById(sectionHeading(listed[0].id));
    if (!heading) return;
    let skipped: readonly HTMLElement[] = [];
    let frame = 0;
    const show = () => {
      cancelAnimationFrame(frame);
      for (const { style } of skipped) style.contentVisibility = '';
      skipped = [];
    };
    const skip = () => {
      skipped = [...document.querySelectorAll<HTMLElement>('[data-dish]')].filter(isOutOfSight);
      for (const { style } of skipped) style.contentVisibility = 'auto';
    };
    // A heading is as wide as the page and as tall as its text. It is told after a layout, the next frame knows all heights.
    const observer = new ResizeObserver(() => {
      show();
      frame = requestAnimationFrame(skip);
    });
    observer.observe(heading);
    return () => {
      observer.disconnect();
      // Before anybody measures what is listed next.
      show();
    };
  }, [listed]);
}

function isOutOfSight(row: Element): boolean {
  const { top, bottom } = row.getBoundingClientRect();
  return bottom < 0 || top > innerHeight;
}
