/** Parts that sheets, dialogs and full-screen layers share. */
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

/** The footer of a layer, below the scrolling body. */
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
 * Moves the focus into a layer and back. On opening, the element with `data-autofocus` gets it, or else the layer itself, so
 * that its title is read. On closing, the focus returns to the element that had it before. Radix does this only for layers
 * that have a trigger.
 * @param onClosed called after closing; may return another element for the focus
 */
export function useRestoredFocus(onClosed?: () => HTMLElement | null | undefined) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus(event: Event) {
      const before = document.activeElement;
      // If another layer is just closing, its elements disappear. Then the earlier opener stays.
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
      // The opener no longer exists or is not visible.
      if (document.activeElement === document.body)
        document.querySelector('main')?.focus({ preventScroll: true });
    },
  };
}

function isLeaving(element: Element | null): boolean {
  return element === null || element === document.body || element.closest('[data-state="closed"]') !== null;
}
