import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useLanguage } from '#src/kit/routes/language.ts';
import { size } from '#src/kit/theme/tokens.ts';
import { Avatar } from '#src/kit/ui/diners/Avatar.tsx';
import { VisuallyHidden } from '#src/kit/ui/text/VisuallyHidden.tsx';
import { useDinerName } from '#src/kit/diner/diner-name.ts';
import type { Having } from './dishes-in-cart.ts';

/** More would cover the plate. */
const most = 3;

/** Who else at the table has a dish in the cart already, in their colours. */
export const OthersBadge = memo(function OthersBadge({ having }: { readonly having: readonly Having[] }) {
  const { t } = useTranslation('menu');
  const language = useLanguage();
  const nameOf = useDinerName();
  const others = having.map(({ userId, userName, count }) => {
    const name = nameOf({ mine: false, userName });
    return { userId, name, has: t('has', { name, count }) };
  });
  const said = new Intl.ListFormat(language).format(others.map(({ has }) => has));
  return (
    <Place title={said}>
      {others.slice(0, most).map(({ userId, name }) => (
        <Avatar key={userId} size="sm" userId={userId} name={name} />
      ))}
      <VisuallyHidden>{said}</VisuallyHidden>
    </Place>
  );
});

const Place = styled.span`
  position: absolute;
  inset: auto auto 0 0;
  display: flex;

  > * + * {
    margin-inline-start: ${size.avatarOverlap};
  }
`;
