import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { ReportSlot } from './ReportSlot.tsx';
import { safe, size, space } from '#src/kit/theme/tokens.ts';
import { Stack, Text } from '#src/kit/ui/primitives.tsx';
import { Turntable } from './Turntable.tsx';

interface Props {
  readonly title: string;
  readonly children?: ReactNode;
  /** Buttons, one below the other. */
  readonly actions?: ReactNode;
  /** The turntable turns while something is under way. */
  readonly turning?: boolean | undefined;
  /** Something failed: the diner may tell support. What broke, where that is known. */
  readonly failed?: boolean | { readonly error: string } | undefined;
}

/** A page that only says something, and what to do about it. */
export function MessagePage({ title, children, actions, turning, failed = false }: Props) {
  return (
    <Main>
      <Turntable turning={turning} />
      <Stack $gap="sm" $colour="textMuted">
        <Text as="h1" $type="title" $colour="text">
          {title}
        </Text>
        {children}
      </Stack>
      {(actions !== undefined || failed !== false) && (
        <Actions>
          {actions}
          {failed !== false && <ReportSlot error={failed === true ? undefined : failed.error} />}
        </Actions>
      )}
    </Main>
  );
}

const Main = styled.main`
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: ${space.xxl};
  min-height: 100dvh;
  max-width: ${size.centredPanel};
  margin-inline: auto;
  padding: calc(${space.huge} + ${safe.top}) ${space.xl} calc(${space.huge} + ${safe.bottom});
  text-align: center;
  text-wrap: balance;
`;

const Actions = styled.div`
  display: flex;
  flex-direction: column;
  align-self: stretch;
  gap: ${space.sm};
`;
