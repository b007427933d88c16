import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Product } from '#contract/calls/merchant.ts';
import { colour, figures, radius, size, space, type } from '#src/kit/theme/tokens.ts';
import { VisuallyHidden } from '#src/kit/ui/text/VisuallyHidden.tsx';
import { useDish } from './use-dish.ts';
import { OthersBadge } from './OthersBadge.tsx';
import { Plate } from './Plate.tsx';

/** A dish's plate, and on it who has how many: what a tap changes, so that the rest of the row stays as it is. */
export function DishPicture({ product }: { readonly product: Product }) {
  const { t } = useTranslation('menu');
  const { count, others } = useDish(product.id);
  return (
    <Picture>
      <Plate picture={product.picture} dim={product.soldOut} chosen={count > 0} />
      {count > 0 && (
        <Badge>
          <span aria-hidden>{count}</span>
          <VisuallyHidden>{t('inCart', { count })}</VisuallyHidden>
        </Badge>
      )}
      {others.length > 0 && <OthersBadge having={others} />}
    </Picture>
  );
}

const Picture = styled.div`
  position: relative;
  align-self: flex-start;
`;

const Badge = styled.span`
  position: absolute;
  inset: 0 0 auto auto;
  display: grid;
  place-items: center;
  min-width: ${size.step};
  height: ${size.step};
  padding-inline: ${space.xs};
  ${type.label};
  ${figures};
  color: ${colour('surface')};
  background: ${colour('accentText')};
  border-radius: ${radius.round};
`;
