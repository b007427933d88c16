import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { ChevronUp } from 'lucide-react';
import { useCartPart, useCartPartWhile, useOrderPlace } from '#src/cart/hooks.ts';
import { pricedCart } from '#src/cart/priced-line.ts';
import { colour, flat, layer, safe, size, space } from '#ui/theme/tokens.ts';
import { Price } from '#ui/text/Price.tsx';
import { Text } from '#ui/primitives.tsx';
import { cartId } from '../menu/show-section.ts';
import { UndoBar } from '../undo/UndoBar.tsx';
import { BarAction, barStyle, BarWords } from './bar-parts.ts';
import { OrderBar } from './OrderBar.tsx';
import { PayLink } from './PayLink.tsx';
import { TurntableRing } from './TurntableRing.tsx';
import { useDishCount, useIsAlone } from '../together/seats.ts';

interface Props {
  /** The open cart covers the bar. The cart then shows the offer to undo itself. */
  readonly isCovered: boolean;
  onOpen(): void;
}

/**
 * The bar at the bottom. It shows the next step: the cart, or else the progress of the order and its payment. A tap
 * anywhere on it leads there.
 */
export function CartBar({ isCovered, onOpen }: Props) {
  const { t } = useTranslation('cart');
  // The cart may contain nothing but lines of the staff, which this app cannot read in full.
  const isEmpty = useCartPart(({ quantity, unread }) => quantity === 0 && !unread);
  const lastOrderId = useCartPart((cart) => cart.lastOrderId);

  return (
    <Place {...((!isEmpty || lastOrderId !== null) && { role: 'region', 'aria-label': t('live.label') })}>
      {!isCovered && <UndoBar />}
      <Parts>
        {!isEmpty ? (
          <Room>
            <Bar type="button" id={cartId} onClick={onOpen}>
              <TurntableRing isCovered={isCovered} />
              <Sum isCovered={isCovered} />
              <BarAction>
                <span>{t('viewCart')}</span>
                <ChevronUp aria-hidden />
              </BarAction>
            </Bar>
          </Room>
        ) : (
          lastOrderId !== null && (
            <Room>
              <OrderBar orderId={lastOrderId} />
            </Room>
          )
        )}
        {lastOrderId !== null && <PayLink orderId={lastOrderId} place="bar" isNext={isEmpty} />}
      </Parts>
    </Place>
  );
}

function Sum({ isCovered }: Pick<Props, 'isCovered'>) {
  const { t } = useTranslation('cart');
  const isAlone = useIsAlone();
  const { currency, index } = useOrderPlace();
  const carts = useCartPartWhile(!isCovered, (cart) => cart.carts);
  const { total } = pricedCart(carts, index);
  const dishes = useDishCount()(carts.flatMap(({ lines }) => lines));
  // Then the cart contains only lines of the staff. Their prices are unknown, so there is no total.
  if (dishes === 0)
    return (
      <BarWords>
        <Text as="span" $type="label">
          {t('staffLines.title')}
        </Text>
      </BarWords>
    );
  return (
    <BarWords>
      <Text as="span" $type="label">
        {t(isAlone ? 'alone' : 'ofTable', { count: dishes })}
      </Text>
      <Text as="span" $type="heading">
        <Price amount={total} currency={currency} />
      </Text>
    </BarWords>
  );
}

const Place = styled.div`
  container-type: inline-size;
  position: fixed;
  z-index: ${layer.bar};
  inset: auto 0 0;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  justify-items: center;
  gap: ${space.sm};
  padding: ${space.xl} ${space.md} calc(${space.md} + ${safe.bottom});
  background: linear-gradient(to top, ${colour('page')} 30%, transparent);
  pointer-events: none;

  > * {
    pointer-events: auto;
  }
  /* In landscape the bar is at the end, near the thumb, and does not cover the dishes. */
  ${flat} {
    grid-template-columns: minmax(0, ${size.sidePanel});
    justify-content: end;
    padding-right: max(${space.md}, ${safe.right});
    background: none;
  }
`;

/** The bar, and next to it the way to the payment. */
const Parts = styled.div`
  display: flex;
  gap: ${space.sm};
  width: 100%;
  max-width: ${size.content};

  &:empty {
    display: none;
  }
`;

/** The bar shows what fits next to the payment. */
const Room = styled.div`
  display: flex;
  flex: 1 1 0;
  min-width: 0;
  container-type: inline-size;
`;

const Bar = styled.button`
  ${barStyle}
  color: ${colour('onAccent')};
  background: ${colour('accent')};
`;
