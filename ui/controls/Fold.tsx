import { styled } from 'styled-components';
import type { ReactNode } from 'react';
import { colour, size, space, type } from '#ui/theme/tokens.ts';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

/** A part of a page that is closed until somebody opens it. */
export function Fold({ title, children }: Props) {
  return (
    <details>
      <Summary>{title}</Summary>
      {children}
    </details>
  );
}

const Summary = styled.summary`
  min-height: ${size.touch};
  padding-block: ${space.sm};
  ${type.label};
  color: ${colour('accentText')};
  cursor: pointer;
`;
