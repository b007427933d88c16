import { useEffect, useRef, useState } from 'react';

/** The list stays still for this time after the last move of a pointer over it, ms. */
const holdMs = 2_000;

interface HeldOrder {
  /** The ids in the order in which to show them. */
  readonly ids: readonly string[];
  readonly handlers: { onPointerDown(): void; onPointerMove(): void };
}

/**
 * Keeps the rows of a list in their places while a finger or mouse is over it, so that a tap never lands on the wrong row.
 * Meanwhile new rows appear at the end, and rows that should go stay.
 */
export function useHeldOrder(ids: readonly string[]): HeldOrder {
  const [held, setHeld] = useState<readonly string[]>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const hold = () => {
    setHeld((before) => before ?? ids);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setHeld(undefined), holdMs);
  };
  return {
    ids: held ? [...held, ...ids.filter((id) => !held.includes(id))] : ids,
    handlers: { onPointerDown: hold, onPointerMove: hold },
  };
}
