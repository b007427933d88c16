import { use, useMemo, type ReactNode } from 'react';
import { useTheme } from 'styled-components';
import { useCartPart, usePresence } from '#src/cart/hooks.ts';
import { dinerHues, DinerHuesContext } from '#src/ui/diner-colour.ts';
import { useDiner } from './diner.ts';

/** Gives everybody at the table a colour of their own. */
export function DinerHues({ children }: { children: ReactNode }) {
  const { member } = useDiner();
  const { diners } = useTheme();
  const others = usePresence();
  // As text: it changes only when somebody comes or goes.
  const withCart = useCartPart(({ carts }) => JSON.stringify(carts.map(({ userId }) => userId)));
  const hues = useMemo(() => {
    const ids = [...(JSON.parse(withCart) as string[]), ...others.map(({ userId }) => userId)];
    return dinerHues(member ? [member.id, ...ids] : ids, diners.length);
  }, [withCart, others, member, diners.length]);
  return <DinerHuesContext value={hues}>{children}</DinerHuesContext>;
}

/** Gives colours also to those who are spoken of and have left the table; who is there keeps their own. */
export function AbsentHues({ userIds, children }: { userIds: readonly string[]; children: ReactNode }) {
  const { diners } = useTheme();
  const present = use(DinerHuesContext);
  return <DinerHuesContext value={dinerHues(userIds, diners.length, present)}>{children}</DinerHuesContext>;
}
