import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isRegistered } from '#client/api/diner-state.ts';
import { useTableNotices } from '#src/cart/hooks.ts';
import { applyTableMove } from '#src/diner/moved-table.ts';
import type { TableNotice } from '#sync/ports/table-notice.ts';
import { showToast } from '#ui/feedback/show-toast.ts';
import { getRefusalText } from '#ui/i18n/refusal-text.ts';
import { OthersOrderNews } from './OthersOrderNews.tsx';
import { Proposals } from './Proposals.tsx';
import { RejectedChanges } from './RejectedChanges.tsx';
import { SessionEnd } from './SessionEnd.tsx';
import { useAdditionNews } from './use-addition-news.ts';
import { useOrderQueries } from './use-order-queries.ts';

/** The highest HTTP status. The restaurant's server uses higher codes for errors of its own. */
const lastStatus = 999;

/**
 * Tells the diner about events at the table. Passing events become toasts. An order of another diner, a proposal, a change
 * that was lost and the end of the table session become dialogs, each in a component of its own.
 */
export function TableNotices({ isCartOpen }: { isCartOpen: boolean }) {
  const { t } = useTranslation(['table', 'cart']);
  const queries = useQueryClient();
  const { invalidateOrder, refreshOrders } = useOrderQueries();
  const showAddition = useAdditionNews(isCartOpen);
  const failureText = useCallFailureText();

  const refreshMenu = () => {
    // Only the preview's totals contain taxes and the service charge. The hours are settings, too.
    for (const queryKey of [['menu'], ['preview'], ['opening']]) void queries.invalidateQueries({ queryKey });
  };

  useTableNotices((notice) => {
    switch (notice.kind) {
      case 'peerAdded':
        return showAddition(notice);
      case 'orderSubmitted':
      case 'orderUpdated':
      case 'orderChanged':
        return invalidateOrder(notice.orderId);
      case 'callRefused':
        return showToast(failureText(notice));
      case 'sessionReopened':
        showToast(t('notices.reopened'));
        return refreshOrders();
      case 'messagesMissed':
        refreshOrders();
        return refreshMenu();
      case 'menuChanged':
        void queries.invalidateQueries({ queryKey: ['suggestions'] });
        return refreshMenu();
      case 'tableMoved':
        if (!applyTableMove(notice)) return;
        showToast(t('notices.moved', { name: notice.tableName }));
        return refreshOrders();
      case 'changeRejected': // RejectedChanges
      case 'sessionEnded': // SessionEnd
      case 'closeInactiveDialog': // InactiveOrder
      case 'linesLost': // UndoProvider
      case 'proposal': // Proposals
      case 'peersChanged': // useOthersOrders, useTableNews
        return;
      default:
        notice satisfies never;
    }
  });

  return (
    <>
      <OthersOrderNews />
      <RejectedChanges />
      <SessionEnd />
      <Proposals />
    </>
  );
}

type CallRefused = Extract<TableNotice, { kind: 'callRefused' }>;

/** The app's own words for a refused call, if its code has any; else the server's words, or a general sentence. */
function useCallFailureText(): (notice: CallRefused) => string {
  const { t } = useTranslation(['table', 'cart']);
  return ({ call, code, msg }) => {
    const key = getRefusalText(code, isRegistered());
    if (key) return t(`cart:${key}`);
    if (code > lastStatus && msg) return msg;
    return call === 'update' ? t('notices.updateFailed') : msg || t('notices.fetchFailed');
  };
}
