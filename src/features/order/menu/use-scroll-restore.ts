/**
 * Restores the place on the menu where the diner was.
 *
 * The place is the topmost visible dish and its distance from the header, not a number of pixels. So it also holds after
 * the menu was shown in another language or with another filter, when the rows have other heights.
 */
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { Category } from '#contract/calls/merchant.ts';
import { matchRoute } from '#ui/routes/navigation.ts';
import { showSection } from './show-section.ts';

interface ScrollPlace {
  /** The scroll position of the page, px. */
  readonly top: number;
  /** The topmost visible dish. */
  readonly productId: string | undefined;
  /** How far its row is below the header, px; negative if the header covers its beginning. */
  readonly below: number;
}

/** By merchant id. The places are lost when the app is closed. */
const places = new Map<string, ScrollPlace>();
/** By merchant id, the section at which the menu opens next. */
const nextSections = new Map<string, string>();

/** Makes the menu open at this section next time, instead of at its last place. */
export function openAtSection(merchantId: string, categoryId: string): void {
  nextSections.set(merchantId, categoryId);
}

interface Shown {
  /** All sections of the menu, with all dishes; undefined while it loads. */
  readonly all: readonly Category[] | undefined;
  /** The sections and dishes that the filter leaves. */
  readonly sections: readonly Category[];
  headerHeight(): number;
}

/** Restores the place when the diner comes back to the menu, or changes the filter or the language. */
export function useScrollRestore(merchantId: string, { all, sections, headerHeight }: Shown): void {
  const restored = useRef(false);
  const shown = useRef(sections);
  const isReady = all !== undefined;

  const start = useEffectEvent(() => {
    const categoryId = nextSections.get(merchantId);
    nextSections.delete(merchantId);
    if (categoryId !== undefined && showSection(categoryId, 'instant')) return;
    restorePlace(places.get(merchantId), all ?? [], headerHeight());
  });
  const hold = useEffectEvent(() => restorePlace(places.get(merchantId), all ?? [], headerHeight()));

  useLayoutEffect(() => {
    if (!isReady) return;
    if (!restored.current) start();
    else if (shown.current !== sections) hold();
    restored.current = true;
    shown.current = sections;
  }, [isReady, sections]);

  const storePlace = useEffectEvent(() => {
    // The browser scrolls to the top while the menu loads, and while this page is hidden because the next one loads.
    const isShown = isReady && matchRoute(location.pathname)?.name === 'order';
    if (restored.current && isShown) places.set(merchantId, measureScrollPlace(headerHeight()));
  });
  useEffect(() => {
    const handleScroll = () => storePlace();
    addEventListener('scroll', handleScroll, { passive: true });
    return () => removeEventListener('scroll', handleScroll);
  }, []);
}

function measureScrollPlace(header: number): ScrollPlace {
  for (const row of document.querySelectorAll<HTMLElement>('[data-dish]')) {
    const { top, bottom } = row.getBoundingClientRect();
    if (bottom > header) return { top: scrollY, productId: row.dataset['dish'], below: top - header };
  }
  return { top: scrollY, productId: undefined, below: 0 };
}

function restorePlace(place: ScrollPlace | undefined, all: readonly Category[], header: number): void {
  const top = (place && place.top > 0 && findTop(place, all, header)) || (place?.top ?? 0);
  scrollTo({ top, behavior: 'instant' });
}

/**
 * The scroll position that brings the dish back to its place. If the dish is not shown any more, the next dish that is
 * shown takes its place. Returns undefined if there is none.
 */
function findTop(
  { productId, below }: ScrollPlace,
  all: readonly Category[],
  header: number,
): number | undefined {
  const order = all.flatMap(({ products }) => products.map(({ id }) => id));
  const index = order.indexOf(productId ?? '');
  if (index < 0) return undefined;
  for (const id of order.slice(index)) {
    const row = document.querySelector(`[data-dish="${CSS.escape(id)}"]`);
    // The row is left out of a long menu, whose gaps are as high as the rows were.
    if (!row && document.querySelector('[data-gap]')) return undefined;
    if (row)
      return (
        scrollY + row.getBoundingClientRect().top - header - (id === productId ? below : Math.max(below, 0))
      );
  }
  return undefined;
}
