import { useMutation, useQueryClient } from '@tanstack/react-query';
import { nanoid } from 'nanoid';
import { useTranslation } from 'react-i18next';
import { mergeTables, moveTable } from '#contract/calls/tables.ts';
import { request } from '#client/api/call/request.ts';
import { notifyDone } from '../acts/last-act.ts';
import { describeActFailure } from '../acts/refusals.ts';
import { refreshStaff } from '../calls/staff-queries.ts';
import { useMoney } from '../use-money.ts';

interface Move {
  readonly tableId: string;
  readonly otherId: string;
  readonly sessionId: string;
  readonly isMerge: boolean;
  /** The session at the other table; only for a merge. */
  readonly intoSessionId?: string | undefined;
  /** What the bar says once it is done. */
  readonly says: string;
  onDone(): void;
}

/** Moves a table session, or merges it into another one. The bar then offers to undo it. @param currency ISO 4217 */
export function useMoveSession(currency: string) {
  const { t } = useTranslation('staff');
  const queries = useQueryClient();
  const money = useMoney(currency);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ actId, tableId, otherId, sessionId, ...to }: Move & { actId: string }) =>
      to.isMerge
        ? await request(mergeTables, {
            body: { actId, tableId, intoTableId: otherId, sessionId, intoSessionId: to.intoSessionId },
          })
        : {
            ...(await request(moveTable, { body: { actId, tableId, toTableId: otherId, sessionId } })),
            unpaidBills: 0,
          },
    onSuccess: ({ sessionId, undoUntil, unpaidBills = 0 }, { actId, says, onDone }) => {
      const apart = unpaidBills > 1 ? ` · ${t('seating.apart', { number: unpaidBills })}` : '';
      notifyDone(`${says}${apart}`, { sessionId, actId }, undoUntil);
      onDone();
    },
    onSettled: () => refreshStaff(queries),
  });
  const run = (command: Move) => {
    if (!isPending) mutate({ ...command, actId: nanoid() });
  };
  return { run, isPending, problem: error ? describeActFailure(error, money) : undefined };
}
