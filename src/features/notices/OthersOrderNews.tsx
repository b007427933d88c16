import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCartEngine } from '#src/cart/hooks.ts';
import { announcedOrder } from '#src/cart/order/announced-order.ts';
import { useDiner } from '#src/diner/diner.ts';
import { useLinks } from '#ui/routes/language.ts';
import { OrderNews } from './OrderNews.tsx';
import { useDish } from './use-dish.ts';
import { useOrderQueries } from './use-order-queries.ts';
import { useOthersOrders, type OthersOrder } from './use-others-orders.ts';

/** Opens the dialog `OrderNews` each time somebody else orders, or the restaurant changes the order. */
export function OthersOrderNews() {
  const merchantId = useDiner().table?.merchantId;
  const engine = useCartEngine();
  const queries = useQueryClient();
  const { invalidateOrder } = useOrderQueries();
  const navigate = useNavigate();
  const links = useLinks();
  const dishOf = useDish();
  const [order, setOrder] = useState<OthersOrder>();
  const [isShown, setShown] = useState(false);

  useOthersOrders((news) => {
    invalidateOrder(news.orderId);
    engine?.refresh();
    // A dish that the order left out may be sold out. A phone that was away has missed that message.
    const hasOwnLines = engine?.cart.value.carts.some(({ mine, lines }) => mine && lines.length > 0);
    if (hasOwnLines) void queries.invalidateQueries({ queryKey: ['menu'] });
    announcedOrder.next({ orderId: news.orderId, userName: news.userName });
    setOrder(news);
    setShown(true);
  });

  if (!order) return null;
  const handleAddItem = () => {
    setShown(false);
    if (merchantId) void navigate(links.order(merchantId));
  };
  const handleViewDetail = () => {
    setShown(false);
    if (merchantId) void navigate(links.orderDetail(merchantId, order.orderId));
  };
  return (
    <OrderNews
      open={isShown}
      order={order}
      dishOf={dishOf}
      onClose={() => setShown(false)}
      onAddItem={handleAddItem}
      onViewDetail={handleViewDetail}
    />
  );
}
