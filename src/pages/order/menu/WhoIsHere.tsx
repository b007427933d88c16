import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useLanguage } from '#src/app/language.ts';
import { useTableCart } from '#src/cart/hooks.ts';
import { colour } from '#src/theme/colour.ts';
import { border, radius, size, space, type } from '#src/theme/tokens.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx';
import { useDinerName } from '../diner-name.ts';

/** Rounds that are shown; the others are a number. */
const shown = 3;

/** The diners who have something in the cart, side by side like plates on the turntable. */
export function WhoIsHere() {
  const { t } = useTranslation('menu');
  const language = useLanguage();
  const nameOf = useDinerName();
  const diners = useTableCart().carts.filter(({ lines }) => lines.length > 0);
  if (diners.length === 0) return null;

  // The diner's own round stands at the account.
  const others = diners.filter(({ mine }) => !mine);
  const names = new Intl.ListFormat(language).format(diners.map(nameOf));
  return (
    <Strip>
      <VisuallyHidden>{t('atTable', { count: diners.length, names })}</VisuallyHidden>
      {others.slice(0, shown).map((diner) => (
        <Avatar key={diner.userId} userId={diner.userId} name={nameOf(diner)} />
      ))}
      {others.length > shown && <More aria-hidden>+{others.length - shown}</More>}
    </Strip>
  );
}

const Strip = styled.div`
  display: flex;
  flex: none;

  > * + *:not(:nth-child(2)) {
    margin-inline-start: ${size.avatarOverlap};
  }
`;

const More = styled.span`
  display: grid;
  place-items: center;
  min-width: ${size.avatarMd};
  height: ${size.avatarMd};
  padding-inline: ${space.xs};
  ${type.label};
  color: ${colour('text')};
  background: ${colour('sunken')};
  border: ${border.thick} solid ${colour('surface')};
  border-radius: ${radius.round};
`;
