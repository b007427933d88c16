import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { indexMenu, type MenuIndex } from '#contract/menu-index.ts';
import { modifierOf } from '#contract/priced-item.ts';
import type { PlacedItem } from '#contract/order-fields.ts';
import { colour, type } from '#src/kit/theme/tokens.ts';
import { Skeleton } from '#src/kit/ui/feedback/Skeleton.tsx';
import { isShown, roundsOf } from '#src/kit/cart/order-rounds.ts';
import { Row, Small, Text } from '#src/kit/ui/primitives.tsx';
import { useOrderOf, useStaffMenu } from '../calls/staff-queries.ts';

/** The dishes of an order by round, with what was chosen and what the kitchen should know. */
export function OrderLines({ orderId, merchantId }: { orderId: string; merchantId: string }) {
  const { t } = useTranslation('staff');
  const { data: order } = useOrderOf(orderId, true);
  const { data: menu } = useStaffMenu(merchantId);
  // The diners' phones may speak another language than the kitchen.
  const index = useMemo(() => indexMenu(menu), [menu]);
  if (!order) return <Skeleton />;
  return (
    <div>
      {roundsOf({ orderItems: order.orderItems.filter(isShown) }, undefined)
        .toReversed()
        .map(({ round, diners }) => (
          <section key={round}>
            <Text as="h4" $type="label" $colour="textMuted" $above="sm">
              {t('orders.round', { number: round })}
            </Text>
            <ul>
              {diners
                .flatMap(({ lines }) => lines)
                .map((line) => (
                  <Line key={line.id} line={line} index={index} />
                ))}
            </ul>
          </section>
        ))}
    </div>
  );
}

function Line({ line, index }: { line: PlacedItem; index: MenuIndex }) {
  const { t } = useTranslation('staff');
  const isNew = line.quantity > (line.qtySentToKitchen ?? 0);
  const chosen = line.orderItemModifiers
    .filter(({ quantity }) => quantity > 0)
    .map(({ modifierProductId, name: said = '', quantity }) => {
      const name = modifierOf(index.get(line.productId), modifierProductId)?.name ?? said;
      return quantity > 1 ? `${name} × ${quantity}` : name;
    });
  return (
    <Row as="li" $gap="sm" $above="xs" $below="xs">
      <Text as="span" $rigid $type="strong" $figures>
        {line.quantity} ×
      </Text>
      <Text as="div" $grow>
        <Text $type="strong">{index.get(line.productId)?.name ?? line.name}</Text>
        {chosen.length > 0 && <Small>{chosen.join(', ')}</Small>}
        {line.notes !== '' && (
          <Text $type="strong" $colour="danger">
            {line.notes}
          </Text>
        )}
        <Small>{line.userName}</Small>
      </Text>
      <Mark $new={isNew}>{t(isNew ? 'orders.isNew' : 'orders.inKitchen')}</Mark>
    </Row>
  );
}

const Mark = styled.span<{ $new: boolean }>`
  flex: none;
  ${type.label};
  color: ${({ $new }) => colour($new ? 'accentText' : 'success')};
`;
