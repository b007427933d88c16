import { useLocation } from 'react-router-dom';
import { matchRoute } from '#ui/routes/navigation.ts';
import { useEffectWhen } from '#ui/timing/callback-hooks.ts';

/**
 * Delays code and requests that the first page does not need until that page has been painted with its content.
 * Pages report this with `reportPageShown`. Work that can wait awaits `waitForFirstPage`.
 */

/** When the waiting work starts in any case, ms. Without a network the page may never get its content. */
const timeoutMs = 4_000;

let isShown = false;
let resolveShown = () => {};
const shown = new Promise<void>((resolve) => {
  resolveShown = resolve;
});
const markShown = () => {
  isShown = true;
  resolveShown();
};
setTimeout(markShown, timeoutMs);

export function isFirstPageShown(): boolean {
  return isShown;
}

export function waitForFirstPage(): Promise<void> {
  return shown;
}

/** Called by a page once it renders its content. Only the first call of a visit has an effect. */
export function reportPageShown(): void {
  // A hidden page gets no animation frames.
  if (document.visibilityState === 'visible') requestAnimationFrame(() => setTimeout(markShown));
  else markShown();
}

/** Reports pages other than the menu as soon as they open, because they are small. The menu reports itself. */
export function useReportFirstPage(): void {
  const { pathname } = useLocation();
  useEffectWhen(matchRoute(pathname)?.name !== 'order', reportPageShown);
}
