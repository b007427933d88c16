import type { KeyboardEvent } from 'react';

/** Arrow keys go from one entry of the list to the next; with Alt they move the entry, and the focus goes with it. */
export function moveByArrowKeys(onMove: (by: 1 | -1) => void): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const by = event.key === 'ArrowUp' ? -1 : 1;
    const { id } = event.currentTarget;
    if (!event.altKey) return focusBeside(id, by);
    onMove(by);
    requestAnimationFrame(() => document.getElementById(id)?.focus());
  };
}

/** Of a dish or section in the list, by its id. */
export function entryId(id: string): string {
  return `entry-${id}`;
}

function focusBeside(id: string, by: 1 | -1): void {
  const entries = [...document.querySelectorAll<HTMLElement>(`[id^="${entryId('')}"]`)];
  entries[entries.findIndex((entry) => entry.id === id) + by]?.focus();
}
