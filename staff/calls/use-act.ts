import { useMutation, useQueryClient } from '@tanstack/react-query';
import { nanoid } from 'nanoid';
import { useState } from 'react';
import type { BodyOf } from '#contract/http/call.ts';
import { actOnOrder, orderAtTable, type OrderAct } from '#contract/calls/service.ts';
import { request } from '#client/api/call/request.ts';
import { notifyDone, notifyRefused } from '../acts/last-act.ts';
import { describeActFailure, readRefusal, type Refused } from '../acts/refusals.ts';
import { useMoney } from '../use-money.ts';
import { cacheOrder, refreshStaff } from './staff-queries.ts';

/** An action on an order, or a dish that is added to a table. */
type Body = OrderAct | BodyOf<typeof orderAtTable>;

/** An action without its id, which is created at the tap (A3). */
export type Command = Body extends infer Each ? (Each extends Body ? Omit<Each, 'actId'> : never) : never;

interface Doing {
  readonly body: Body;
  /** What the bar says once it is done. */
  readonly says: string;
  onDone?: (() => void) | undefined;
}

interface Options {
  readonly says: string;
  /** The id of the action that is undone. */
  readonly actId?: string;
  /** Called once it is done. With it, `problem` holds a failure; without it, the bar shows the failure. */
  onDone?(): void;
}

/** Performs an action on an order. The bar then offers to undo it. @param currency ISO 4217 */
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
      const text = describeActFailure(error, money);
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
    /** The action on an order that is in progress. */
    doing: isPending && 'type' in variables.body ? variables.body : undefined,
    problem,
  };
}
