import { useCartEngine } from '#src/cart/hooks.ts';
import { useLazyPart } from '#src/popups/lazy-popup.ts';

/** What the app says and asks by itself: none of it before the first page stands. */
export const loadAutomaticPopups = () => import('./AutomaticPopupsBody.tsx');

export function AutomaticPopups() {
  const needed = useCartEngine() !== undefined;
  const { Popup: AutomaticPopupsBody } = useLazyPart(loadAutomaticPopups, { needed });
  return AutomaticPopupsBody && <AutomaticPopupsBody />;
}
