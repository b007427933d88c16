import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { colour, layer, space } from '#ui/theme/tokens.ts';
import { IconButton } from '../controls/IconButton.tsx';

interface Props {
  /** The landmark's element. */
  readonly as: 'header' | 'search';
  onBack(): void;
  readonly children: ReactNode;
}

/** A bar at the top of a column with a back button and the page's heading or search field. It stays while scrolling. */
export function BackBar({ as, onBack, children }: Props) {
  const { t } = useTranslation();
  return (
    <Bar as={as}>
      <IconButton label={t('back')} onClick={onBack}>
        <ArrowLeft aria-hidden />
      </IconButton>
      {children}
    </Bar>
  );
}

const Bar = styled.header`
  position: sticky;
  z-index: ${layer.sticky};
  top: 0;
  container-type: inline-size;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space.xs};
  margin-inline: calc(-1 * ${space.md});
  padding-block: ${space.sm};
  background: ${colour('page')};
`;
