/** Where whoever uses the keyboard goes on. */
import { useEffect, useRef } from 'react';

/** To the first field that is wrong, or to the words about a group of them. */
export function focusMistake(): void {
  const wrong =
    document.querySelector<HTMLElement>('main [aria-invalid]') ??
    document.querySelector<HTMLElement>('main [data-wrong]');
  wrong?.focus({ preventScroll: true });
  wrong?.scrollIntoView({ block: 'center' });
}

/**
 * In a list that grows and shrinks: after something was added its first field has the focus, after something was taken
 * away what stands in its place, and where nothing is left what adds. Who saves from a new entry stays in it.
 * @param version of the list as it was saved, where it is saved
 */
export function useListFocus<Entries extends HTMLElement>(version = '') {
  const entries = useRef<Entries>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const next = useRef<number>(undefined);
  const held = useRef<{ readonly place: number; readonly version: string }>(undefined);
  useEffect(() => {
    if (next.current === undefined) return;
    focusIn(entries.current, next.current, adder.current);
    next.current = undefined;
  });
  useEffect(() => {
    if (!held.current || held.current.version === version) return;
    // A new entry is drawn anew with its id.
    if (document.activeElement === document.body) focusIn(entries.current, held.current.place, adder.current);
    held.current = undefined;
  });
  return {
    entries,
    adder,
    /** Once it is drawn. @param place of the entry, from 0 on */
    goTo(place: number) {
      next.current = place;
    },
    /** Where the focus is now it is after the list was saved, too. */
    hold() {
      const all = [...(entries.current?.children ?? [])];
      const place = all.findIndex((entry) => entry.contains(document.activeElement));
      held.current = place < 0 ? undefined : { place, version };
    },
  };
}

function focusIn(entries: HTMLElement | null, place: number, otherwise: HTMLElement | null): void {
  const all = [...(entries?.children ?? [])];
  const entry = all[Math.min(place, all.length - 1)];
  const field =
    entry?.querySelector<HTMLElement>('input') ?? entry?.querySelector<HTMLElement>('button') ?? otherwise;
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
}
