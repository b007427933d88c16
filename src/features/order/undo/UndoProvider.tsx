import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useCartCommands, useOrderPlace, useTableNotices } from '#src/kit/cart/hooks.ts';
import type { LostLine, TableNotice } from '#sync/table-notice.ts';
import { announce } from '#src/kit/ui/feedback/Announcer.tsx';
import { useTranslation } from 'react-i18next';

/** ms that an offer stands: the diner's own removals are seen at once, another's clear perhaps only later. */
const standsFor = { own: 10_000, others: 60_000 } as const;

type Loss = Extract<TableNotice, { kind: 'linesLost' }>;

/** Keeps what the diner lost last, for as long as it is worth offering. */
export function UndoProvider({ children }: { children: ReactNode }) {
  const commands = useCartCommands();
  const textOf = useOfferText();
  const [loss, setLoss] = useState<Loss>();

  useTableNotices((notice) => {
    if (notice.kind !== 'linesLost') return;
    setLoss(notice);
    announce(textOf(notice));
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
        putBack() {
          for (const { item, quantity } of loss.lines) commands.add(item, quantity);
          setLoss(undefined);
        },
        dismiss: () => setLoss(undefined),
      },
    [loss, commands],
  );
  return <UndoContext value={offer}>{children}</UndoContext>;
}

/** Lines of the diner's own that have left the cart and may come back. */
interface UndoOffer {
  readonly lines: readonly LostLine[];
  /** null: the diner's own wish; else who cleared the table, empty when nobody said. */
  readonly clearedBy: string | null;
  /** The diner's own wish was to clear everybody's. */
  readonly wholeTable: boolean;
  /** Puts them back, by new events like any other. */
  putBack(): void;
  dismiss(): void;
}

const UndoContext = createContext<UndoOffer | undefined>(undefined);

/** What can be undone just now. */
export function useUndoOffer(): UndoOffer | undefined {
  return use(UndoContext);
}

/** What has left the cart, as a sentence. */
export function useOfferText(): (
  offer: Pick<UndoOffer, 'lines' | 'clearedBy'> & Partial<Pick<UndoOffer, 'wholeTable'>>,
) => string {
  const { t } = useTranslation('cart');
  const { index } = useOrderPlace();
  return ({ lines, clearedBy, wholeTable }) => {
    const [first] = lines;
    if (clearedBy !== null) return t('undo.clearedBy', { name: clearedBy || t('undo.someone') });
    if (wholeTable) return t('undo.clearedTable');
    if (lines.length > 1 || !first) return t('undo.cleared', { count: lines.length });
    const name = index.get(first.item.productId)?.name ?? first.item.name ?? '';
    return t('undo.removed', { name });
  };
}
