/** What layers are made of, whichever way they come up. */
import * as Radix from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { keyframes, styled } from 'styled-components';
import { colour, cramped, layer, motion, safe, space } from '#ui/theme/tokens.ts';
import { IconButton } from '../controls/IconButton.tsx';
import { useRef } from 'react';

const appear = keyframes`
  from { opacity: 0; }
`;
const vanish = keyframes`
  to { opacity: 0; }
`;

/** Dims the page behind a sheet or dialog. */
export const Scrim = styled(Radix.Overlay)<{ $layer?: 'sheet' | 'dialog' }>`
  position: fixed;
  inset: 0;
  z-index: ${({ $layer = 'sheet' }) => layer[$layer]};
  background: ${colour('scrim')};
  animation: ${appear} ${motion.calm} ${motion.out};

  &[data-state='closed'] {
    animation: ${vanish} ${motion.quick} ${motion.in} forwards;
  }
`;

/** Stays in sight under the scrolling body. */
export const LayerFoot = styled.div`
  padding: ${space.md} ${space.xl} calc(${space.md} + ${safe.bottom});
  background: ${colour('surface')};
  border-top: thin solid ${colour('line')};

  ${cramped} {
    padding-inline: ${space.md};
  }
`;

export function CloseButton() {
  const { t } = useTranslation('menu');
  return (
    <Radix.Close asChild>
      <IconButton label={t('close')}>
        <X aria-hidden />
      </IconButton>
    </Radix.Close>
  );
}

/**
 * Focus of a dialog without a trigger of its own: it goes to the part marked `data-autofocus`, else to the dialog
 * itself, so that its title is read, and back to where it came from when the dialog closes. (Radix gives it back
 * only to its own trigger.) `onClosed` is called when it has gone, and may name what gets the focus instead.
 */
export function useRestoredFocus(onClosed?: () => HTMLElement | null | undefined) {
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
      // What opened it has gone, or is not seen any more.
      if (document.activeElement === document.body)
        document.querySelector('main')?.focus({ preventScroll: true });
    },
  };
}

function isLeaving(element: Element | null): boolean {
  return element === null || element === document.body || element.closest('[data-state="closed"]') !== null;
}
