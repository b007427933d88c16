import type { ComponentProps } from 'react';
import { css, styled } from 'styled-components';
import { colour, hoverable, motion, radius, size } from '#ui/theme/tokens.ts';
import { Link } from './Link.tsx';

/** The style of a round button. */
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
  &[aria-disabled] {
    color: ${colour('textMuted')};
    cursor: not-allowed;
  }
  ${hoverable} {
    &:hover:not([aria-disabled]) {
      background: ${colour('sunken')};
    }
  }
`;

/** `label` names the action or the target for screen readers and as a tooltip. */
type Labelled<Props> = Omit<Props, 'aria-label'> & { readonly label: string };

/** A round button with an icon. It keeps its focus when it becomes disabled, so it uses `aria-disabled`. */
export function IconButton({ label, disabled, onClick, ...rest }: Labelled<ComponentProps<'button'>>) {
  return (
    <Round
      type="button"
      {...rest}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
      aria-label={label}
      title={label}
    />
  );
}

/** A link to another page with an icon. */
export function IconLink({ label, ...rest }: Labelled<ComponentProps<typeof Link>>) {
  return <RoundLink {...rest} aria-label={label} title={label} />;
}

const Round = styled.button`
  ${roundStyle}
`;

const RoundLink = styled(Link)`
  ${roundStyle}
`;
