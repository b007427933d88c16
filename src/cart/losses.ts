import { understood } from '#events/catalogue.ts';
import type { LogRecord } from '#events/records.ts';
import type { TableCart, TableLine, TableNotice } from './table-cart.ts';

export interface LossesOptions {
  readonly cart: () => TableCart;
  readonly userId: string;
  readonly tell: (notice: TableNotice) => void;
}

/** Tells when own lines leave the cart by a removal or a clear, so that they can be put back. */
export interface Losses {
  /** Runs an own change. `takesAway`: by the diner's own wish, some lines or everybody's. */
  ownChange(act: () => void, takesAway: 'nothing' | 'some' | 'table'): void;
  /** The cart shows these records of others now. */
  learnt(records: readonly LogRecord[]): void;
}

export function createLosses({ cart, userId, tell }: LossesOptions): Losses {
  const ownLines = () => cart().carts.find(({ mine }) => mine)?.lines ?? [];
  let before: readonly TableLine[] = [];

  const tellLost = (by: { readonly clearedBy: string | null; readonly wholeTable?: true }) => {
    const left = new Set(ownLines().flatMap(({ lineId, aliases }) => [lineId, ...aliases]));
    const lost = before.filter(({ lineId }) => !left.has(lineId));
    const lines = lost.map(({ item, quantity }) => ({ item, quantity }));
    if (lines.length > 0) tell({ kind: 'linesLost', lines, ...by });
  };

  /** Who emptied the table with these records; an order, a login and a rejection take lines for good. */
  const clearedBy = (records: readonly LogRecord[]): string | undefined => {
    for (const record of records) {
      const event = 'event' in record ? understood(record.event) : undefined;
      if (event?.type === 'cartCleared' && event.scope === 'table' && event.userId !== userId)
        return event.userName ?? '';
    }
    return undefined;
  };

  return {
    ownChange(act, takesAway) {
      before = ownLines();
      act();
      if (takesAway !== 'nothing')
        tellLost({ clearedBy: null, ...(takesAway === 'table' && { wholeTable: true }) });
      before = ownLines();
    },
    learnt(records) {
      const name = clearedBy(records);
      if (name !== undefined) tellLost({ clearedBy: name });
      before = ownLines();
    },
  };
}
