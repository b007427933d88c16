import { useLocation } from 'react-router-dom';
import { matchRoute } from '#ui/routes/navigation.ts';
import { useWhen } from '#ui/timing/use-steady.ts';

/** ms after which what follows the first page no longer waits for it: it may have no network. */
const patience = 4_000;

let isStanding = false;
let resolveStanding = () => {};
const standing = new Promise<void>((resolve) => {
  resolveStanding = resolve;
});
const say = () => {
  isStanding = true;
  resolveStanding();
};
setTimeout(say, patience);

/** False while the visit's first page is still on its way. */
export function isFirstPageShown(): boolean {
  return isStanding;
}

/** Resolves once the first page has been painted with what it was opened for; what it does not need waits for it. */
export function whenFirstPageShown(): Promise<void> {
  return standing;
}

/** Called by a page that shows what it was opened for. Only the first call of a visit counts. */
export function reportPageShown(): void {
  // After the next frame; a page that nobody looks at has none.
  if (document.visibilityState === 'visible') requestAnimationFrame(() => setTimeout(say));
  else say();
}

/** The menu says itself when it stands; what is on every other page is small, and nothing has to wait for it. */
export function useReportFirstPage(): void {
  const { pathname } = useLocation();
  useWhen(matchRoute(pathname)?.name !== 'order', reportPageShown);
}
