import type { Order, PlacedItem } from '#contract/order-fields.ts';
import { isShown, listRounds, type Round } from '#ui/bill/order-rounds.ts';

export interface ShownRound extends Round {
  /** The lines of all diners. */
  readonly lines: readonly PlacedItem[];
  /** Lines that the restaurant took off before the kitchen received them, with a reason. They are no dishes of the round. */
  readonly takenOff: readonly PlacedItem[];
}

/** The rounds of an order, the newest first. */
export function listShownRounds(
  { orderItems }: Pick<Order, 'orderItems'>,
  me: string | undefined,
): ShownRound[] {
  const rounds = new Map(listRounds({ orderItems }, me).map((each) => [each.round, each]));
  const takenOff = orderItems.filter((line) => !isShown(line) && line.quantity === 0 && line.voidReason);
  const numbers = new Set([...rounds.keys(), ...takenOff.map(({ round }) => round)]);
  return [...numbers]
    .sort((a, b) => b - a)
    .map((round) => {
      const { diners } = rounds.get(round) ?? { diners: [] };
      return {
        round,
        diners,
        lines: diners.flatMap(({ lines }) => lines),
        takenOff: takenOff.filter((line) => line.round === round),
      };
    });
}
