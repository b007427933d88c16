/**
 * O4 at a server that moves nothing at a login: what the guest added is taken out of the guest's cart, with the token
 * that the guest had, and added to the member's. Written down before, so that no dish is lost or doubled by a reload.
 * Where the server empties the guest's cart at the login, the lines that the phone showed before are added.
 */
import { filter, firstValueFrom } from 'rxjs';
import { getCart, updateCart } from '#contract/calls/cart.ts';
import { haveSameKey } from '#events/item.ts';
import type { SnapshotLine } from '#events/records/records.ts';
import { plainCarts, unreadLines } from '#sync/protocols/snapshot/cart-facts.ts';
import type { LogKey } from '#sync/ports/storage.ts';
import { listUnreadItems } from '#sync/wire/order-detail.ts';
import { ApiError } from '#client/api/api-error.ts';
import { createBearerHeader, request } from '#client/api/call/request.ts';
import { fetchOpenOrder } from '#client/api/open-order.ts';
import { dinerState, type EarlierIds } from '#client/api/diner-state.ts';
import { repeatUnderUsualNames } from './transport/api-transport.ts';
import { isPlacing } from './engine/placing.ts';
import { localValue, storageKeys } from '#client/values/web-storage.ts';
import type { TableCart } from './cart/table-cart.ts';
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

/** How long to wait for the cart without the guest's dishes, ms. */
const cartTimeoutMs = 30_000;

interface Guest extends EarlierIds {
  readonly token: string;
  /** The cart that this phone showed before the login; undefined after a reload. */
  readonly left: TableCart | undefined;
}

let latest: Promise<void> = Promise.resolve();

/** Resolves when no dish of a guest is on its way to the member that the guest has become. */
export function waitForMovedLines(): Promise<void> {
  return latest;
}

/** Until it is done or refused, or the diner has left: the next start goes on from there. Never rejects. */
export function moveGuestLines(engine: CartEngine, log: LogKey, guest: Guest): Promise<void> {
  // `navigator.locks` is absent on plain HTTP (D24).
  const locks = (navigator as Partial<Navigator>).locks;
  const work = async () => await moveUntilDone(engine, log, guest);
  return (latest = locks ? locks.request(storageKeys.movingLines, work) : work());
}

async function moveUntilDone(engine: CartEngine, log: LogKey, guest: Guest): Promise<void> {
  while (isHere(log)) {
    try {
      return await moveOnce(engine, log, guest);
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

async function moveOnce(engine: CartEngine, log: LogKey, { userIds, token, left }: Guest): Promise<void> {
  const { lastOrderId } = engine.cart.value;
  await firstValueFrom(isPlacing.pipe(filter((current) => !current)));
  await engine.waitForPlacement();
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
  const carts = plainCarts(userCarts);
  const linesOf = (id: string | undefined) =>
    carts.filter(({ userId }) => userId === id).flatMap((cart) => cart.lines);
  const lines = linesOf(userIds.at(-1));
  const order = JSON.stringify(await fetchOpenOrder((call) => request(call, {})).then(summariseOrder));
  const before = kept();
  const isOurs =
    before?.memberId === memberId && before.tableId === tableId && before.sessionId === sessionId;
  const wasTaken = isOurs
    ? before.order !== order
    : carts.length === 0 && left?.carts.some(({ mine }) => !mine);
  const dropped = isOurs ? before.lines : listDroppedLines(left, userIds.at(-1), linesOf(memberId));
  if (lines.length > 0) {
    keep({ memberId, tableId, sessionId, lines, order });
    const version = { ...(cartRowVersion != null && { cartRowVersion }), ...(updateAt && { updateAt }) };
    // P5: what nobody can read is left where the staff put it.
    const rest = unreadLines(userCarts)?.filter(({ userId }) => userId === userIds.at(-1));
    const orderDetail = { ...(tableId && { tableId }), ...version, orderItems: listUnreadItems(rest) };
    await request(updateCart, { body: { ...repeatUnderUsualNames(orderDetail), merchantId }, headers: createBearerHeader(token) });
  } else if (wasTaken || dropped.length === 0) {
    // Nobody's, or the kitchen has them.
    keep(undefined);
    return;
  }
  if (!isHere(log)) return;
  for (const { item, quantity } of lines.length > 0 ? lines : dropped) engine.commands.add(item, quantity);
  await firstValueFrom(
    engine.cart.pipe(filter(({ states }) => ![...states.values()].includes('beingSaved'))),
  );
  keep(undefined);
  engine.refresh();
  // An order holds what this phone shows. Until the cart is here, it shows these dishes twice.
  const isOnce = engine.cart.pipe(
    filter(({ carts: shown }) => !shown.some(({ userId }) => userId === userIds.at(-1))),
  );
  await Promise.race([firstValueFrom(isOnce), new Promise((resolve) => setTimeout(resolve, cartTimeoutMs))]);
}

/** The guest's lines of before the login that the member does not have. */
function listDroppedLines(
  left: TableCart | undefined,
  guestId: string | undefined,
  now: readonly SnapshotLine[],
): readonly SnapshotLine[] {
  const own = left?.carts.find(({ userId }) => userId === guestId)?.lines ?? [];
  return own.filter(
    ({ item, quantity }) => !now.some((line) => haveSameKey(line.item, item) && line.quantity >= quantity),
  );
}

function summariseOrder(order: { readonly id: string; readonly orderItems: readonly unknown[] } | null) {
  return order && [order.id, order.orderItems.length];
}

function kept(): Moving | undefined {
  const value = localValue.json(storageKeys.movingLines) as Moving | undefined;
  return value && Array.isArray(value.lines) ? value : undefined;
}

function keep(moving: Moving | undefined): void {
  localValue.set(storageKeys.movingLines, moving && JSON.stringify(moving));
}
