import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Shown } from './listeners.ts';

/**
 * Returns a part of a shown value. The component renders again only if `select` returns another object.
 *
 * `useSyncExternalStore` would do the same, but it renders every change at once, even one that is notified in a
 * transition. Here the rendered value is React's own state, so a tap interrupts a transition, and until the transition
 * ends all components show the value before it.
 *
 * @param select may depend on props
 */
export function useShown<S, T>(source: Shown<S> | undefined, fallback: S, select: (value: S) => T): T {
  const read = () => ({ source, value: source ? source.value : fallback });
  const [held, setHeld] = useState(read);
  /** What `held` is now, or will be when a transition under way ends. */
  const last = useRef(held);
  const follow = useEffectEvent(() => {
    const [before, next] = [last.current, read()];
    // The same part needs no render. But a later `select` needs the newest value, and the old value becomes free.
    if (before.source === source && Object.is(select(before.value), select(next.value)))
      before.value = next.value;
    else setHeld((last.current = next));
  });
  useEffect(() => {
    // The value may have changed since the render.
    follow();
    return source?.listen(() => follow());
  }, [source]);
  return select((held.source === source ? held : read()).value);
}
