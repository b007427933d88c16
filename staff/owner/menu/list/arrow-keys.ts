import type { KeyboardEvent } from 'react';

/** Handles arrow keys in the list: they move the focus to the next entry; with Alt they move the entry itself. */
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

/** The DOM id of an entry, from the id of its dish or section. */
export function getEntryId(id: string): string {
  return `entry-${id}`;
}

function focusBeside(id: string, by: 1 | -1): void {
  const entries = [...document.querySelectorAll<HTMLElement>(`[id^="${getEntryId('')}"]`)];
  entries[entries.findIndex((entry) => entry.id === id) + by]?.focus();
}
