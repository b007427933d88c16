import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Call } from '#contract/http/call.ts';
import { request } from '#client/api/call/request.ts';

/** A change of the chain. The identity is read again, because it names the restaurants of the login. */
export function useChainChange<Body, Data>(
  call: Call<undefined, undefined, Body, Data>,
  onDone: (data: Data) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => request(call, { body }),
    onSuccess: async (data) => {
      onDone(data);
      await queries.invalidateQueries({ queryKey: ['staff', 'chain'] });
      await queries.invalidateQueries({ queryKey: ['staff', 'me'] });
    },
  });
}
