import type { ComponentProps } from 'react';
import { css, styled } from 'styled-components';
import { border, colour, hoverable, motion, radius, size, space, type } from '#ui/theme/tokens.ts';
import { Spinner } from '../feedback/Spinner.tsx';
import { Link } from './Link.tsx';

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger';

interface Props extends ComponentProps<'button'> {
  readonly variant?: Variant | undefined;
  readonly wide?: boolean | undefined;
  /** Shows a spinner and ignores taps. The button keeps its focus. */
  readonly busy?: boolean | undefined;
}

/** The app's button. Use one `primary` per view, and `danger` for actions that cannot be undone. */
export function Button({ variant = 'primary', wide, busy, children, onClick, ...rest }: Props) {
  return (
    <Pill
      type="button"
      {...rest}
      $variant={variant}
      $wide={wide}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && <Spinner />}
      {children}
    </Pill>
  );
}

const looks: Record<Variant, { ground: string; text: string; line: string }> = {
  primary: { ground: colour('accent'), text: colour('onAccent'), line: 'transparent' },
  secondary: { ground: colour('surface'), text: colour('text'), line: colour('outline') },
  quiet: { ground: 'transparent', text: colour('accentText'), line: 'transparent' },
  danger: { ground: colour('danger'), text: colour('onDanger'), line: 'transparent' },
};

/** The style of a button, also for links that look like buttons. */
export const pillStyle = css<{ $variant: Variant; $wide?: boolean | undefined }>`
  display: ${({ $wide }) => ($wide ? 'flex' : 'inline-flex')};
  width: ${({ $wide }) => ($wide ? '100%' : 'auto')};
  max-width: 100%;
  align-items: center;
  justify-content: center;
  gap: ${space.sm};
  min-height: ${({ $variant }) => ($variant === 'quiet' ? size.touch : size.control)};
  padding: ${space.sm} ${({ $variant }) => ($variant === 'quiet' ? space.md : size.buttonRoom)};
  ${type.button};
  text-align: center;
  text-decoration: none;
  color: ${({ $variant }) => looks[$variant].text};
  background: ${({ $variant }) => looks[$variant].ground};
  border: ${border.thin} solid ${({ $variant }) => looks[$variant].line};
  border-radius: ${radius.round};
  transition: transform ${motion.quick} ${motion.out};

  &:active {
    transform: scale(0.97);
  }
  &:disabled,
  &[aria-disabled]:not([aria-busy]) {
    color: ${colour('textMuted')};
    background: ${({ $variant }) => ($variant === 'quiet' ? 'transparent' : colour('sunken'))};
    border-color: transparent;
    cursor: not-allowed;
    transform: none;
  }
  &[aria-busy] {
    cursor: progress;
  }
  ${hoverable} {
    &:hover:not(:disabled) {
      filter: brightness(1.04);
    }
  }
`;

const Pill = styled.button<{ $variant: Variant; $wide?: boolean | undefined }>`
  ${pillStyle}
`;

interface LinkButtonProps extends Omit<ComponentProps<typeof Link>, 'prefix'> {
  readonly variant?: 'primary' | 'secondary' | 'quiet' | undefined;
  readonly wide?: boolean | undefined;
}

/** A link to another page that looks like a button. */
export function LinkButton({ variant = 'primary', wide, ...rest }: LinkButtonProps) {
  return <PillLink {...rest} $variant={variant} $wide={wide} />;
}

const PillLink = styled(Link)<{ $variant: 'primary' | 'secondary' | 'quiet'; $wide?: boolean | undefined }>`
  ${pillStyle}
`;
