import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { space, type } from '#ui/theme/tokens.ts';
import { BackBar } from '#ui/layers/BackBar.tsx';
import { Column } from '#ui/Column.tsx';
import { useBack } from '#ui/navigation/back-layer.ts';

interface Props {
  readonly title: string;
  /** Target of Back if the app was opened on this page. */
  readonly fallback: string;
  readonly wide?: boolean | undefined;
  readonly children: ReactNode;
}

/** The contract's layout "header-only": a back button, the title and the page. */
export function HeaderOnlyLayout({ title, fallback, wide, children }: Props) {
  const back = useBack(fallback);
  return (
    <Column $wide={wide}>
      <BackBar as="header" onBack={back}>
        <Title>{title}</Title>
      </BackBar>
      {children}
    </Column>
  );
}

const Title = styled.h1`
  ${type.heading};
  flex: 1;
  min-width: 0;
  padding-inline-start: ${space.xs};
`;
