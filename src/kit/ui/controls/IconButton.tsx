import type { ComponentProps } from 'react';
import { css, styled } from 'styled-components';
import { colour, hoverable, motion, radius, size } from '#src/kit/theme/tokens.ts';

/** What a round button looks like, for links that look like one. */
export const roundStyle = css`
  display: inline-grid;
  place-items: center;
  flex: none;
  width: ${size.touch};
  height: ${size.touch};
  color: ${colour('text')};
  border-radius: ${radius.round};
  transition: transform ${motion.quick} ${motion.out};

  &:active {
    transform: scale(0.92);
  }
  &:focus-visible {
    border-radius: ${radius.round};
  }
  &:disabled {
    color: ${colour('textMuted')};
    cursor: not-allowed;
  }
  ${hoverable} {
    &:hover:not(:disabled) {
      background: ${colour('sunken')};
    }
  }
`;

interface Props extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** What it does, for those who can't see the icon. */
  readonly label: string;
}

/** A round button that shows only an icon. */
export function IconButton({ label, ...rest }: Props) {
  return <Round type="button" {...rest} aria-label={label} title={label} />;
}

const Round = styled.button`
  ${roundStyle}
`;
