import { useMutation, useQueryClient } from '@tanstack/react-query';
import { nanoid } from 'nanoid';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyDone } from '../acts/last-act.ts';
import { describeActFailure, readRefusal, type Refused } from '../acts/refusals.ts';
import { useMoney } from '../use-money.ts';
import { actKey, isUnderWay, watchAct, type ActBody, type QueuedAct } from './act-queue.ts';
import { useReachable } from './reach.ts';

/** An action without its id, which is created at the tap (A3). */
export type Command = ActBody extends infer Each
  ? Each extends ActBody
    ? Omit<Each, 'actId'>
    : never
  : never;

interface Options {
  readonly says: string;
  /** The id of the action that is undone. */
  readonly actId?: string;
  /** Called once it is done, or waits. With it, `problem` holds a failure; without it, the bar shows the failure. */
  onDone?(): void;
}

/** Performs an action on an order. The bar then offers to undo it. @param currency ISO 4217 */
export function useAct(currency: string) {
  const { t } = useTranslation('staff');
  const queries = useQueryClient();
  const money = useMoney(currency);
  const isReachable = useReachable();
  const [problem, setProblem] = useState<{ text: string; refused: Refused | undefined }>();
  const mutation = useMutation<unknown, Error, QueuedAct>({ mutationKey: actKey });
  const { mutate, variables } = mutation;
  const isPending = mutation.isPending && !mutation.isPaused;
  // Another action of the same dish may be under way. Both are sent, one after the other.
  const act = (command: Command, { says, actId = nanoid(), onDone }: Options) => {
    const body: ActBody = { ...command, actId };
    const queued = {
      body,
      says,
      at: Date.now(),
      currency,
      isLater: !isReachable,
    };
    const isRepeated = isUnderWay(queries, queued);
    if (isReachable) {
      if (isRepeated) return;
      setProblem(undefined);
      const onError = (error: Error) =>
        setProblem({ text: describeActFailure(error, money), refused: readRefusal(error) });
      if (onDone) watchAct(actId, { onDone, onError });
      return mutate(queued);
    }
    if (!isRepeated) mutate(queued);
    setProblem(undefined);
    notifyDone(t('queue.waits'));
    onDone?.();
  };
  return {
    act,
    isPending,
    /** The action on an order that is in progress. */
    doing: isPending && variables && 'type' in variables.body ? variables.body : undefined,
    problem,
  };
}
