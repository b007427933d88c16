import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useLanguage } from '#src/app/language.ts';
import { useCartPart } from '#src/cart/hooks.ts';
import type { TableCart } from '#src/cart/table-cart.ts';
import { size } from '#src/theme/tokens.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx';
import { useDinerName } from '../diner-name.ts';

type Having = readonly [userId: string, userName: string, count: number];

/** More would cover the plate. */
const most = 3;

/** Who else at the table has a dish in the cart already, in their colours. */
export function OthersBadge({ productId }: { productId: string }) {
  const { t } = useTranslation('menu');
  const language = useLanguage();
  const nameOf = useDinerName();
  // As text: the row renders again only when it is about this dish.
  const having = useCartPart((cart) => othersWith(cart, productId));
  if (having === '') return null;
  const others = (JSON.parse(having) as Having[]).map(([userId, userName, count]) => {
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
}

function othersWith(cart: TableCart, productId: string): string {
  const having = cart.carts.flatMap(({ mine, userId, userName, lines }): Having[] => {
    const count = lines.reduce(
      (sum, { item, quantity }) => sum + (item.productId === productId ? quantity : 0),
      0,
    );
    return mine || count === 0 ? [] : [[userId, userName, count]];
  });
  return having.length === 0 ? '' : JSON.stringify(having);
}

const Place = styled.span`
  position: absolute;
  inset: auto auto 0 0;
  display: flex;

  > * + * {
    margin-inline-start: ${size.avatarOverlap};
  }
`;
