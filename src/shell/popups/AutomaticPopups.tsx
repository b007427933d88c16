import { useCartEngine } from '#src/cart/hooks.ts';
import { useLazyPart } from '#src/popups/lazy-popup.ts';

/** Notices and questions that the app shows without a tap. They load after the first page is shown. */
export const loadAutomaticPopups = () => import('./AutomaticPopupsBody.tsx');

export function AutomaticPopups() {
  const needed = useCartEngine() !== undefined;
  const { Popup: AutomaticPopupsBody } = useLazyPart(loadAutomaticPopups, { needed });
  return AutomaticPopupsBody && <AutomaticPopupsBody />;
}
