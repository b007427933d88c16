import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useCartPart, useMayLeaveOut, useOrderPlace } from '#src/cart/hooks.ts';
import { space } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Price } from '#ui/text/Price.tsx';
import { findBlockedLines } from '#src/cart/priced-line.ts';
import { Row, Small, Text } from '#ui/primitives.tsx';
import { UndoBar } from '../undo/UndoBar.tsx';
import { PayLink } from './PayLink.tsx';
import { usePricedCart } from './use-priced-cart.ts';
import { useIsAlone } from '../together/seats.ts';

interface Props {
  onReview(): void;
  /** Leads back to the menu from an empty cart. Next to the menu there is no such button. */
  onBack?: (() => void) | undefined;
}

/** The table's total, the button that opens the review, and after the first order the way to the payment. */
export function CartFooter({ onReview, onBack }: Props) {
  const { t } = useTranslation('cart');
  const isAlone = useIsAlone();
  const cart = usePricedCart();
  const { currency } = useOrderPlace();
  const orderId = useCartPart((cart) => cart.lastOrderId);
  const isEmpty = useCartPart((cart) => cart.quantity === 0);
  const isOwnMenu = useMayLeaveOut();

  const undo = (
    <Undo>
      <UndoBar />
    </Undo>
  );
  if (isEmpty)
    return (
      <>
        {undo}
        <Buttons>
          {onBack && (
            <Wide variant="secondary" onClick={onBack}>
              {t('backToMenu')}
            </Wide>
          )}
          {orderId !== null && <PayLink orderId={orderId} place="footer" isNext />}
        </Buttons>
      </>
    );
  const blocked = findBlockedLines(cart, isOwnMenu);
  return (
    <>
      {undo}
      <Way>
        <Row as="p" $gap="md" $align="center" $justify="flex-end" $wrap $type="strong">
          <Text as="span" $grow="readable">
            {t(orderId !== null ? 'ordered.newTotal' : isAlone ? 'totalAlone' : 'tableTotal')}
            <Small as="span" $block>
              {t('beforeCharges')}
            </Small>
            {blocked.anybodys && (
              <Small as="span" $block>
                {t('soldOutCounted')}
              </Small>
            )}
          </Text>
          <Text as="span" $type="title">
            <Price amount={cart.total} currency={currency} />
          </Text>
        </Row>
        <Buttons>
          {orderId !== null && <PayLink orderId={orderId} place="footer" isNext={false} />}
          <Wide variant={blocked.everything ? 'secondary' : 'primary'} onClick={onReview}>
            {t('reviewOrder')}
          </Wide>
        </Buttons>
      </Way>
    </>
  );
}

const Undo = styled.div`
  padding-bottom: ${space.md};

  &:empty {
    display: none;
  }
`;

/** They stand side by side, where they fit. */
const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space.sm};

  &:empty {
    display: none;
  }
`;

const Wide = styled(Button)`
  flex: 1 1 auto;
`;

const Way = styled.div`
  display: grid;
  gap: ${space.md};
`;
