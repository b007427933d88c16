import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useCartEngine, useCartPart } from '#src/cart/hooks.ts';
import { useLinks } from '#ui/routes/language.ts';

/**
 * Returns a function that opens the menu as soon as the cart has an order type. Before that the navigation rules would
 * refuse the menu.
 * @param replace Back does not return to the present page
 */
export function useGoToMenu(merchantId: string, { replace = false } = {}): () => void {
  const links = useLinks();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const hasCart = useCartEngine() !== undefined;
  const isChosen = useCartPart((cart) => cart.orderType !== null);
  const [requests, setRequests] = useState(0);
  const handled = useRef(0);
  const isReady = isChosen || !hasCart;
  const menu = links.order(merchantId);

  useEffect(() => {
    if (!isReady || handled.current === requests) return;
    handled.current = requests;
    if (pathname !== menu) void navigate(menu, { replace });
  }, [isReady, requests, navigate, pathname, menu, replace]);

  return useCallback(() => setRequests((count) => count + 1), []);
}
