import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Product } from '#contract/calls/merchant.ts';
import { colour, figures, layer, radius, size, space, type } from '#ui/theme/tokens.ts';
import { describeWeight } from '#contract/dish/quantity.ts';
import { VisuallyHidden } from '#ui/primitives.tsx';
import { useDish, type Having } from './dishes-in-cart.ts';
import { Plate } from '#ui/dish/Plate.tsx';
import { memo } from 'react';
import { useLanguage } from '#ui/routes/language.ts';
import { Avatar } from '#ui/diners/Avatar.tsx';
import { useDinerName } from '#src/diner/diner.ts';

/**
 * The picture of a dish, with badges for how many each diner has. It is a component of its own because a tap changes
 * only this part of the row.
 */
export function DishPicture({ product }: { readonly product: Product }) {
  const { count } = useDish(product.id);
  return (
    <Picture>
      <Plate
        picture={product.picture}
        signature={product.diets.includes('signature')}
        dim={product.soldOut}
        chosen={count > 0}
      />
      <DishBadges product={product} />
    </Picture>
  );
}

/** How many pieces the diner and the others have of the dish. */
export function DishBadges({ product }: { readonly product: Product }) {
  const { t } = useTranslation('menu');
  const { count, others } = useDish(product.id);
  const weight = describeWeight(count, product.unitLabel);
  return (
    <>
      {count > 0 && (
        <Badge>
          <span aria-hidden>{weight ?? count}</span>
          <VisuallyHidden>
            {weight === undefined ? t('inCart', { count }) : t('weightInCart', { weight })}
          </VisuallyHidden>
        </Badge>
      )}
      {others.length > 0 && <OthersBadge having={others} unitLabel={product.unitLabel} />}
    </>
  );
}

/** Without a badge it has no positioned element, because many layers make drawing and tapping on a long menu slow. */
const Picture = styled.div`
  display: grid;
  align-self: flex-start;

  > * {
    grid-area: 1 / 1;
  }
`;

const Badge = styled.span`
  z-index: ${layer.raised};
  place-self: start end;
  display: grid;
  place-items: center;
  min-width: ${size.step};
  height: ${size.step};
  padding-inline: ${space.xs};
  ${type.label};
  ${figures};
  color: ${colour('surface')};
  background: ${colour('text')};
  border-radius: ${radius.round};
`;

/** The most diners with a badge of their own. More badges would cover the picture. */
const mostBadges = 3;

interface OthersProps {
  readonly having: readonly Having[];
  readonly unitLabel: string;
}

/** The other diners who have the dish in the cart, in their colours. */
const OthersBadge = memo(function OthersBadge({ having, unitLabel }: OthersProps) {
  const { t } = useTranslation('menu');
  const language = useLanguage();
  const nameOf = useDinerName();
  const others = having.map(({ userId, userName, count }) => {
    const name = nameOf({ mine: false, userName });
    const weight = describeWeight(count, unitLabel);
    const has = weight === undefined ? t('has', { name, count }) : t('hasWeight', { name, weight });
    return { userId, name, has };
  });
  const listText = new Intl.ListFormat(language).format(others.map(({ has }) => has));
  return (
    <Place title={listText}>
      {others.slice(0, mostBadges).map(({ userId, name }) => (
        <Avatar key={userId} size="sm" userId={userId} name={name} />
      ))}
      <VisuallyHidden>{listText}</VisuallyHidden>
    </Place>
  );
});

const Place = styled.span`
  z-index: ${layer.raised};
  place-self: end start;
  display: flex;

  > * + * {
    margin-inline-start: ${size.avatarOverlap};
  }
`;
