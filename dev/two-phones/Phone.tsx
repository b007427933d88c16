import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import dumplings from '#demo/pictures/boiled-dumplings@2x.webp';
import noodles from '#demo/pictures/beef-noodle-soup@2x.webp';
import tea from '#demo/pictures/bubble-milk-tea@2x.webp';
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import { CartLine, LineStateNote, LineTools } from '#src/cart/CartLine.tsx';
import { OrderPlaceContext } from '#src/cart/hooks.ts';
import { pricedCart } from '#src/cart/priced-line.ts';
import { DishLine } from '#ui/dish/DishLine.tsx';
import { Plate } from '#ui/dish/Plate.tsx';
import { border, colour, motion, radius, size, space } from '#ui/theme/tokens.ts';
import { Stepper } from '#ui/controls/Stepper.tsx';
import { Avatar, DinerName } from '#ui/diners/Avatar.tsx';
import { Row, Small, Text, VisuallyHidden } from '#ui/primitives.tsx';
import { Price } from '#ui/text/Price.tsx';
import { getLineState } from '#client/cart/table-cart.ts';
import { bareDish } from '#testing/simulated-menu.ts';
import type { DemoTable, PhoneShown } from './demo-table.ts';

const dishes = [
  { id: 'p0', picture: dumplings },
  { id: 'p1', picture: noodles },
  { id: 'p2', picture: tea },
] as const;

const currency = 'USD';

interface Props {
  readonly phone: PhoneShown;
  readonly table: DemoTable;
}

/** A phone: its network switch, a short menu, and its view of the table's cart. */
export function Phone({ phone, table }: Props) {
  const { t } = useTranslation('twoPhones');
  const { t: ofMenu } = useTranslation('menu');
  const id = useId();
  const { name } = phone;
  const products = dishes.map(({ id, picture }) => ({
    ...bareDish,
    id,
    name: t(`dishes.${id}`),
    picture: { x1: picture, x2: picture },
  }));
  const index: MenuIndex = new Map(products.map((product) => [product.id, product]));
  const own = phone.cart.carts.find(({ mine }) => mine)?.lines ?? [];
  const place = {
    merchantId: '',
    merchant: undefined,
    menu: undefined,
    index,
    currency,
    supportsGuest: true,
    orderCodeRequired: false,
  };

  return (
    <OrderPlaceContext value={place}>
      <Frame aria-labelledby={id}>
        <VisuallyHidden as="h2" id={id}>
          {t('phone', { name })}
        </VisuallyHidden>
        <Network phone={phone} table={table} />
        <ul>
          {products.map((product, number) => {
            const line = own.findIndex(({ item }) => item.productId === product.id);
            return (
              <DishLine
                key={product.id}
                product={product}
                currency={currency}
                picture={product.picture && <Plate picture={product.picture} chosen={line >= 0} />}
                action={
                  <Stepper
                    value={own[line]?.quantity ?? 0}
                    label={product.name}
                    firstLabel={ofMenu('addDish', { name: product.name })}
                    onMore={() => table.add(phone.index, number)}
                    onLess={() => table.remove(phone.index, line)}
                  />
                }
              />
            );
          })}
        </ul>
        <Cart phone={phone} index={index} />
      </Frame>
    </OrderPlaceContext>
  );
}

function Network({ phone: { index, userId, name, isOnline, cart }, table }: Props) {
  const { t } = useTranslation('twoPhones');
  const state = isOnline
    ? t('online')
    : cart.pending > 0
      ? t('waiting', { count: cart.pending })
      : t('offline');
  return (
    <Row as="label" $gap="md" $align="center" $minHeight="control" $below="sm">
      <Avatar userId={userId} name={name} away={!isOnline} />
      <Text as="span" $grow>
        <Text as="span" $type="heading" $block>
          {name}
        </Text>
        <Small as="span" $block>
          {state}
        </Small>
      </Text>
      <Switch
        type="checkbox"
        role="switch"
        aria-label={t('network', { name })}
        aria-checked={isOnline}
        checked={isOnline}
        onChange={() => table.setNetwork(index, !isOnline)}
      />
    </Row>
  );
}

function Cart({ phone, index }: { phone: PhoneShown; index: MenuIndex }) {
  const { t } = useTranslation('twoPhones');
  const { diners, total } = pricedCart(phone.cart.carts, index);
  return (
    <CartBox aria-label={t('cartOn', { name: phone.name })}>
      <Text as="h3" $type="heading">
        {t('cart')}
      </Text>
      {diners.length === 0 && <Small>{t('empty')}</Small>}
      {diners.map(({ diner, lines }) => (
        <div key={diner.userId}>
          <Row $gap="sm" $align="center" $above="sm">
            <Avatar size="sm" userId={diner.userId} name={diner.userName} />
            <Text $type="label">
              <DinerName name={diner.userName} mine={diner.mine} />
            </Text>
          </Row>
          <ul>
            {lines.map((priced) => (
              <CartLine key={priced.line.lineId} priced={priced} counted>
                <LineTools>
                  <LineStateNote state={getLineState(phone.cart, priced.line.lineId)} />
                </LineTools>
              </CartLine>
            ))}
          </ul>
        </div>
      ))}
      {diners.length > 0 && (
        <Row $type="strong" $justify="space-between">
          <span>{t('total')}</span>
          <Price amount={total} currency={currency} />
        </Row>
      )}
    </CartBox>
  );
}

const Frame = styled.section`
  padding: ${space.lg} ${space.xl};
  background: ${colour('surface')};
  border: ${border.bold} solid ${colour('outline')};
  border-radius: ${radius.xl};
`;

/** A minimum height, so that the phone below does not move on a small screen while the cart fills. */
const CartBox = styled.section`
  min-height: ${size.demoCart};
  margin-top: ${space.lg};
  padding-top: ${space.lg};
  border-top: ${border.thick} solid ${colour('line')};
`;

const Switch = styled.input`
  flex: none;
  appearance: none;
  display: grid;
  align-items: center;
  width: ${size.control};
  height: ${size.demoSwitch};
  margin: ${space.none};
  padding: ${space.xs};
  background: ${colour('danger')};
  border-radius: ${radius.round};
  cursor: pointer;

  &::before {
    content: '';
    width: ${size.demoThumb};
    height: ${size.demoThumb};
    background: ${colour('surface')};
    border-radius: ${radius.round};
    transition: translate ${motion.quick};
  }
  &:checked {
    background: ${colour('success')};
  }
  &:checked::before {
    translate: calc(${size.control} - ${size.demoSwitch});
  }
`;
