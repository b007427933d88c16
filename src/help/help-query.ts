import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { nanoid } from 'nanoid';
import { askHelp, getHelp, withdrawHelp, type Help } from '#contract/calls/help.ts';
import type { HelpKind } from '#events/fulfilment/help-kinds.ts';
import type { AtTable } from '#client/api/diner-state.ts';
import { request } from '#client/api/call/client.ts';

/** Whether somebody looks at the restaurant's page is asked anew so often while it is shown, ms. */
const askEveryMs = 30_000;

/** Under the orders': a call changes with the same message of the server. */
const keyOf = (table: AtTable | undefined) => ['orders', 'calls', table?.sessionId] as const;

/** CX17: what the table asks for; nothing at a server that names no session: it knows no calls either (S1). */
export function useHelp(table: AtTable | undefined): Help | undefined {
  const { data } = useQuery({
    queryKey: keyOf(table),
    queryFn: () => request(getHelp, {}),
    enabled: Boolean(table?.tableId && table.sessionId),
    refetchInterval: askEveryMs,
    retry: false,
  });
  return data;
}

/** Calls somebody, or takes that back. */
export function useHelpCalls(table: AtTable | undefined) {
  const queries = useQueryClient();
  const keep = (help: Help) => queries.setQueryData(keyOf(table), help);
  const ask = useMutation({
    mutationFn: (wish: { kind: HelpKind; share?: string | undefined }) =>
      request(askHelp, { body: { helpId: nanoid(), ...wish } }),
    onSuccess: keep,
  });
  const withdraw = useMutation({
    mutationFn: (helpId: string) => request(withdrawHelp, { body: { helpId } }),
    onSuccess: keep,
  });
  return { ask, withdraw };
}
