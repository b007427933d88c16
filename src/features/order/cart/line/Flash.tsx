import { useState } from 'react';
import { keyframes, styled } from 'styled-components';
import { colour, motion, radius, space } from '#src/kit/theme/tokens.ts';

/** Lights up what it lies in whenever `value` changes: somebody else has just done something there. */
export function Flash({ value }: { value: string }) {
  const [shown, setShown] = useState({ value, times: 0 });
  if (shown.value !== value) setShown({ value, times: shown.times + 1 });
  return shown.times === 0 ? null : <Light key={shown.times} aria-hidden />;
}

const fade = keyframes`
  from { opacity: 1; }
`;

const Light = styled.span`
  position: absolute;
  inset: ${space.none} -${space.sm};
  z-index: -1;
  background: ${colour('accentSoft')};
  border-radius: ${radius.md};
  opacity: 0;
  animation: ${fade} ${motion.slow} ${motion.in};
`;
