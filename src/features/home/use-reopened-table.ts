import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getGuests } from '#contract/calls/cart.ts';
import { headers } from '#contract/http/headers.ts';
import { dinerState, updateDiner } from '#client/api/diner-state.ts';
import { request } from '#client/api/call/request.ts';
import { getClosedTable } from '#src/diner/closed-table.ts';
import { showToast } from '#ui/feedback/show-toast.ts';

/** How often the phone asks whether a closed table is open again, ms. */
const refetchMs = 3_000;

/**
 * Returns the diner to their table if staff undo its closing after the diner has left.
 * The request fails while the table is closed, and succeeds once it is open again.
 */
export function useReopenedTable(merchantId: string | undefined): void {
  const { t } = useTranslation('table');
  const isWaiting = () => {
    const table = getClosedTable(Date.now());
    return table?.merchantId === merchantId && !dinerState.value.table;
  };
  useQuery({
    queryKey: ['reopened-table'],
    queryFn: async () => {
      const table = getClosedTable(Date.now());
      if (!table || !isWaiting()) return null;
      const { merchantId: at, tableId, sessionId } = table;
      await request(getGuests, {
        merchantId: at,
        headers: { [headers.tableId]: tableId, [headers.tableSession]: sessionId },
      });
      if (!isWaiting()) return null;
      updateDiner({ table });
      showToast(t('notices.reopened'));
      return null;
    },
    enabled: isWaiting,
    refetchInterval: () => (isWaiting() ? refetchMs : false),
    retry: false,
    gcTime: 0,
  });
}
