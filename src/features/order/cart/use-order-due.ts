import { useTranslation } from 'react-i18next';
import type { Order } from '#contract/order-fields.ts';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { useNamedOrder } from '#src/cart/order/named-order.ts';
import { useDiner } from '#src/diner/diner.ts';
import { findDue, mayPay } from '#src/paying/find-due.ts';
import { usePaying } from '#src/paying/use-paying.ts';
import { getOrderCurrency } from '#ui/bill/order-rounds.ts';

/** What the diner can pay of the table's order on this phone. Nothing if the restaurant takes no payments online. */
export function useOrderDue(received: Order) {
  const { t } = useTranslation('order');
  const { currency } = useOrderPlace();
  const { member } = useDiner();
  const order = useNamedOrder(received);
  const isOnline = usePaying(order.id)?.online === true;
  const reader = {
    me: member?.id,
    myName: member?.firstName ?? '',
    someone: t('detail.someone'),
    currency: getOrderCurrency(order, currency),
  };
  return {
    currency: reader.currency,
    due: isOnline ? findDue(order, reader) : undefined,
    mayPay: isOnline && mayPay(order, reader),
  };
}
