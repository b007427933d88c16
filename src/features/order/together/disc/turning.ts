import { useRef, type DragEvent, type PointerEvent } from 'react';

/** A finger that moves less has tapped, px. */
const tapRoom = 6;

/** An angle on the turntable, moved on as far as it was turned by hand. @param way -1: what stays upright on it */
export function turned(angle: number, way: 1 | -1 = 1): string {
  return `calc(${angle}deg + var(--turn, 0deg) * ${way})`;
}

/** Lets a finger turn the table: nothing renders again, only the angle moves. */
export function useTurning() {
  const turn = useRef(0);
  const held = useRef<{ readonly id: number; readonly x: number; readonly y: number; last: number }>(
    undefined,
  );
  const hasMoved = useRef(false);

  return {
    /** True for the click that ends a turn. */
    hasMoved: () => hasMoved.current,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const { pointerId: id, clientX: x, clientY: y } = event;
        held.current = { id, x, y, last: angleOfPointer(event) };
        hasMoved.current = false;
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const hold = held.current;
        if (hold?.id !== event.pointerId) return;
        if (!hasMoved.current && Math.hypot(event.clientX - hold.x, event.clientY - hold.y) < tapRoom) return;
        const now = angleOfPointer(event);
        if (!hasMoved.current) {
          hasMoved.current = true;
          event.currentTarget.setPointerCapture(event.pointerId);
        } else turn.current += shortest(now - hold.last);
        hold.last = now;
        event.currentTarget.style.setProperty('--turn', `${turn.current}deg`);
        event.currentTarget.style.setProperty('--turning', '0s');
      },
      // A browser would carry the picture away.
      onDragStart: (event: DragEvent) => event.preventDefault(),
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        held.current = undefined;
        event.currentTarget.style.removeProperty('--turning');
      },
      onPointerCancel: (event: PointerEvent<HTMLElement>) => {
        held.current = undefined;
        event.currentTarget.style.removeProperty('--turning');
      },
    },
  };
}

/** Degrees around the middle of the table. */
function angleOfPointer({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): number {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return (Math.atan2(clientY - top - height / 2, clientX - left - width / 2) * 180) / Math.PI;
}

/** From -180 to 180 degrees: a finger that passes the left side goes on. */
export function shortest(angle: number): number {
  return ((((angle + 180) % 360) + 360) % 360) - 180;
}
