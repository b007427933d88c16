import { useMemo, type ReactNode } from 'react';
import { useCartPart, usePresence } from '#src/kit/cart/hooks.ts';
import { dinerHues, DinerHuesContext } from '#src/kit/ui/diners/diner-colour.ts';
import { useDiner } from '#src/kit/diner/diner.ts';

/** Gives everybody at the table a colour of their own. */
export function DinerHues({ children }: { children: ReactNode }) {
  const { member } = useDiner();
  const others = usePresence();
  // As text: it changes only when somebody comes or goes.
  const withCart = useCartPart(({ carts }) => JSON.stringify(carts.map(({ userId }) => userId)));
  const hues = useMemo(() => {
    const ids = [...(JSON.parse(withCart) as string[]), ...others.map(({ userId }) => userId)];
    return dinerHues(member ? [member.id, ...ids] : ids);
  }, [withCart, others, member]);
  return <DinerHuesContext value={hues}>{children}</DinerHuesContext>;
}
