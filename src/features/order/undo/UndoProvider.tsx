import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useCartCommands, useOrderPlace, useTableNotices } from '#src/cart/hooks.ts';
import type { LostLine, TableNotice } from '#sync/ports/table-notice.ts';
import { announce } from '#ui/feedback/Announcer.tsx';
import { useTranslation } from 'react-i18next';

/** ms that an offer stands: the diner's own removals are seen at once, another's clear perhaps only later. */
const standsFor = { own: 10_000, others: 60_000 } as const;

/** A line that leaves because the diner has it another way now. */
interface Change {
  isOf(lost: LostLine): boolean;
  /** Absent: it is itself one that was taken back, and no news. */
  putBack?(): void;
}

interface Loss extends Omit<Extract<TableNotice, { kind: 'linesLost' }>, 'kind'> {
  readonly change?: Change | undefined;
}

/** Keeps what the diner lost last, for as long as it is worth offering. */
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
      loss.clearedBy === null ? standsFor.own : standsFor.others,
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

/** Lines of the diner's own that have left the cart and may come back. */
interface UndoOffer {
  readonly lines: readonly LostLine[];
  /** null: the diner's own wish; else who cleared the table, empty when nobody said. */
  readonly clearedBy: string | null;
  /** The diner's own wish was to clear everybody's. */
  readonly wholeTable: boolean;
  /** The dish is there another way now. */
  readonly isChange: boolean;
  /** Puts them back, by new events like any other. */
  putBack(): void;
  dismiss(): void;
}

const UndoContext = createContext<UndoOffer | undefined>(undefined);

const ChangeContext = createContext<(change: Change) => void>(() => undefined);

/** Says of the line that is lost next that it is only changed, so that one Undo takes back both. */
export function useExpectChange(): (change: Change) => void {
  return use(ChangeContext);
}

/** What can be undone just now. */
export function useUndoOffer(): UndoOffer | undefined {
  return use(UndoContext);
}

/** What has left the cart, as a sentence. */
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
