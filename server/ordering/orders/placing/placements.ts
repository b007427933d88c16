/**
 * Stores the outcome of each attempt to place an order, refusals included. A phone names its attempt (`placementId`). If
 * it loses the answer, it can send the same attempt again or ask for the outcome, and the order is placed only once.
 */
import type { Selectable } from 'kysely';
import { codes } from '#contract/codes.ts';
import { createStatusRefusal } from '#server/platform/http/routes/route.ts';
import type { DinerAtTable } from '#server/ordering/cart/diner-at-table.ts';
import type { Database } from '#server/platform/store/schema.ts';
import type { Trx } from '#server/platform/store/transactions.ts';

export type Placement = Selectable<Database['placements']>;

export type PlacementResult =
  | { readonly outcome: 'placed'; readonly orderId: string }
  | { readonly outcome: 'refused'; readonly code: number; readonly msg: string };

const placementIdPattern = /^[!-~]{1,64}$/;

/** Throws a Refusal 400 unless the id is a short printable text. */
export function requirePlacementId(placementId: string): void {
  if (!placementIdPattern.test(placementId))
    throw createStatusRefusal(codes.badRequest, 'placementId: must be printable, 1 to 64 characters');
}

/** The outcome of the diner's attempt. A Refusal 403 if it is another diner's. Call it under the session's lock. */
export async function findPlacement(
  trx: Trx,
  placementId: string,
  { asker, session }: DinerAtTable,
): Promise<Placement | undefined> {
  const placement = await trx
    .selectFrom('placements')
    .selectAll()
    .where('session_id', '=', session.id)
    .where('id', '=', placementId)
    .executeTakeFirst();
  if (placement && placement.user_id !== asker.userId)
    throw createStatusRefusal(codes.forbidden, "This placement is another diner's");
  return placement;
}

export async function storePlacement(
  trx: Trx,
  placementId: string,
  { asker, session }: DinerAtTable,
  result: PlacementResult,
  now: number,
): Promise<Placement> {
  const isPlaced = result.outcome === 'placed';
  const placement: Placement = {
    id: placementId,
    session_id: session.id,
    user_id: asker.userId,
    outcome: result.outcome,
    order_id: isPlaced ? result.orderId : null,
    code: isPlaced ? null : result.code,
    msg: isPlaced ? '' : result.msg,
    at: now,
  };
  await trx.insertInto('placements').values(placement).execute();
  return placement;
}
