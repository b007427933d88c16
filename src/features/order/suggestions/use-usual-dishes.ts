import { useOrderPlace } from '#src/cart/hooks.ts';
import { useEffectWhen } from '#ui/timing/callback-hooks.ts';
import { useSuggestions } from './use-suggestions.ts';

/** Called with the ids of the diner's usual dishes. */
export type OnUsual = (ids: readonly string[]) => void;

const mostDishes = 4;

/** From this scroll position on, nothing is inserted above: the diner reads the menu, and it must not move. px */
const topPx = 80;

/** Calls back once with the dishes that the diner ordered in earlier visits. */
export function useUsualDishes(onKnown: OnUsual | undefined): void {
  const { index } = useOrderPlace();
  const usual = useSuggestions()?.usual;
  useEffectWhen(usual !== undefined, () => {
    if (!usual || scrollY >= topPx) return;
    onKnown?.(usual.filter((id) => index.get(id)?.soldOut === false).slice(0, mostDishes));
  });
}
