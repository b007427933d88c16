import type { KeyboardEvent } from 'react';

/** Moves an entry of the list with Alt and an arrow key; the focus goes with it. */
export function movedBy(onMove: (by: 1 | -1) => void): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
    const { id } = event.currentTarget;
    requestAnimationFrame(() => document.getElementById(id)?.focus());
  };
}
