import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { border, colour, radius, size, space, type } from '#ui/theme/tokens.ts';

interface Props {
  readonly sections: readonly { readonly key: string; readonly name: string }[];
}

/** A tap goes to a section of a long menu. */
export function SectionJumps({ sections }: Props) {
  const { t } = useTranslation('staff');
  if (sections.length < 2) return null;
  return (
    <Jumps aria-label={t('menu.sections')}>
      {sections.map(({ key, name }) => (
        <SmallPill
          key={key}
          type="button"
          onClick={() => document.getElementById(sectionId(key))?.scrollIntoView({ block: 'start' })}
        >
          {name}
        </SmallPill>
      ))}
    </Jumps>
  );
}

/** Of the heading of a section. */
export function sectionId(key: string): string {
  return `section-${key.replaceAll(/\s/g, '-')}`;
}

const Jumps = styled.nav`
  display: flex;
  gap: ${space.sm};
  padding-block: ${space.sm};
  overflow-x: auto;
  scrollbar-width: none;
`;

/** A name of many: a finger finds it, a line has room for several. */
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
