import { useMutation, useQueryClient } from '@tanstack/react-query';
import { nanoid } from 'nanoid';
import { useState } from 'react';
import type { BodyOf } from '#contract/http/call.ts';
import { actOnOrder, orderAtTable, type OrderAct } from '#contract/calls/service.ts';
import { request } from '#client/api/call/client.ts';
import { notifyDone, notifyRefused } from '../acts/last-act.ts';
import { failureText, readRefusal, type Refused } from '../acts/refusals.ts';
import { useMoney } from '../use-money.ts';
import { cacheOrder, refreshStaff } from './staff-queries.ts';

/** About an order; or a dish for a table, whatever is open there (CX22). */
type Body = OrderAct | BodyOf<typeof orderAtTable>;

/** An act without its id: that is made where the finger was (A3). */
export type Command = Body extends infer Each ? (Each extends Body ? Omit<Each, 'actId'> : never) : never;

interface Doing {
  readonly body: Body;
  /** What was done, in words. */
  readonly says: string;
  onDone?: (() => void) | undefined;
}

interface Options {
  readonly says: string;
  /** The act that is taken back. */
  readonly actId?: string;
  /** It is done. With it what goes wrong is told by `problem`, without it in the bar. */
  onDone?(): void;
}

/** Does something about an order, tells it with the way back, and asks for what changed. @param currency ISO 4217 */
export function useAct(currency: string) {
  const queries = useQueryClient();
  const money = useMoney(currency);
  const [problem, setProblem] = useState<{ text: string; refused: Refused | undefined }>();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ body }: Doing) =>
      'tableId' in body ? request(orderAtTable, { body }) : request(actOnOrder, { body }),
    onSuccess: ({ order, undoUntil }, { body: { actId }, says, onDone }) => {
      if (undoUntil === null) notifyDone(says);
      else notifyDone(says, { orderId: order.id, actId }, undoUntil);
      cacheOrder(queries, order);
      onDone?.();
    },
    onError: (error, { onDone }) => {
      const text = failureText(error, money);
      if (onDone) setProblem({ text, refused: readRefusal(error) });
      else notifyRefused(text);
    },
    onSettled: () => refreshStaff(queries),
  });
  const act = (command: Command, { says, actId = nanoid(), onDone }: Options) => {
    if (isPending) return;
    setProblem(undefined);
    const body: Body = { ...command, actId };
    mutate({ body, says, onDone });
  };
  return {
    act,
    isPending,
    /** What is under way about an order. */
    doing: isPending && 'type' in variables.body ? variables.body : undefined,
    problem,
  };
}
