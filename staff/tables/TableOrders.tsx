import { useTranslation } from 'react-i18next';
import type { StaffOrder } from '#contract/calls/staff.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Row, Stack, Text } from '#ui/primitives.tsx';
import type { Ask } from '../orders/asked.ts';
import { isOwed } from '../orders/board/board-order.ts';
import { useMoney } from '../use-money.ts';

interface Props {
  readonly orders: readonly StaffOrder[];
  /** ISO 4217 */
  readonly currency: string;
  readonly onAsk: Ask;
}

/** The orders of a table's session, each with its way to pay and to add dishes. */
export function TableOrders({ orders, currency, onAsk }: Props) {
  const { t } = useTranslation('staff');
  const money = useMoney(currency);
  return (
    <Stack as="ul" $gap="md">
      {orders.map((order) => {
        const { id: orderId, serial, owed, unserved, newPieces } = order;
        const toServe = unserved - newPieces;
        const facts = [
          ...(isOwed(order) ? [t('orders.owed', { price: money(owed) })] : []),
          ...(newPieces > 0 ? [t('tables.fresh')] : []),
          ...(toServe > 0 ? [t('orders.toServe', { count: toServe })] : []),
        ];
        return (
          <li key={orderId}>
            <Text as="h3" $type="label">
              {t('tables.order', { serial })}
            </Text>
            <Text $type="small" $colour="textMuted" $below="sm">
              {facts.join(' · ')}
            </Text>
            <Row $gap="sm" $wrap>
              {isOwed(order) && (
                <Button variant="secondary" onClick={() => onAsk({ step: 'pay', orderId })}>
                  {t('orders.pay')}
                </Button>
              )}
              <Button variant="secondary" onClick={() => onAsk({ step: 'add', orderId })}>
                {t('orders.add')}
              </Button>
              <Button variant="quiet" onClick={() => onAsk({ step: 'more', orderId })}>
                {t('orders.more')}
              </Button>
            </Row>
          </li>
        );
      })}
    </Stack>
  );
}
