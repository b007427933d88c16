import { useMemo, type ReactNode } from 'react';
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
