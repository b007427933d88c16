import type { ComponentProps } from 'react';
import { css, styled, type DefaultTheme } from 'styled-components';
import { colour } from '#src/theme/colour.ts';
import { border, hoverable, motion, radius, size, space, type } from '#src/theme/tokens.ts';
import { Spinner } from './Spinner.tsx';

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger';

interface Props extends ComponentProps<'button'> {
  readonly variant?: Variant | undefined;
  /** As wide as its place. */
  readonly wide?: boolean | undefined;
  /** Under way: shows a spinner and takes no further tap; it keeps its focus. */
  readonly busy?: boolean | undefined;
}

/** The app's button. One `primary` per view; `danger` for what can't be undone. */
export function Button({ variant = 'primary', wide, busy, children, onClick, ...rest }: Props) {
  return (
    <Pill
      type="button"
      {...rest}
      $variant={variant}
      $wide={wide}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && <Spinner />}
      {children}
    </Pill>
  );
}

const looks: Record<Variant, (theme: DefaultTheme) => { ground: string; text: string; line: string }> = {
  primary: ({ colour }) => ({ ground: colour.accent, text: colour.onAccent, line: 'transparent' }),
  secondary: ({ colour }) => ({ ground: colour.surface, text: colour.text, line: colour.outline }),
  quiet: ({ colour }) => ({ ground: 'transparent', text: colour.accentText, line: 'transparent' }),
  danger: ({ colour }) => ({ ground: colour.danger, text: colour.onDanger, line: 'transparent' }),
};

/** What a pill looks like, for links that look like buttons. */
export const pillStyle = css<{ $variant: Variant; $wide?: boolean | undefined }>`
  display: ${({ $wide }) => ($wide ? 'flex' : 'inline-flex')};
  width: ${({ $wide }) => ($wide ? '100%' : 'auto')};
  align-items: center;
  justify-content: center;
  gap: ${space.sm};
  min-height: ${({ $variant }) => ($variant === 'quiet' ? size.touch : size.control)};
  padding: ${space.sm} ${({ $variant }) => ($variant === 'quiet' ? space.md : space.xxl)};
  ${type.button};
  text-align: center;
  text-decoration: none;
  color: ${({ theme, $variant }) => looks[$variant](theme).text};
  background: ${({ theme, $variant }) => looks[$variant](theme).ground};
  border: ${border.thin} solid ${({ theme, $variant }) => looks[$variant](theme).line};
  border-radius: ${radius.round};
  transition: transform ${motion.quick} ${motion.out};

  &:active {
    transform: scale(0.97);
  }
  &:focus-visible {
    border-radius: ${radius.round};
  }
  &:disabled {
    color: ${colour('textMuted')};
    background: ${({ $variant, theme }) => ($variant === 'quiet' ? 'transparent' : theme.colour.sunken)};
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
