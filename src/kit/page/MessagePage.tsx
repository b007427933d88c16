import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { ReportSlot } from './ReportSlot.tsx';
import { colour } from '#src/kit/theme/colour.ts';
import { safe, size, space, type } from '#src/kit/theme/tokens.ts';
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
      <Words>
        <Title>{title}</Title>
        {children}
      </Words>
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

const Words = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space.sm};
  color: ${colour('textMuted')};
`;

const Title = styled.h1`
  ${type.title};
  color: ${colour('text')};
`;

const Actions = styled.div`
  display: flex;
  flex-direction: column;
  align-self: stretch;
  gap: ${space.sm};
`;
