/** Which proposals of other diners a phone shows (CX90). Pure. */
import type { TableCart, TableLine } from '#client/cart/table-cart.ts';
import type { Proposal } from '#contract/proposal.ts';

/** More questions than this at once are dropped, so that no phone can bury another one under them. */
export const mostWaiting = 3;

/** A proposal for a line of this diner. */
export interface Asked extends Proposal {
  readonly fromUserId: string;
  /** The name that the table knows for the sender; empty if there is none. */
  readonly fromName: string;
}

/** Finds the diner's own line that a proposal is about, if it has more pieces than proposed. */
export function findProposedLine(
  { carts }: TableCart,
  { lineId, quantity }: Proposal,
): TableLine | undefined {
  const own = carts.find(({ mine }) => mine)?.lines ?? [];
  const line = own.find((each) => each.lineId === lineId || each.aliases.includes(lineId));
  return line && line.quantity > quantity ? line : undefined;
}

/** Adds a proposal to those that wait for an answer. A newer one of the same diner for the same line replaces the older. */
export function queueProposal(waiting: readonly Asked[], asked: Asked): readonly Asked[] {
  const place = waiting.findIndex(
    ({ fromUserId, lineId }) => fromUserId === asked.fromUserId && lineId === asked.lineId,
  );
  if (place >= 0) return waiting.with(place, asked);
  return waiting.length < mostWaiting ? [...waiting, asked] : waiting;
}
