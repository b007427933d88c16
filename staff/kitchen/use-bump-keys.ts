/**
 * The keys of a bump bar or keyboard, which press the buttons of the kitchen's screen.
 *
 *     1 to 9   the first button of the ticket at this place: all ready, then all served
 *     0, R     brings back the ticket that was marked last
 *     arrows   move the focus to the next or previous ticket; Enter then presses its button
 */
import { useEffect, useRef, useState } from 'react';

/** Marks the first button of a ticket. */
export const bumpButton = { 'data-bump': '' } as const;
const bumpSelector = '[data-bump]';

/** So many tickets have a key. */
export const bumpKeys = 9;

/** Where keys write text. */
const textFields = 'input:not([type="radio"]), textarea, select, dialog, [role="dialog"]';
const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function useBumpKeys() {
  /** The list of the tickets, and the list of those that can be brought back. */
  const tickets = useRef<HTMLUListElement>(null);
  const recalls = useRef<HTMLUListElement>(null);
  const [hasKeys, setHasKeys] = useState(false);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const { key, repeat, target } = event;
      if (event.ctrlKey || event.altKey || event.metaKey || repeat || event.defaultPrevented) return;
      if (target instanceof Element && target.closest(textFields)) return;
      const step = steps[key];
      if (step !== undefined) {
        if (target instanceof HTMLInputElement || !moveFocus(tickets.current, step)) return;
        event.preventDefault();
      } else if (/^[1-9]$/.test(key)) {
        tickets.current?.children[Number(key) - 1]?.querySelector<HTMLElement>(bumpSelector)?.click();
      } else if (key === '0' || key.toLowerCase() === 'r') {
        recalls.current?.querySelector('button')?.click();
      } else return;
      setHasKeys(true);
    };
    document.addEventListener('keydown', handleKey);
    document.addEventListener('click', leaveTappedRadio);
    leaveTappedRadio();
    return () => {
      document.removeEventListener('keydown', handleKey);
      document.removeEventListener('click', leaveTappedRadio);
    };
  }, []);
  return {
    tickets,
    recalls,
    /** Whether somebody has pressed one of the keys. */
    hasKeys,
  };
}

/** Takes the focus off a radio button that was tapped, so that the next arrow key is for the tickets. */
function leaveTappedRadio(): void {
  const { activeElement } = document;
  const isTapped = activeElement instanceof HTMLInputElement && !activeElement.matches(':focus-visible');
  if (isTapped) activeElement.blur();
}

/** @returns whether there is a button to focus */
function moveFocus(list: HTMLUListElement | null, step: number): boolean {
  const buttons = [...(list?.querySelectorAll<HTMLElement>(bumpSelector) ?? [])];
  if (buttons.length === 0) return false;
  const at = buttons.findIndex((button) => button === document.activeElement);
  const next = at < 0 ? 0 : Math.max(0, Math.min(at + step, buttons.length - 1));
  buttons[next]!.focus();
  return true;
}
