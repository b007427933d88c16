import { useRef, useState, type PointerEvent } from 'react';

/** Distances in px: a longer move is a swipe and not a tap, and a swipe of this length is complete. */
const begins = 16;
const isEnough = 96;

/** Recognizes a swipe to the right. The element needs `touch-action: pan-y`, so that the page still scrolls. */
export function useSwipe(onSwiped: () => void) {
  const start = useRef<{ readonly id: number; readonly x: number }>(undefined);
  const [moved, setMoved] = useState(0);
  const end = () => {
    start.current = undefined;
    setMoved(0);
  };
  return {
    /** How far the finger has moved to the right, px. 0 without a swipe. */
    moved,
    handlers: {
      onPointerDown: ({ pointerId, clientX }: PointerEvent) => {
        start.current = { id: pointerId, x: clientX };
      },
      onPointerMove: ({ pointerId, clientX, currentTarget }: PointerEvent) => {
        if (start.current?.id !== pointerId) return;
        const x = clientX - start.current.x;
        // Captures the pointer, so that the swipe does not end as a tap on the element below.
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
