import { styled } from 'styled-components';
import { border, space } from '#src/kit/theme/tokens.ts';

/** Words for screen readers alone. */
export const VisuallyHidden = styled.span`
  position: absolute;
  width: ${border.thin};
  height: ${border.thin};
  margin: -${border.thin};
  padding: ${space.none};
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;
