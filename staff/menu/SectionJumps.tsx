import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { border, colour, radius, size, space, type } from '#ui/theme/tokens.ts';

interface Props {
  readonly sections: readonly { readonly key: string; readonly name: string }[];
}

/** Links to the sections of a long menu. */
export function SectionJumps({ sections }: Props) {
  const { t } = useTranslation('staff');
  if (sections.length < 2) return null;
  return (
    <Jumps aria-label={t('menu.sections')}>
      {sections.map(({ key, name }) => (
        <SmallPill
          key={key}
          type="button"
          onClick={() => document.getElementById(getSectionId(key))?.scrollIntoView({ block: 'start' })}
        >
          {name}
        </SmallPill>
      ))}
    </Jumps>
  );
}

/** The DOM id of a section's heading. */
export function getSectionId(key: string): string {
  return `section-${key.replaceAll(/\s/g, '-')}`;
}

const Jumps = styled.nav`
  display: flex;
  gap: ${space.sm};
  padding-block: ${space.sm};
  overflow-x: auto;
  scrollbar-width: none;
`;

/** A small button with a name. Several fit into a line. */
export const SmallPill = styled.button`
  flex: none;
  min-height: ${size.touch};
  padding-inline: ${space.lg};
  ${type.label};
  color: ${colour('text')};
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.round};
`;
