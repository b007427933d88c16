import { useRef, type DragEvent, type PointerEvent } from 'react';

/** A finger that moves less than this has tapped, px. */
const tapRoom = 6;

/**
 * A CSS angle that follows the turntable.
 *
 * @param angle degrees, before the diner turned it
 * @param way -1 turns against the turntable, for a picture that stays upright
 */
export function formatTurnAngle(angle: number, way: 1 | -1 = 1): string {
  return `calc(${angle}deg + var(--turn, 0deg) * ${way})`;
}

/** Lets a finger turn the turntable. It sets a CSS variable, so that React does not render for each move. */
export function useTurning() {
  const turn = useRef(0);
  const held = useRef<{ readonly id: number; readonly x: number; readonly y: number; last: number }>(
    undefined,
  );
  const hasMoved = useRef(false);

  return {
    /** True if the finger has turned the table. The click that follows is then no tap on a dish. */
    hasMoved: () => hasMoved.current,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const { pointerId: id, clientX: x, clientY: y } = event;
        held.current = { id, x, y, last: calculatePointerAngle(event) };
        hasMoved.current = false;
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const hold = held.current;
        if (hold?.id !== event.pointerId) return;
        if (!hasMoved.current && Math.hypot(event.clientX - hold.x, event.clientY - hold.y) < tapRoom) return;
        const now = calculatePointerAngle(event);
        if (!hasMoved.current) {
          hasMoved.current = true;
          event.currentTarget.setPointerCapture(event.pointerId);
        } else turn.current += findShortestTurn(now - hold.last);
        hold.last = now;
        event.currentTarget.style.setProperty('--turn', `${turn.current}deg`);
        event.currentTarget.style.setProperty('--turning', '0s');
      },
      // Without this the browser would drag the picture of a dish.
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

/** The angle of the finger around the middle of the table, degrees. */
function calculatePointerAngle({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): number {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return (Math.atan2(clientY - top - height / 2, clientX - left - width / 2) * 180) / Math.PI;
}

/**
 * The same turn as an angle from -180 to 180 degrees. The finger's angle jumps from 180 to -180 at the left side, and
 * without this the table would spin back.
 */
export function findShortestTurn(angle: number): number {
  return ((((angle + 180) % 360) + 360) % 360) - 180;
}
