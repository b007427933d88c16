/** Moves the keyboard focus. */
import { useEffect, useRef } from 'react';

/** Focuses the first invalid field, or the message about a group of fields. */
export function focusMistake(): void {
  const wrong =
    document.querySelector<HTMLElement>('main [aria-invalid]') ??
    document.querySelector<HTMLElement>('main [data-wrong]');
  wrong?.focus({ preventScroll: true });
  wrong?.scrollIntoView({ block: 'center' });
}

/** Focuses the first empty field of a language, or the first field of it. */
export function focusEmpty(language: string): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('main :is(input, textarea)')].filter(
    ({ lang }) => lang === language,
  );
  const field = fields.find(({ value }) => value.trim() === '') ?? fields[0];
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}

/**
 * Manages the focus of an editable list. After an entry is added, its first field gets the focus. After one is
 * removed, the entry in its place does, or the add button if the list is empty. A save does not move the focus.
 * @param version the version of the saved list
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
    // A new entry is rendered again once it has its id from the server.
    if (document.activeElement === document.body) focusIn(entries.current, held.current.place, adder.current);
    held.current = undefined;
  });
  return {
    entries,
    adder,
    /** Focuses an entry after the next render. @param place the entry's index */
    goTo(place: number) {
      next.current = place;
    },
    /** Remembers the focus, to restore it after the list was saved. */
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
