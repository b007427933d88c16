/**
 * O4 at a server that moves nothing at a login: what the guest added is taken out of the guest's cart, with the token
 * that the guest had, and added to the member's. Written down before, so that no dish is lost or doubled by a reload.
 */
import { filter, firstValueFrom } from 'rxjs';
import { getCart, updateCart } from '#contract/calls/cart.ts';
import { getTableActiveOrder } from '#contract/calls/order.ts';
import type { SnapshotLine } from '#events/records.ts';
import { plainCarts, unreadLines } from '#sync/dialect/plain-facts.ts';
import type { LogKey } from '#sync/ports/storage.ts';
import { asTheyCame } from '#sync/wire/order-detail.ts';
import { ApiError } from '#src/kit/api/api-error.ts';
import { bearer, request } from '#src/kit/api/call/client.ts';
import { dinerState, type EarlierIds } from '#src/kit/api/diner-state.ts';
import { placing } from './engine/placing.ts';
import { localValue, storageKeys } from '#src/kit/values/web-storage.ts';
import type { CartEngine } from './engine/cart-engine.ts';

/** Lines that are on their way from one cart to the other. */
interface Moving {
  readonly memberId: string;
  /** A server of the contract names no sessions. */
  readonly tableId: string;
  readonly sessionId: string;
  readonly lines: readonly SnapshotLine[];
  /** What the kitchen had when they left. */
  readonly order: string;
}

/** How long to wait before the server is asked again, ms. */
const againMs = 3_000;

interface Guest extends EarlierIds {
  readonly token: string;
}

/** Until it is done or refused, or the diner has left: the next start goes on from there. Never rejects. */
export async function bringLines(engine: CartEngine, log: LogKey, guest: Guest): Promise<void> {
  // `navigator.locks` is absent on plain HTTP (D24).
  const locks = (navigator as Partial<Navigator>).locks;
  const work = async () => await keepTrying(engine, log, guest);
  await (locks ? locks.request(storageKeys.movingLines, work) : work());
}

async function keepTrying(engine: CartEngine, log: LogKey, guest: Guest): Promise<void> {
  while (isHere(log)) {
    try {
      return await bringNow(engine, log, guest);
    } catch (error) {
      if (error instanceof ApiError && error.isWorthAnotherTry) {
        await new Promise((resolve) => setTimeout(resolve, againMs));
        continue;
      }
      keep(undefined);
      console.warn('what was added before the login stays in the guest’s cart', error);
      return;
    }
  }
}

function isHere({ userId, tableId, sessionId }: LogKey): boolean {
  const { member, table } = dinerState.value;
  return member?.id === userId && table?.tableId === tableId && table.sessionId === sessionId;
}

async function bringNow(engine: CartEngine, log: LogKey, { userIds, token }: Guest): Promise<void> {
  const { lastOrderId } = engine.cart.value;
  await firstValueFrom(placing.pipe(filter((isPlacing) => !isPlacing)));
  await engine.placementKnown();
  // It took them along.
  if (engine.cart.value.lastOrderId !== lastOrderId) return;
  const { merchantId, tableId, sessionId, userId: memberId } = log;
  const { browserId } = dinerState.value;
  const { sync, userCarts, cartRowVersion, updateAt } = await request(getCart, {
    query: { merchantId, browserId },
  });
  // It has moved them itself.
  if (sync) return;
  // Of whom the token is: nobody else's cart can be emptied with it.
  const lines = plainCarts(userCarts)
    .filter(({ userId }) => userId === userIds.at(-1))
    .flatMap((cart) => cart.lines);
  const order = JSON.stringify(await request(getTableActiveOrder, {}).then(idAndItems));
  const before = kept();
  const isOurs =
    before?.memberId === memberId && before.tableId === tableId && before.sessionId === sessionId;
  if (lines.length > 0) {
    keep({ memberId, tableId, sessionId, lines, order });
    const version = { ...(cartRowVersion != null && { cartRowVersion }), ...(updateAt && { updateAt }) };
    // P5: what nobody can read is left where the staff put it.
    const rest = unreadLines(userCarts)?.filter(({ userId }) => userId === userIds.at(-1));
    const orderDetail = { ...(tableId && { tableId }), ...version, orderItems: asTheyCame(rest) };
    await request(updateCart, { body: { merchantId, orderDetail }, headers: bearer(token) });
  } else if (!isOurs || before.order !== order) {
    // Nobody's, or the kitchen has them.
    keep(undefined);
    return;
  }
  if (!isHere(log)) return;
  const moved = lines.length > 0 ? lines : before!.lines;
  for (const { item, quantity } of moved) engine.commands.add(item, quantity);
  await firstValueFrom(
    engine.cart.pipe(filter(({ states }) => ![...states.values()].includes('beingSaved'))),
  );
  keep(undefined);
  engine.refresh();
}

function idAndItems(order: { readonly id: string; readonly orderItems: readonly unknown[] } | null) {
  return order && [order.id, order.orderItems.length];
}

function kept(): Moving | undefined {
  const value = localValue.json(storageKeys.movingLines) as Moving | undefined;
  return value && Array.isArray(value.lines) ? value : undefined;
}

function keep(moving: Moving | undefined): void {
  localValue.set(storageKeys.movingLines, moving && JSON.stringify(moving));
}
