import { useTranslation } from 'react-i18next';
import { css, styled } from 'styled-components';
import { ChevronUp } from 'lucide-react';
import { useLinks } from '#ui/routes/language.ts';
import { useCartPart, useCartPartWhile, useOrderPlace } from '#src/cart/hooks.ts';
import { pricedCart } from '#src/cart/priced-line.ts';
import { colour, cramped, flat, layer, motion, radius, safe, size, space, type } from '#ui/theme/tokens.ts';
import { LinkButton } from '#ui/controls/Button.tsx';
import { Price } from '#ui/text/Price.tsx';
import { Text } from '#ui/primitives.tsx';
import { cartId } from '../menu/show-section.ts';
import { UndoBar } from '../undo/UndoBar.tsx';
import { TurntableRing } from './TurntableRing.tsx';
import { useDishCount, useIsAlone } from '../together/seats.ts';

interface Props {
  /** The open cart covers the bar. The cart then shows the offer to undo itself. */
  readonly isCovered: boolean;
  onOpen(): void;
}

/** The bar at the bottom, with the number of dishes and the total. A tap anywhere on it opens the cart. */
export function CartBar({ isCovered, onOpen }: Props) {
  const { t } = useTranslation('cart');
  const isAlone = useIsAlone();
  // The cart may contain nothing but lines of the staff, which this app cannot read in full.
  const isEmpty = useCartPart(({ quantity, unread }) => quantity === 0 && !unread);
  const lastOrderId = useCartPart((cart) => cart.lastOrderId);
  const { merchantId } = useOrderPlace();
  const links = useLinks();

  return (
    <Place>
      {!isCovered && <UndoBar />}
      {!isEmpty ? (
        <Bar type="button" id={cartId} onClick={onOpen}>
          <TurntableRing isCovered={isCovered} />
          <Sum isCovered={isCovered} />
          <Action>
            <span>{t('viewCart')}</span>
            <ChevronUp aria-hidden />
          </Action>
        </Bar>
      ) : (
        lastOrderId !== null && (
          <LinkButton variant="secondary" wide to={links.orderDetail(merchantId, lastOrderId)}>
            {t(isAlone ? 'seeOrderAlone' : 'seeOrder')}
          </LinkButton>
        )
      )}
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
      <Words>
        <Text as="span" $type="label">
          {t('staffLines.title')}
        </Text>
      </Words>
    );
  return (
    <Words>
      <Text as="span" $type="label">
        {t(isAlone ? 'alone' : 'ofTable', { count: dishes })}
      </Text>
      <Text as="span" $type="heading">
        <Price amount={total} currency={currency} />
      </Text>
    </Words>
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

/** The layout for large text. */
const tight = css`
  flex-wrap: wrap;
  justify-content: center;
  padding-inline: ${space.lg};
  border-radius: ${radius.xl};

  /* The words next to the ring say the same. */
  > :first-child {
    display: none;
  }
  > :nth-child(2) {
    justify-items: center;
  }
`;

const Bar = styled.button`
  display: flex;
  align-items: center;
  gap: ${space.sm};
  width: 100%;
  max-width: ${size.content};
  min-height: ${size.bar};
  padding: ${space.sm} ${space.lg} ${space.sm} ${space.sm};
  color: ${colour('onAccent')};
  text-align: start;
  background: ${colour('accent')};
  border-radius: ${radius.round};
  box-shadow: ${colour('shadow')};
  transition: transform ${motion.quick} ${motion.out};

  ${cramped} {
    ${tight}
  }
  @container (max-width: ${size.barFull}) {
    ${tight}
  }
  &:active {
    transform: scale(0.98);
  }
`;

const Words = styled.span`
  flex: 1 1 0;
  min-width: min-content;
  display: grid;

  /* Only screen readers get the label. */
  @container (max-width: ${size.barSum}) {
    > :first-child {
      position: absolute;
      opacity: 0;
    }
  }
`;

/* It is one line high, so that the arrow wraps out of sight on a narrow phone. */
const Action = styled.span`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  min-width: min-content;
  column-gap: ${space.xs};
  ${type.button};
  height: 1lh;
  overflow: hidden;
  white-space: nowrap;
`;
