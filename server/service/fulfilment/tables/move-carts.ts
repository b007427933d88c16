/** Moves diners' lines from one session's cart to another's, when staff merge or split sessions. */
import { dinerNames } from '#server/ordering/cart/diner-at-table.ts';
import { storeDrafts, type lockOpenSession } from '#server/ordering/cart/log/session-log.ts';
import { draftAdditions, draftMove } from '#server/ordering/cart/draft-move.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import type { Trx } from '#server/platform/store/transactions.ts';

type OpenSession = NonNullable<Awaited<ReturnType<typeof lockOpenSession>>>;

/** @param userIds the diners whose lines move; undefined: all @param now ms */
export async function moveCarts(
  trx: Trx,
  from: OpenSession,
  to: OpenSession,
  now: number,
  userIds?: readonly string[],
): Promise<void> {
  const { view } = from.log;
  const carts = view.carts.filter(({ userId }) => userIds?.includes(userId) ?? true);
  const names = await dinerNames(
    trx,
    carts.map(({ userId }) => userId),
  );
  const diners = carts.map(({ userId: id, lines }) => ({ id, name: names.get(id) ?? '', lines }));
  const added = diners.flatMap(({ lines, ...diner }) => draftAdditions(lines, to.log.view, diner));
  await storeDrafts(trx, to.log, added, now);
  await storeDrafts(
    trx,
    from.log,
    diners.flatMap(({ id }) => draftClear(view, id)),
    now,
  );
}

function draftClear(view: CartView, userId: string) {
  // Only the clear. The additions go into the other session.
  return draftMove(view, userId, { id: '', name: '' }).slice(0, 1);
}
