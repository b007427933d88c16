import { memo } from 'react';
import { styled } from 'styled-components';
import { border, colour, chooseDinerColour, radius, size as sizes, space, type } from '#ui/theme/tokens.ts';
import { useDinerHue } from './diner-colour.ts';
import { useTranslation } from 'react-i18next';

const extents = { sm: sizes.avatarSm, md: sizes.avatarMd, lg: sizes.avatarLg } as const;

interface Props {
  readonly userId: string;
  readonly name: string;
  readonly size?: keyof typeof extents | undefined;
  /** The diner's phone does not show the app at the moment. */
  readonly away?: boolean | undefined;
}

/** A circle in the diner's colour with the first character of their name. Hidden from screen readers, as the name is next to it. */
export const Avatar = memo(function Avatar({ userId, name, size = 'md', away = false }: Props) {
  const hue = useDinerHue(userId);
  return (
    <Round $hue={hue} $size={size} $away={away} aria-hidden>
      {getInitial(name)}
    </Round>
  );
});

/** A surrogate pair or a Chinese character counts as one. */
function getInitial(name: string): string {
  return Array.from(name.trim())[0]?.toLocaleUpperCase() ?? '·';
}

const Round = styled.span<{ $hue: number; $size: keyof typeof extents; $away: boolean }>`
  display: inline-grid;
  place-items: center;
  flex: none;
  width: ${({ $size }) => extents[$size]};
  height: ${({ $size }) => extents[$size]};
  ${type.label};
  color: ${({ $hue, $away }) => ($away ? chooseDinerColour($hue, 'text') : chooseDinerColour($hue, 'onFill'))};
  background: ${({ $hue, $away }) => ($away ? colour('surface') : chooseDinerColour($hue, 'fill'))};
  border: ${border.thick} solid
    ${({ $hue, $away }) => ($away ? chooseDinerColour($hue, 'fill') : colour('surface'))};
  border-radius: ${radius.round};
  user-select: none;
`;

/** A diner's name, with "you" after one's own. */
export function DinerName({ name, mine = false }: { name: string; mine?: boolean | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      {name}
      {mine && (
        <>
          {' '}
          <You>{t('you')}</You>
        </>
      )}
    </>
  );
}

const You = styled.span`
  margin-inline-start: ${space.xs};
  ${type.label};
  color: ${colour('textMuted')};
`;
