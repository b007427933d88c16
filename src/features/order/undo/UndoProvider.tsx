import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useCartCommands, useTableNotices } from '#src/kit/cart/hooks.ts';
import type { TableNotice } from '#sync/table-notice.ts';
import { announce } from '#src/kit/ui/feedback/announce.ts';
import { useOfferText } from './offer-text.ts';
import { UndoContext, type UndoOffer } from './undo-offer.ts';

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
