import { useMutation, useQueryClient } from '@tanstack/react-query';
import { nanoid } from 'nanoid';
import { actOnOrder, type OrderAct } from '#contract/calls/service.ts';
import { request } from '#src/kit/api/call/client.ts';

/** An act without its id: that is made where the finger was (A3). */
export type Wish = OrderAct extends infer Each
  ? Each extends OrderAct
    ? Omit<Each, 'actId'>
    : never
  : never;

/** Does something about an order; afterwards everything is asked for anew. */
export function useAct() {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (body: OrderAct) => request(actOnOrder, { body }),
    onSettled: () =>
      queries.invalidateQueries({ queryKey: ['staff'], predicate: ({ queryKey }) => queryKey[1] !== 'me' }),
  });
  return {
    isPending,
    act: (wish: Wish, options: Parameters<typeof mutate>[1] = {}) =>
      mutate({ actId: nanoid(), ...wish }, options),
  };
}
