import { keyframes, styled } from 'styled-components';
import { border, motion, radius, size } from '#ui/theme/tokens.ts';

/** A turning ring for work in progress, in the colour of the surrounding text. */
export function Spinner() {
  return <Ring aria-hidden />;
}

const turn = keyframes`
  to { transform: rotate(1turn); }
`;

const Ring = styled.span`
  display: inline-block;
  flex: none;
  width: ${size.icon};
  height: ${size.icon};
  border: ${border.bold} solid currentcolor;
  border-right-color: transparent;
  border-radius: ${radius.round};
  animation: ${turn} ${motion.slow} linear infinite;
`;
