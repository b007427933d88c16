import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { colour, hoverable, radius, size, space } from '#ui/theme/tokens.ts';
import { VisuallyHidden } from '#ui/primitives.tsx';

/** A row of the list that opens its entry. */
export const Entry = styled.button`
  display: flex;
  align-items: center;
  gap: ${space.md};
  width: 100%;
  min-height: ${size.control};
  padding: ${space.xs} ${space.sm};
  text-align: start;
  color: ${colour('text')};
  border-radius: ${radius.md};
  scroll-margin-block: ${size.header} ${space.xl};

  ${hoverable} {
    &:hover {
      background: ${colour('sunken')};
    }
  }
  &[aria-current] {
    background: ${colour('accentSoft')};
  }
`;

export const Names = styled.span`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-width: 0;
`;

/** Marks an entry with unpublished changes or mistakes. */
export function Marks({
  isChanged,
  isMistaken,
}: {
  readonly isChanged: boolean;
  readonly isMistaken: boolean;
}) {
  const { t } = useTranslation('ownerMenu');
  if (isMistaken)
    return (
      <Wrong title={t('list.mistaken')}>
        <CircleAlert aria-hidden />
        <VisuallyHidden>{t('list.mistaken')}</VisuallyHidden>
      </Wrong>
    );
  if (!isChanged) return null;
  return (
    <Changed title={t('list.changed')}>
      <VisuallyHidden>{t('list.changed')}</VisuallyHidden>
    </Changed>
  );
}

const Wrong = styled.span`
  flex: none;
  color: ${colour('danger')};
`;

const Changed = styled.span`
  flex: none;
  width: ${space.sm};
  height: ${space.sm};
  background: ${colour('accentText')};
  border-radius: ${radius.round};
`;
