import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { nanoid } from 'nanoid';
import { askHelp, getHelp, withdrawHelp, type Help } from '#contract/calls/help.ts';
import type { HelpKind } from '#events/fulfilment/help-kinds.ts';
import type { AtTable } from '#client/api/diner-state.ts';
import { request } from '#client/api/call/request.ts';

/** How often the phone asks whether a staff screen is open, ms. No message announces that. */
const refetchMs = 30_000;

/** A part of the orders' key, because the message that refreshes orders refreshes calls as well. */
const createCallsKey = (table: AtTable | undefined) => ['orders', 'calls', table?.sessionId] as const;

/** The table's calls. undefined at a snapshot server, which names no session and knows no calls. */
export function useHelp(table: AtTable | undefined): Help | undefined {
  const { data } = useQuery({
    queryKey: createCallsKey(table),
    queryFn: () => request(getHelp, {}),
    enabled: Boolean(table?.tableId && table.sessionId),
    refetchInterval: refetchMs,
    retry: false,
  });
  return data;
}

export function useHelpActions(table: AtTable | undefined) {
  const queries = useQueryClient();
  const showAnswer = (help: Help) => queries.setQueryData(createCallsKey(table), help);
  const ask = useMutation({
    mutationFn: (call: { kind: HelpKind; share?: string | undefined }) =>
      request(askHelp, { body: { helpId: nanoid(), ...call } }),
    onSuccess: showAnswer,
  });
  const withdraw = useMutation({
    mutationFn: (helpId: string) => request(withdrawHelp, { body: { helpId } }),
    onSuccess: showAnswer,
  });
  return { ask, withdraw };
}
