import { useRef } from 'react';

/**
 * Focus of a dialog without a trigger of its own: it goes to the part marked `data-autofocus`, else to the dialog
 * itself, so that its title is read, and back to where it came from when the dialog closes. (Radix gives it back
 * only to its own trigger.)
 */
export function useKeptFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus(event: Event) {
      opener.current = document.activeElement;
      const dialog = event.currentTarget;
      if (!(dialog instanceof HTMLElement)) return;
      event.preventDefault();
      const wanted = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog;
      wanted.focus({ preventScroll: true });
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      if (opener.current instanceof HTMLElement && opener.current.isConnected)
        opener.current.focus({ preventScroll: true });
    },
  };
}
