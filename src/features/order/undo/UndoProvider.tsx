import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useCartCommands, useOrderPlace, useTableNotices } from '#src/cart/hooks.ts';
import type { LostLine, TableNotice } from '#sync/ports/table-notice.ts';
import { announce } from '#ui/feedback/Announcer.tsx';
import { useTranslation } from 'react-i18next';

/** How long an offer is shown, ms. The diner sees their own removal at once, but perhaps not a clear by others. */
const offerMs = { own: 10_000, others: 60_000 } as const;

/**
 * A change of options, which the cart carries out as a removal and an addition. The provider must not report the removal
 * as a lost line: one Undo takes back both.
 */
interface Change {
  isOf(lost: LostLine): boolean;
  /** Absent if this change is itself an undo, which is not offered for undo again. */
  putBack?(): void;
}

interface Loss extends Omit<Extract<TableNotice, { kind: 'linesLost' }>, 'kind'> {
  readonly change?: Change | undefined;
}

/** Keeps the lines that left the diner's cart last, and offers to put them back for a while. */
export function UndoProvider({ children }: { children: ReactNode }) {
  const commands = useCartCommands();
  const textOf = useOfferText();
  const [loss, setLoss] = useState<Loss>();
  const changing = useRef<Change>(undefined);

  useTableNotices((notice) => {
    if (notice.kind !== 'linesLost') return;
    const [first, ...others] = notice.lines;
    const change =
      first && others.length === 0 && changing.current?.isOf(first) ? changing.current : undefined;
    changing.current = undefined;
    if (change && !change.putBack) return;
    setLoss({ ...notice, change });
    announce(textOf({ ...notice, isChange: change !== undefined }));
  });
  useEffect(() => {
    if (!loss) return;
    const timer = setTimeout(
      () => setLoss(undefined),
      loss.clearedBy === null ? offerMs.own : offerMs.others,
    );
    return () => clearTimeout(timer);
  }, [loss]);

  const offer = useMemo(
    (): UndoOffer | undefined =>
      loss &&
      commands && {
        lines: loss.lines,
        clearedBy: loss.clearedBy,
        wholeTable: loss.wholeTable ?? false,
        isChange: loss.change !== undefined,
        putBack() {
          if (loss.change?.putBack) loss.change.putBack();
          else for (const { item, quantity } of loss.lines) commands.add(item, quantity);
          setLoss(undefined);
        },
        dismiss: () => setLoss(undefined),
      },
    [loss, commands],
  );
  const expectChange = useCallback((change: Change) => {
    changing.current = change;
  }, []);
  return (
    <ChangeContext value={expectChange}>
      <UndoContext value={offer}>{children}</UndoContext>
    </ChangeContext>
  );
}

/** The diner's own lines that have left the cart and can be put back. */
interface UndoOffer {
  readonly lines: readonly LostLine[];
  /** The name of the diner who cleared the table, which may be empty; null if the diner removed the lines themselves. */
  readonly clearedBy: string | null;
  /** The diner cleared the cart of the whole table. */
  readonly wholeTable: boolean;
  /** The dish is still in the cart, with other options. */
  readonly isChange: boolean;
  /** Adds the lines again, with new events. */
  putBack(): void;
  dismiss(): void;
}

const UndoContext = createContext<UndoOffer | undefined>(undefined);

const ChangeContext = createContext<(change: Change) => void>(() => undefined);

/** Announces that the next removed line is part of a change of options. */
export function useExpectChange(): (change: Change) => void {
  return use(ChangeContext);
}

/** The current offer; undefined if there is nothing to undo. */
export function useUndoOffer(): UndoOffer | undefined {
  return use(UndoContext);
}

/** Returns a function that names the lost lines in a sentence. */
export function useOfferText(): (
  offer: Pick<UndoOffer, 'lines' | 'clearedBy'> & Partial<Pick<UndoOffer, 'wholeTable' | 'isChange'>>,
) => string {
  const { t } = useTranslation('cart');
  const { index } = useOrderPlace();
  return ({ lines, clearedBy, wholeTable, isChange }) => {
    const [first] = lines;
    if (clearedBy !== null) return t('undo.clearedBy', { name: clearedBy || t('undo.someone') });
    if (wholeTable) return t('undo.clearedTable');
    if (lines.length > 1 || !first) return t('undo.cleared', { count: lines.length });
    const name = index.get(first.item.productId)?.name ?? first.item.name ?? '';
    return t(isChange ? 'undo.changed' : 'undo.removed', { name });
  };
}
