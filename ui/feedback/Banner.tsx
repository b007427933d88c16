import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { colour, radius, space, type } from '#ui/theme/tokens.ts';

type Tone = 'info' | 'warning' | 'danger';

const icons = { info: Info, warning: TriangleAlert, danger: CircleAlert } as const;

/** A message about a state that lasts, such as a missing connection. */
export function Banner({ tone, children }: { tone: Tone; children: ReactNode }) {
  const Icon = icons[tone];
  return (
    <Box $tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon aria-hidden />
      <Content>{children}</Content>
    </Box>
  );
}

const grounds: Record<Tone, string> = {
  info: colour('sunken'),
  warning: colour('warningSoft'),
  danger: colour('dangerSoft'),
};
const texts: Record<Tone, string> = {
  info: colour('textMuted'),
  warning: colour('warning'),
  danger: colour('danger'),
};

const Box = styled.div<{ $tone: Tone }>`
  display: flex;
  gap: ${space.md};
  padding: ${space.md} ${space.lg};
  ${type.body};
  color: ${colour('text')};
  background: ${({ $tone }) => grounds[$tone]};
  border-radius: ${radius.md};

  > svg {
    margin-top: ${space.hair};
    color: ${({ $tone }) => texts[$tone]};
  }
`;

const Content = styled.div`
  flex: 1;
  min-width: 0;

  /* Aligns the text of a quiet button with the text above. */
  > :is(a, button) {
    margin-inline-start: calc(-1 * ${space.md});
  }
`;
