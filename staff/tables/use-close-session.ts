import { useMutation, useQueryClient } from '@tanstack/react-query';
import { nanoid } from 'nanoid';
import { closeTable } from '#contract/calls/tables.ts';
import type { BodyOf } from '#contract/http/call.ts';
import { request } from '#client/api/call/request.ts';
import { notifyDone } from '../acts/last-act.ts';
import { describeActFailure, readRefusal } from '../acts/refusals.ts';
import { refreshStaff } from '../calls/staff-queries.ts';
import { useMoney } from '../use-money.ts';

type Body = BodyOf<typeof closeTable> & { readonly actId: string; readonly sessionId: string };

/** Ends a table session. The bar then offers to undo it. @param currency ISO 4217 */
export function useCloseSession(currency: string) {
  const queries = useQueryClient();
  const money = useMoney(currency);
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ body }: { body: Body; says: string; onDone(): void }) => request(closeTable, { body }),
    onSuccess: ({ undoUntil }, { body: { actId, sessionId }, says, onDone }) => {
      if (undoUntil === null) notifyDone(says);
      else notifyDone(says, { sessionId, actId }, undoUntil);
      onDone();
    },
    onSettled: () => refreshStaff(queries),
  });
  const close = (command: Omit<Body, 'actId'>, rest: { says: string; onDone(): void }) => {
    if (!isPending) mutate({ body: { ...command, actId: nanoid() }, ...rest });
  };
  const problem = error ? { text: describeActFailure(error, money), refused: readRefusal(error) } : undefined;
  return { close, isPending, problem };
}
