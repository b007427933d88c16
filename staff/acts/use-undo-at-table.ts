import { useMutation, useQueryClient } from '@tanstack/react-query';
import { takeBackAtTable } from '#contract/calls/tables.ts';
import { request } from '#client/api/call/request.ts';
import { refreshStaff } from '../calls/staff-queries.ts';
import { useMoney } from '../use-money.ts';
import { notifyDone, notifyRefused } from './last-act.ts';
import { describeActFailure } from './refusals.ts';

/** Undoes an action on a table session. @param currency ISO 4217 */
export function useUndoAtTable(currency: string) {
  const queries = useQueryClient();
  const money = useMoney(currency);
  const { mutate } = useMutation({
    mutationFn: ({ body }: { body: { sessionId: string; actId: string }; says: string }) =>
      request(takeBackAtTable, { body }),
    onSuccess: (_data, { says }) => notifyDone(says),
    onError: (error) => notifyRefused(describeActFailure(error, money)),
    onSettled: () => refreshStaff(queries),
  });
  return (body: { sessionId: string; actId: string }, says: string) => mutate({ body, says });
}
