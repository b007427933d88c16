import { useRef } from 'react';

/**
 * Focus of a dialog without a trigger of its own: it goes to the part marked `data-autofocus`, else to the dialog
 * itself, so that its title is read, and back to where it came from when the dialog closes. (Radix gives it back
 * only to its own trigger.) `onClosed` is called when it has gone, and may name what gets the focus instead.
 */
export function useKeptFocus(onClosed?: () => HTMLElement | null | undefined) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus(event: Event) {
      const before = document.activeElement;
      // One layer after another: what goes away itself can't take the focus back, what had it earlier can.
      if (!opener.current?.isConnected || !isLeaving(before)) opener.current = before;
      const dialog = event.currentTarget;
      if (!(dialog instanceof HTMLElement)) return;
      event.preventDefault();
      const wanted = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog;
      wanted.focus({ preventScroll: true });
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      const next = onClosed?.() ?? opener.current;
      if (next instanceof HTMLElement && next.isConnected) next.focus({ preventScroll: true });
    },
  };
}

function isLeaving(element: Element | null): boolean {
  return element === null || element === document.body || element.closest('[data-state="closed"]') !== null;
}
