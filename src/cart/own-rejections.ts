import { rejections } from '#contract/codes.ts';
import type { LogRecord, Rejected } from '#events/records.ts';
import type { Journal } from './journal.ts';
import type { TableNotice } from './table-cart.ts';

/** What the server took out of this diner's changes: told to the diner at once, and to the others with the next message. */
export interface OwnRejections {
  /** F2: what the others have not been told yet; they are told now. */
  take(): Rejected[];
  /** Tells the diner what a tab that died could not tell any more. */
  tellLate(): void;
}

export function createOwnRejections(journal: Journal, tell: (notice: TableNotice) => void): OwnRejections {
  const untold: Rejected[] = [];

  const hear = (record: LogRecord) => {
    if (!('rejected' in record)) return;
    const { ids, code } = record.rejected;
    const own = ids.filter((id) => journal.knowledge.local.has(id));
    if (own.length === 0) return;
    // E6: under this id the others know the event that was there first.
    if (code !== rejections.idReused) untold.push({ ids: own, code });
    // T4: what was ahead is minted anew at once, so the diner has nothing to hear of.
    if (code === rejections.clockAhead) return;
    for (const id of own) tell({ kind: 'changeRejected', code, product: productOf(id, journal) });
  };
  // Lives as long as the journal, which completes nothing: both go together.
  journal.learnt.subscribe((records) => records.forEach(hear));

  return {
    take: () => untold.splice(0),
    tellLate() {
      for (const { ids, code } of journal.lateRejections)
        for (const id of ids) tell({ kind: 'changeRejected', code, product: productOf(id, journal) });
    },
  };
}

function productOf(id: string, { knowledge }: Journal): string {
  const event = knowledge.entries.get(id)?.known;
  switch (event?.type) {
    case 'itemAdded':
    case 'itemDecreased':
    case 'notesEdited':
      return event.item.name ?? '';
    default:
      return '';
  }
}
