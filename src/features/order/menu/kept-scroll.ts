import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { Category } from '#contract/calls/merchant.ts';
import { matchRoute } from '#ui/routes/navigation.ts';
import { showSection } from './show-section.ts';

/** A place on the menu: the uppermost dish in sight and how far its row stands below the header (px, may be negative). */
interface ScrollPlace {
  readonly top: number;
  readonly productId: string | undefined;
  readonly below: number;
}

/** Where on each merchant's menu the diner was, for as long as the app runs. */
const kept = new Map<string, ScrollPlace>();
/** Sections that the menu opens at when it is next shown. */
const wanted = new Map<string, string>();

/** The menu will open at this section, whatever was kept. */
export function openAtSection(merchantId: string, categoryId: string): void {
  wanted.set(merchantId, categoryId);
}

interface Shown {
  /** Every section of the menu, undefined while it loads; names the order of dishes. */
  readonly all: readonly Category[] | undefined;
  readonly sections: readonly Category[];
  headerHeight(): number;
}

/**
 * Coming back to the menu finds it where it was left (CP10: the order page is kept alive), and so does another
 * filter or language: the dish in sight stays, or the next one that is still shown.
 */
export function useKeptScroll(merchantId: string, { all, sections, headerHeight }: Shown): void {
  const restored = useRef(false);
  const shown = useRef(sections);
  const isReady = all !== undefined;

  const start = useEffectEvent(() => {
    const categoryId = wanted.get(merchantId);
    wanted.delete(merchantId);
    if (categoryId !== undefined && showSection(categoryId, 'instant')) return;
    restore(kept.get(merchantId), all ?? [], headerHeight());
  });
  const hold = useEffectEvent(() => restore(kept.get(merchantId), all ?? [], headerHeight()));

  useLayoutEffect(() => {
    if (!isReady) return;
    if (!restored.current) start();
    else if (shown.current !== sections) hold();
    restored.current = true;
    shown.current = sections;
  }, [isReady, sections]);

  const note = useEffectEvent(() => {
    // While the next page's code loads this one is hidden, which scrolls to the top; so does a menu that is loading.
    const isShown = isReady && matchRoute(location.pathname)?.name === 'order';
    if (restored.current && isShown) kept.set(merchantId, placeNow(headerHeight()));
  });
  useEffect(() => {
    const handleScroll = () => note();
    addEventListener('scroll', handleScroll, { passive: true });
    return () => removeEventListener('scroll', handleScroll);
  }, []);
}

function placeNow(header: number): ScrollPlace {
  for (const row of document.querySelectorAll<HTMLElement>('[data-dish]')) {
    const { top, bottom } = row.getBoundingClientRect();
    if (bottom > header) return { top: scrollY, productId: row.dataset['dish'], below: top - header };
  }
  return { top: scrollY, productId: undefined, below: 0 };
}

function restore(place: ScrollPlace | undefined, all: readonly Category[], header: number): void {
  const top = (place && place.top > 0 && topOf(place, all, header)) || (place?.top ?? 0);
  scrollTo({ top, behavior: 'instant' });
}

/** Where the page has to stand for its dish to be where it was; undefined when neither it nor a later one is shown. */
function topOf(
  { productId, below }: ScrollPlace,
  all: readonly Category[],
  header: number,
): number | undefined {
  const order = all.flatMap(({ products }) => products.map(({ id }) => id));
  const index = order.indexOf(productId ?? '');
  if (index < 0) return undefined;
  for (const id of order.slice(index)) {
    const row = document.querySelector(`[data-dish="${CSS.escape(id)}"]`);
    if (row)
      return (
        scrollY + row.getBoundingClientRect().top - header - (id === productId ? below : Math.max(below, 0))
      );
  }
  return undefined;
}
