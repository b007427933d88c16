import { use, type ReactNode } from 'react';
import { dinerHues, DinerHuesContext } from './diner-colour.ts';

/** Gives colours also to those who are spoken of and have left the table; who is there keeps their own. */
export function AbsentHues({ userIds, children }: { userIds: readonly string[]; children: ReactNode }) {
  const present = use(DinerHuesContext);
  return <DinerHuesContext value={dinerHues(userIds, present)}>{children}</DinerHuesContext>;
}
