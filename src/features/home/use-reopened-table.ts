import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getGuests } from '#contract/calls/cart.ts';
import { headers } from '#contract/http/headers.ts';
import { dinerState, updateDiner } from '#client/api/diner-state.ts';
import { request } from '#client/api/call/client.ts';
import { closedTable } from '#src/diner/closed-table.ts';
import { showToast } from '#ui/feedback/show-toast.ts';

/** So often a table that was closed is asked for, ms. */
const askEveryMs = 3_000;

/** CX19: a closing that is taken back reaches a diner who has read of it and left: they sit at their table again. */
export function useReopenedTable(merchantId: string | undefined): void {
  const { t } = useTranslation('table');
  const isWaiting = () => {
    const table = closedTable(Date.now());
    return table?.merchantId === merchantId && !dinerState.value.table;
  };
  useQuery({
    queryKey: ['reopened-table'],
    queryFn: async () => {
      const table = closedTable(Date.now());
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
    refetchInterval: () => (isWaiting() ? askEveryMs : false),
    retry: false,
    gcTime: 0,
  });
}
