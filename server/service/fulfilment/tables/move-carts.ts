/** Moves diners' lines from one session's cart to another's, when staff merge or split sessions. */
import { readDinerNames } from '#server/ordering/cart/diner-at-table.ts';
import { storeDrafts, type lockOpenSession } from '#server/ordering/cart/log/session-log.ts';
import { draftAdditions, draftMove } from '#server/ordering/cart/draft-move.ts';
import { draftTableValues } from '#server/ordering/cart/draft-changes.ts';
import { serverReplica } from '#events/log/event-id.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import type { Trx } from '#server/platform/store/transactions.ts';

type OpenSession = NonNullable<Awaited<ReturnType<typeof lockOpenSession>>>;

interface Moving {
  /** The diners whose lines move; undefined: all. */
  readonly userIds?: readonly string[];
  /** The numbers of guests to set in the two carts; undefined: as they are. */
  readonly guests?: { readonly from?: number; readonly to?: number };
}

/** @param now ms */
export async function moveCarts(
  trx: Trx,
  from: OpenSession,
  to: OpenSession,
  now: number,
  { userIds, guests = {} }: Moving = {},
): Promise<void> {
  const { view } = from.log;
  const carts = view.carts.filter(({ userId }) => userIds?.includes(userId) ?? true);
  const names = await readDinerNames(
    trx,
    carts.map(({ userId }) => userId),
  );
  const diners = carts.map(({ userId: id, lines }) => ({ id, name: names.get(id) ?? '', lines }));
  const added = diners.flatMap(({ lines, ...diner }) => draftAdditions(lines, to.log.view, diner));
  await storeDrafts(trx, to.log, [...added, ...draftGuests(to, guests.to)], now);
  await storeDrafts(
    trx,
    from.log,
    [...diners.flatMap(({ id }) => draftClear(view, id)), ...draftGuests(from, guests.from)],
    now,
  );
}

function draftClear(view: CartView, userId: string) {
  // Only the clear. The additions go into the other session.
  return draftMove(view, userId, { id: '', name: '' }).slice(0, 1);
}

function draftGuests({ log: { view } }: OpenSession, guests: number | undefined) {
  return draftTableValues(view, { id: serverReplica, name: '' }, { guests });
}
