import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { AppTheme } from '#src/theme/theme.ts';
import { radius, space, type } from '#src/theme/tokens.ts';

type Tone = 'info' | 'warning' | 'danger';

const icons = { info: Info, warning: TriangleAlert, danger: CircleAlert } as const;

interface Props {
  readonly tone: Tone;
  readonly children: ReactNode;
}

/** Something that a diner should know while it lasts. */
export function Banner({ tone, children }: Props) {
  const Icon = icons[tone];
  return (
    <Box $tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon aria-hidden />
      <Content>{children}</Content>
    </Box>
  );
}

const grounds: Record<Tone, (theme: AppTheme) => string> = {
  info: ({ colour }) => colour.sunken,
  warning: ({ colour }) => colour.warningSoft,
  danger: ({ colour }) => colour.dangerSoft,
};
const texts: Record<Tone, (theme: AppTheme) => string> = {
  info: ({ colour }) => colour.textMuted,
  warning: ({ colour }) => colour.warning,
  danger: ({ colour }) => colour.danger,
};

const Box = styled.div<{ $tone: Tone }>`
  display: flex;
  gap: ${space.md};
  padding: ${space.md} ${space.lg};
  ${type.body};
  color: ${({ theme }) => theme.colour.text};
  background: ${({ theme, $tone }) => grounds[$tone](theme)};
  border-radius: ${radius.md};

  > svg {
    margin-top: ${space.hair};
    color: ${({ theme, $tone }) => texts[$tone](theme)};
  }
`;

const Content = styled.div`
  flex: 1;
  min-width: 0;

  /* A quiet button's words stand under the others. */
  > :is(a, button) {
    margin-inline-start: calc(-1 * ${space.md});
  }
`;
