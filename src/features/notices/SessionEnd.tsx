import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import type { AtTable } from '#client/api/diner-state.ts';
import { useTableNotices } from '#src/cart/hooks.ts';
import { lastOrder, restoredTable } from '#src/cart/order/restored-table.ts';
import { rememberClosedTable } from '#src/diner/closed-table.ts';
import { useDiner } from '#src/diner/diner.ts';
import type { LostLine } from '#sync/ports/table-notice.ts';
import { Button } from '#ui/controls/Button.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Dialog } from '#ui/layers/Dialog.tsx';
import { useLinks } from '#ui/routes/language.ts';
import { matchRoute } from '#ui/routes/navigation.ts';
import { useEffectWhen } from '#ui/timing/callback-hooks.ts';

/** A table session that the staff closed. */
interface Ended {
  readonly sessionId: string | undefined;
  /** The number of changes that never reached the server. */
  readonly unsent: number;
}

/**
 * Tells the diner that the table session has ended and then leads them to the restaurant's first page.
 * If the session ended because the restaurant restored its data from a backup, the phone joins the new session.
 */
export function SessionEnd() {
  const { leaveTable, table } = useDiner();
  const merchantId = table?.merchantId;
  const navigate = useNavigate();
  const links = useLinks();
  const rejoinRestored = useRejoinRestored();
  const [ended, setEnded] = useState<Ended>();
  const [isLeaving, setLeaving] = useState(false);
  const page = matchRoute(useLocation().pathname)?.name;
  const isArriving = page === 'qrLanding';
  // False after the diner has scanned a code again: they are in another session then.
  const isStillThere = ended !== undefined && ended.sessionId === table?.sessionId;

  useTableNotices((notice) => {
    if (notice.kind === 'sessionReopened') setEnded(undefined);
    if (notice.kind !== 'sessionEnded') return;
    const { unsent, restored } = notice;
    if (!restored || !table) return setEnded({ sessionId: table?.sessionId, unsent });
    rejoinRestored(table, restored.mine).catch((error: unknown) => {
      console.warn('the table could not be joined again', error);
      setEnded({ sessionId: table.sessionId, unsent });
    });
  });

  const handleClose = () => {
    setEnded(undefined);
    if (!isStillThere) return;
    if (table) rememberClosedTable(table);
    setLeaving(true);
    if (merchantId) void navigate(links.merchantHome(merchantId), { replace: true });
  };
  // Leave the table only on the first page: on the menu, a diner without a table is asked for the type of order.
  useEffectWhen(isLeaving && (page === 'merchantHome' || merchantId === undefined), () => {
    setLeaving(false);
    leaveTable();
  });

  return (
    <SessionEndedDialog
      open={ended !== undefined && !isArriving && (isStillThere || ended.unsent > 0)}
      isStillThere={isStillThere}
      unsent={ended?.unsent ?? 0}
      onClose={handleClose}
    />
  );
}

/** Joins the session that replaces a restored one, and stores what the diner had there for `RestoredTable`. */
function useRejoinRestored(): (left: AtTable, mine: readonly LostLine[]) => Promise<void> {
  const { t } = useTranslation('table');
  const { rejoin } = useDiner();
  const queries = useQueryClient();
  return async (left, mine) => {
    const stored = lastOrder.get();
    const order = stored?.sessionId === left.sessionId ? stored : undefined;
    const joined = await rejoin(left);
    if (!joined) return;
    // `hasJoined`: the staff merged the tables, and the order moved with the party. Only unsent changes can be lost.
    const lost = joined.hasJoined ? undefined : order;
    restoredTable.set({ sessionId: joined.sessionId, mine, order: lost, isRead: false });
    if (joined.hasJoined) showToast(t('notices.joined', { name: joined.tableName }));
    await queries.invalidateQueries({ queryKey: ['table-active-order'] });
  };
}

interface DialogProps {
  readonly open: boolean;
  readonly isStillThere: boolean;
  readonly unsent: number;
  onClose(): void;
}

/** Says that the staff closed the table, and how many changes were lost. */
function SessionEndedDialog({ open, isStillThere, unsent, onClose }: DialogProps) {
  const { t } = useTranslation('table');
  const name = useDiner().member?.firstName;
  return (
    <Dialog
      open={open}
      title={t('notices.endedTitle')}
      text={
        <>
          {isStillThere && <p>{name ? t('notices.endedTextFor', { name }) : t('notices.endedText')}</p>}
          {unsent > 0 && <p>{t('notices.endedUnsent', { count: unsent })}</p>}
        </>
      }
      actions={
        <Button wide onClick={onClose}>
          {t('notices.endedClose')}
        </Button>
      }
    />
  );
}
