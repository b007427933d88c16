import { keyframes, styled } from 'styled-components';
import { colour, motion, radius } from '#ui/theme/tokens.ts';

interface Props {
  /** CSS lengths. Default: the full width, the height of a line of text. */
  readonly $width?: string;
  readonly $height?: string;
  readonly $round?: boolean;
}

const breathe = keyframes`
  50% { opacity: 0.45; }
`;

/** A placeholder for content that is loading. Hidden from screen readers, so announce "loading" once next to it. */
export const Skeleton = styled.span.attrs({ 'aria-hidden': true })<Props>`
  display: block;
  width: ${({ $width = '100%' }) => $width};
  height: ${({ $height = '1lh' }) => $height};
  border-radius: ${({ $round }) => ($round ? radius.round : radius.sm)};
  background: ${colour('line')};
  animation: ${breathe} ${motion.slow} ease-in-out infinite;
`;
