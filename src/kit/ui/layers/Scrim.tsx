import * as Radix from '@radix-ui/react-dialog';
import { keyframes, styled } from 'styled-components';
import { colour, layer, motion } from '#src/kit/theme/tokens.ts';

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
