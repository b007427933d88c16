import { useCartEngine } from '#src/kit/cart/hooks.ts';
import { useLazyPart } from '#src/kit/popups/lazy-popup.ts';

/** What the app says and asks by itself: none of it before the first page stands. */
export const loadUnasked = () => import('./Unasked.tsx');

export function ByItself() {
  const needed = useCartEngine() !== undefined;
  const { Popup: Unasked } = useLazyPart(loadUnasked, { needed });
  return Unasked && <Unasked />;
}
