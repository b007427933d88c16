import { useRef, useState, type PointerEvent } from 'react';

/** Px from which a finger means to swipe, and not to tap or scroll; and from which the swipe is done. */
const begins = 16;
const isEnough = 96;

/** A swipe to the right. The element needs `touch-action: pan-y`, so that the page still scrolls. */
export function useSwipe(onSwiped: () => void) {
  const start = useRef<{ readonly id: number; readonly x: number }>(undefined);
  const [moved, setMoved] = useState(0);
  const end = () => {
    start.current = undefined;
    setMoved(0);
  };
  return {
    /** Px to the right so far; 0 while nobody swipes. */
    moved,
    handlers: {
      onPointerDown: ({ pointerId, clientX }: PointerEvent) => {
        start.current = { id: pointerId, x: clientX };
      },
      onPointerMove: ({ pointerId, clientX, currentTarget }: PointerEvent) => {
        if (start.current?.id !== pointerId) return;
        const x = clientX - start.current.x;
        // From here on it is no tap on what lies under the finger.
        if (x > begins) currentTarget.setPointerCapture(pointerId);
        setMoved(x > begins ? x : 0);
      },
      onPointerUp: ({ pointerId }: PointerEvent) => {
        if (start.current?.id === pointerId && moved > isEnough) onSwiped();
        end();
      },
      onPointerCancel: end,
    },
  };
}
