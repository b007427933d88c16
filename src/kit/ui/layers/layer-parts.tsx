/** What layers are made of, whichever way they come up. */
import * as Radix from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { keyframes, styled } from 'styled-components';
import { colour, cramped, layer, motion, safe, space } from '#src/kit/theme/tokens.ts';
import { IconButton } from '../controls/IconButton.tsx';

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
