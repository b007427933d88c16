import { UnavailableReason } from '#ui/dish/UnavailableReason.tsx';
import { Repeat2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { PlacedItem } from '#contract/order-fields.ts';
import { getItemKey, type Item } from '#events/item.ts';
import { useAddToCart } from '#src/add-to-cart/use-add-to-cart.ts';
import { useCartEngine, useCartPart, useOrderPlace } from '#src/cart/hooks.ts';
import { stepState } from '#src/navigation/order-step.ts';
import { useLanguage, useLinks } from '#ui/routes/language.ts';
import { space, type } from '#ui/theme/tokens.ts';
import { Button, LinkButton } from '#ui/controls/Button.tsx';
import { Stepper } from '#ui/controls/Stepper.tsx';
import { Row, Small } from '#ui/primitives.tsx';
import { formatMoney } from '#projections/bill/format-money.ts';
import { planOrderAgain } from './order-again.ts';

interface Props {
  readonly line: PlacedItem;
  /** undefined hides prices. */
  readonly currency: string | undefined;
}

/** The button that orders one of the diner's own dishes again, or the reason why that is not possible. */
export function OrderAgain({ line, currency }: Props) {
  const { t } = useTranslation(['order', 'menu']);
  const { index, merchantId } = useOrderPlace();
  const links = useLinks();
  const language = useLanguage();
  const again = planOrderAgain(line, index);
  const name = line.name ?? '';

  switch (again.kind) {
    case 'same':
      return (
        <Row $gap="sm" $align="center">
          {again.newPrice !== undefined && currency !== undefined && (
            <Small as="span">
              {t('again.newPrice', { price: formatMoney(again.newPrice, currency, language) })}
            </Small>
          )}
          <SameAgain item={again.item} name={name} />
        </Row>
      );
    case 'choose':
      return (
        <Near
          as={LinkButton}
          variant="quiet"
          to={links.order(merchantId)}
          state={stepState({ kind: 'product', productId: again.productId })}
          aria-label={t('again.chooseFor', { name })}
        >
          {t('again.choose')}
        </Near>
      );
    case 'soldOut':
      return (
        <Small as="span">
          <UnavailableReason {...again.product} />
        </Small>
      );
    case 'gone':
      return index.size > 0 ? <Small as="span">{t('again.gone')}</Small> : null;
  }
}

/** The button. Once the dish is in the cart it shows the number, like the button on the menu. */
function SameAgain({ item, name }: { item: Item; name: string }) {
  const { t } = useTranslation('order');
  const { add, canAddAtOnce } = useAddToCart();
  const { index } = useOrderPlace();
  const engine = useCartEngine();
  const key = getItemKey(item);
  const inCart = useCartPart(({ carts }) =>
    carts.find(({ mine }) => mine)?.lines.find((line) => getItemKey(line.item) === key),
  );
  const handleMore = () => void add(item, 1);

  if (inCart)
    return (
      <Stepper
        value={inCart.quantity}
        label={name}
        unitLabel={index.get(item.productId)?.unitLabel}
        showsFirst={canAddAtOnce}
        onMore={handleMore}
        onLess={() => engine?.commands.decrease(inCart, 1)}
      />
    );
  return (
    <Near as={Button} variant="quiet" onClick={handleMore} aria-label={t('again.label', { name })}>
      <Repeat2 aria-hidden />
      {t('again.action')}
    </Near>
  );
}

/** Its text is aligned with the prices. The area that reacts to a finger covers the space around the line. */
const Near = styled(Button)`
  margin-block: calc(-1 * ${space.sm});
  ${type.label};
  word-break: keep-all;
  margin-inline-end: calc(-1 * ${space.md});
`;
