import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

/** How far below the screen something counts as nearly seen. */
const ahead = '400px';

/** Calls once each time that the element comes near the screen, for as long as `enabled`. */
export function useWhenSeen<Element extends HTMLElement>(
  enabled: boolean,
  onSeen: () => void,
): RefObject<Element | null> {
  const element = useRef<Element>(null);
  const seen = useEffectEvent(onSeen);

  useEffect(() => {
    if (!enabled || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) seen();
      },
      { rootMargin: ahead },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [enabled]);

  return element;
}
