import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { colour } from '#src/theme/colour.ts';
import { layer, size, space, type } from '#src/theme/tokens.ts';
import { Column } from '#src/ui/Column.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { useBack } from './use-back.ts';

interface Props {
  readonly title: string;
  /** Where Back leads when there is nothing to go back to. */
  readonly fallback: string;
  /** Right of the title. */
  readonly tools?: ReactNode;
  /** As wide as the screen has room for. */
  readonly wide?: boolean | undefined;
  readonly children: ReactNode;
}

/** Section 2, layout header-only: a back button, the title, and the page. */
export function HeaderOnlyLayout({ title, fallback, tools, wide, children }: Props) {
  const { t } = useTranslation();
  const back = useBack(fallback);
  return (
    <Column $wide={wide}>
      <Bar>
        <IconButton label={t('back')} onClick={back}>
          <ArrowLeft aria-hidden />
        </IconButton>
        <Title>{title}</Title>
        {tools}
      </Bar>
      {children}
    </Column>
  );
}

const Bar = styled.header`
  position: sticky;
  z-index: ${layer.sticky};
  top: 0;
  display: flex;
  align-items: center;
  gap: ${space.sm};
  min-height: ${size.touch};
  margin-inline: -${space.md};
  padding-block: ${space.xs};
  background: ${colour('page')};
`;

const Title = styled.h1`
  ${type.heading};
  flex: 1;
  min-width: 0;
`;
