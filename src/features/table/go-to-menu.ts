import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useCartEngine, useCartPart } from '#src/cart/hooks.ts';
import { useLinks } from '#ui/routes/language.ts';

/**
 * Goes to the menu, once the cart shows the order type that was just set: the rules would turn an earlier visit away.
 * `replace`: the current page is not gone back to.
 */
export function useGoToMenu(merchantId: string, { replace = false } = {}): () => void {
  const links = useLinks();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const hasCart = useCartEngine() !== undefined;
  const isChosen = useCartPart((cart) => cart.orderType !== null);
  const [asked, setAsked] = useState(0);
  const answered = useRef(0);
  const isReady = isChosen || !hasCart;
  const menu = links.order(merchantId);

  useEffect(() => {
    if (!isReady || answered.current === asked) return;
    answered.current = asked;
    if (pathname !== menu) void navigate(menu, { replace });
  }, [isReady, asked, navigate, pathname, menu, replace]);

  return useCallback(() => setAsked((times) => times + 1), []);
}
