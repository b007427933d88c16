import { use, useMemo, type ReactNode } from 'react';
import { useCartPart, usePresence } from '#src/kit/cart/hooks.ts';
import { dinerHues, DinerHuesContext } from '#src/kit/ui/diners/diner-colour.ts';
import { useDiner } from '../diner/diner.ts';

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

/** Gives colours also to those who are spoken of and have left the table; who is there keeps their own. */
export function AbsentHues({ userIds, children }: { userIds: readonly string[]; children: ReactNode }) {
  const present = use(DinerHuesContext);
  return <DinerHuesContext value={dinerHues(userIds, present)}>{children}</DinerHuesContext>;
}
