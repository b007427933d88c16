import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { staffNegotiate } from '#contract/calls/staff.ts';
import { ApiError } from '#src/kit/api/api-error.ts';
import { request } from '#src/kit/api/call/client.ts';
import { browserEnvironment } from '#src/runtime/environment/browser-environment.ts';
import { lazyGroup } from '#src/runtime/group/lazy-group.ts';
import type { AccessResult } from '#src/runtime/group/negotiate-access.ts';

/** Hears of every change at the tables and asks for what is new; answers whether it does. */
export function useLive(): boolean {
  const queries = useQueryClient();
  const [live, setLive] = useState(false);

  useEffect(() => {
    const group = lazyGroup({ access, browserId: () => '', env: browserEnvironment() });
    const ask = () =>
      void queries.invalidateQueries({
        queryKey: ['staff'],
        predicate: ({ queryKey }) => queryKey[1] !== 'me',
      });
    const subscriptions = [
      group.live.subscribe(setLive),
      group.connected.subscribe(ask),
      group.messages.subscribe(({ fromUserId }) => {
        if (fromUserId === undefined) ask();
      }),
    ];
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
      void group.close();
    };
  }, [queries]);
  return live;
}

async function access(): Promise<AccessResult> {
  try {
    return { kind: 'granted', access: await request(staffNegotiate, {}) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: error instanceof ApiError && error.code === 401 ? 'denied' : 'failed', reason };
  }
}
