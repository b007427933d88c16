/**
 * Moves a guest's lines to the member's cart after a login, for servers that do not move them by themselves.
 *
 *   1. store the lines in local storage, so that a reload neither loses nor doubles a dish
 *   2. remove them from the guest's cart, with the guest's token
 *   3. add them to the member's cart and wait until they are on disk
 *   4. delete the stored lines
 *
 * Some servers empty the guest's cart at the login. Then the lines that the phone showed before the login are added. Nothing
 * is added if the kitchen has received the lines meanwhile.
 */
import { filter, firstValueFrom } from 'rxjs';
import { getCart, updateCart } from '#contract/calls/cart.ts';
import { haveSameKey } from '#events/item.ts';
import type { SnapshotLine } from '#events/records/records.ts';
import type { LogKey } from '#sync/ports/storage.ts';
import { listUnreadItems } from '#sync/wire/order-detail.ts';
import { ApiError } from '#client/api/api-error.ts';
import { createBearerHeader, request } from '#client/api/call/request.ts';
import { fetchOpenOrder } from '#client/api/open-order.ts';
import { dinerState, type EarlierIds } from '#client/api/diner-state.ts';
import { repeatUnderUsualNames } from './transport/api-transport.ts';
import { loadSnapshotParts } from './transport/load-snapshot-parts.ts';
import { isPlacing } from './engine/placing.ts';
import { localValue, storageKeys } from '#client/values/web-storage.ts';
import type { TableCart } from './cart/table-cart.ts';
import type { CartEngine } from './engine/cart-engine.ts';

/** Lines that are being moved, as local storage holds them. */
interface Move {
  readonly memberId: string;
  /** Compared as well, because some servers name no sessions. */
  readonly tableId: string;
  readonly sessionId: string;
  readonly lines: readonly SnapshotLine[];
  /** The table's open order at step 1. If it has changed after a reload, the lines were ordered. */
  readonly order: string;
}

/** Pause after a failed request, ms. */
const retryMs = 3_000;

/** How long to wait until the cart no longer shows the guest's dishes, ms. */
const cartTimeoutMs = 30_000;

interface Guest extends EarlierIds {
  readonly token: string;
  /** The cart that this phone showed before the login; undefined after a reload. */
  readonly cartBefore: TableCart | undefined;
}

let latest: Promise<void> = Promise.resolve();

/** Resolves when no lines are being moved. Orders must wait for it. */
export function waitForMovedLines(): Promise<void> {
  return latest;
}

/**
 * Moves the guest's lines. It tries until the move succeeds, the server refuses or the diner leaves the table. The next start
 * of the app continues an unfinished move. Never rejects.
 */
export function moveGuestLines(engine: CartEngine, log: LogKey, guest: Guest): Promise<void> {
  // Only one tab may move the lines. `navigator.locks` is absent on plain HTTP.
  const locks = (navigator as Partial<Navigator>).locks;
  const moveLines = async () => await moveUntilDone(engine, log, guest);
  return (latest = locks ? locks.request(storageKeys.movingLines, moveLines) : moveLines());
}

async function moveUntilDone(engine: CartEngine, log: LogKey, guest: Guest): Promise<void> {
  while (isStillAtTable(log)) {
    try {
      return await moveOnce(engine, log, guest);
    } catch (error) {
      if (error instanceof ApiError && error.isWorthAnotherTry) {
        await new Promise((resolve) => setTimeout(resolve, retryMs));
        continue;
      }
      saveMove(undefined);
      console.warn('dishes that were added before the login stay in the guest’s cart', error);
      return;
    }
  }
}

function isStillAtTable({ userId, tableId, sessionId }: LogKey): boolean {
  const { member, table } = dinerState.value;
  return member?.id === userId && table?.tableId === tableId && table.sessionId === sessionId;
}

async function moveOnce(
  engine: CartEngine,
  log: LogKey,
  { userIds, token, cartBefore }: Guest,
): Promise<void> {
  const { lastOrderId } = engine.cart.value;
  await firstValueFrom(isPlacing.pipe(filter((current) => !current)));
  await engine.waitForPlacement();
  // An order was placed meanwhile, and it contained the lines.
  if (engine.cart.value.lastOrderId !== lastOrderId) return;
  const { merchantId, tableId, sessionId, userId: memberId } = log;
  const { browserId } = dinerState.value;
  const { sync, userCarts, cartRowVersion, updateAt } = await request(getCart, {
    query: { merchantId, browserId },
  });
  // An event server moves the lines by itself.
  if (sync) return;
  const { toPlainCarts, findUnreadLines } = await loadSnapshotParts();
  // The token belongs to the last guest id, and it can empty only that guest's cart.
  const carts = toPlainCarts(userCarts);
  const listLines = (id: string | undefined) =>
    carts.filter(({ userId }) => userId === id).flatMap((cart) => cart.lines);
  const lines = listLines(userIds.at(-1));
  const order = JSON.stringify(await fetchOpenOrder((call) => request(call, {})).then(summariseOrder));
  const before = loadMove();
  const isOurs =
    before?.memberId === memberId && before.tableId === tableId && before.sessionId === sessionId;
  const wasTaken = isOurs
    ? before.order !== order
    : carts.length === 0 && cartBefore?.carts.some(({ mine }) => !mine);
  const dropped = isOurs ? before.lines : listDroppedLines(cartBefore, userIds.at(-1), listLines(memberId));
  if (lines.length > 0) {
    saveMove({ memberId, tableId, sessionId, lines, order });
    const version = { ...(cartRowVersion != null && { cartRowVersion }), ...(updateAt && { updateAt }) };
    // Lines that this app cannot read stay in the guest's cart.
    const rest = findUnreadLines(userCarts)?.filter(({ userId }) => userId === userIds.at(-1));
    const orderDetail = { ...(tableId && { tableId }), ...version, orderItems: listUnreadItems(rest) };
    await request(updateCart, {
      body: { ...repeatUnderUsualNames(orderDetail), merchantId },
      headers: createBearerHeader(token),
    });
  } else if (wasTaken || dropped.length === 0) {
    // There is nothing to move, or the kitchen has the lines.
    saveMove(undefined);
    return;
  }
  if (!isStillAtTable(log)) return;
  for (const { item, quantity } of lines.length > 0 ? lines : dropped) engine.commands.add(item, quantity);
  await firstValueFrom(
    engine.cart.pipe(filter(({ states }) => ![...states.values()].includes('beingSaved'))),
  );
  saveMove(undefined);
  engine.refresh();
  // Until the next cart arrives, the phone shows these dishes twice, and an order would contain them twice.
  const isOnce = engine.cart.pipe(
    filter(({ carts: shown }) => !shown.some(({ userId }) => userId === userIds.at(-1))),
  );
  await Promise.race([firstValueFrom(isOnce), new Promise((resolve) => setTimeout(resolve, cartTimeoutMs))]);
}

/** Lists the guest's lines from before the login that the member's cart does not contain. */
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

function loadMove(): Move | undefined {
  const value = localValue.json(storageKeys.movingLines) as Move | undefined;
  return value && Array.isArray(value.lines) ? value : undefined;
}

function saveMove(moving: Move | undefined): void {
  localValue.set(storageKeys.movingLines, moving && JSON.stringify(moving));
}
