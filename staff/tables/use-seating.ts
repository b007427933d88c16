import { useMutation, useQueryClient } from '@tanstack/react-query';
import { nanoid } from 'nanoid';
import { noteTable, seatTable, setTableGuests, splitTables } from '#contract/calls/tables.ts';
import { request } from '#client/api/call/request.ts';
import { notifyDone } from '../acts/last-act.ts';
import { describeActFailure } from '../acts/refusals.ts';
import { refreshStaff } from '../calls/staff-queries.ts';
import { useMoney } from '../use-money.ts';

/** Seats guests, counts them, notes something about them, and separates merged tables. @param currency ISO 4217 */
export function useSeating(currency: string, onDone: () => void) {
  const queries = useQueryClient();
  const money = useMoney(currency);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (run: () => Promise<void>) => await run(),
    onSuccess: onDone,
    onSettled: () => refreshStaff(queries),
  });
  const start = (run: () => Promise<void>) => {
    if (!isPending) mutate(run);
  };
  return {
    isPending,
    problem: error ? describeActFailure(error, money) : undefined,
    /** The bar then offers to undo it. */
    seat({ says, ...seating }: { readonly tableId: string; readonly guests: number; readonly says: string }) {
      const actId = nanoid();
      start(async () => {
        const { sessionId, undoUntil } = await request(seatTable, { body: { actId, ...seating } });
        notifyDone(says, { sessionId, actId }, undoUntil);
      });
    },
    setGuests: (sessionId: string, guests: number) =>
      start(async () => void (await request(setTableGuests, { body: { sessionId, guests } }))),
    writeNote: (sessionId: string, note: string) =>
      start(async () => void (await request(noteTable, { body: { sessionId, note } }))),
    split: ({
      says,
      ...body
    }: {
      readonly sessionId: string;
      readonly actId: string;
      readonly says: string;
    }) =>
      start(async () => {
        await request(splitTables, { body });
        notifyDone(says);
      }),
  };
}
