import type { TableLine } from '#client/cart/table-cart.ts';
import { waitForMovedLines } from '#client/move-guest-lines.ts';
import type { CartEngine } from '#client/engine/cart-engine.ts';
import { isPlacing } from '#client/engine/placing.ts';
import type { Pickup } from '#contract/pickup.ts';
import type { PlaceResult } from '#sync/ports/effect.ts';
import type { PlaceRequest } from '#sync/ports/input.ts';

/** The order as the diner wants to place it. */
export interface PlaceCommand {
  /** Empty if the diner typed none. */
  readonly orderCode: string;
  readonly userCouponIds: readonly string[];
  /** Tells which lines stay in the cart. It is called when the order is sent, because other diners go on choosing. */
  readonly isLeftOut: (line: TableLine) => boolean;
  /** The total on the button; undefined if none has come yet, or if the server sends no totals. */
  readonly shownTotal?: string | undefined;
  /** The server takes orders but sends no totals. */
  readonly isUnsaid?: boolean;
  /** When and by whom an order to go is picked up. */
  readonly pickup?: Pickup | undefined;
}

/** How long an order waits for the dishes that this diner added as a guest, ms. */
const longestMoveMs = 60_000;

/** Sends the order. If an earlier attempt of this phone went through, or may have, this returns its outcome instead. */
export async function sendOrder(engine: CartEngine, command: PlaceCommand): Promise<PlaceResult> {
  // The page may have been reloaded during an attempt.
  const earlier = await engine.resumePlacement();
  if (earlier?.kind === 'placed' || earlier?.kind === 'unknown') return earlier;
  // Some servers order only the sender's own dishes. So wait until the guest's dishes have moved to the member.
  const isTooLate = new Promise((resolve) => setTimeout(resolve, longestMoveMs, true));
  if (await Promise.race([waitForMovedLines(), isTooLate])) return { kind: 'notSent', reach: 'silent' };
  isPlacing.next(true);
  const result = await engine.place(placeRequest(command, engine));
  isPlacing.next(result.kind === 'unknown');
  return result;
}

/** True if the cart has lines that the order leaves out. */
export function hasLeftOutLines({ cart }: CartEngine, { isLeftOut }: PlaceCommand): boolean {
  return cart.value.carts.some(({ lines }) => lines.some(isLeftOut));
}

function placeRequest(
  { orderCode, userCouponIds, isLeftOut, shownTotal, pickup }: PlaceCommand,
  { cart }: CartEngine,
): PlaceRequest {
  const left = cart.value.carts.flatMap((each) => each.lines).filter(isLeftOut);
  const without = left.length > 0 ? left.map(({ lineId }) => lineId) : undefined;
  return { orderCode: orderCode || undefined, userCouponIds, without, shownTotal, ...(pickup && { pickup }) };
}
