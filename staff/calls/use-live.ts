import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { codes } from '#contract/codes.ts';
import { staffNegotiate } from '#contract/calls/staff.ts';
import { ApiError } from '#client/api/api-error.ts';
import { request } from '#client/api/call/request.ts';
import { createBrowserEnvironment } from '#client/environment/browser-environment.ts';
import type { AccessResult } from '#client/group/access.ts';
import { createLazyGroup } from '#client/group/lazy-group.ts';
import { refreshStaff } from './staff-queries.ts';

/**
 * Subscribes to changes at the tables and refetches the data on each one. Returns whether the connection is live.
 * @param refresh must be a stable function
 */
export function useLive(refresh: (queries: QueryClient) => Promise<void> = refreshStaff): boolean {
  const queries = useQueryClient();
  const [live, setLive] = useState(false);

  useEffect(() => {
    const group = createLazyGroup({ requestAccess, browserId: () => '', env: createBrowserEnvironment() });
    let wasLive = false;
    const ask = () => void refresh(queries);
    const subscriptions = [
      group.live.subscribe((isLive) => {
        setLive(isLive);
        // The connection was closed, possibly because the session has ended.
        if (wasLive && !isLive) ask();
        wasLive = isLive;
      }),
      group.connected.subscribe(ask),
      group.messages.subscribe(({ fromUserId }) => {
        if (fromUserId === undefined) ask();
      }),
    ];
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
      void group.close();
    };
  }, [queries, refresh]);
  return live;
}

async function requestAccess(): Promise<AccessResult> {
  try {
    return { kind: 'granted', access: await request(staffNegotiate, {}) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      kind: error instanceof ApiError && error.code === codes.unauthorized ? 'denied' : 'failed',
      reason,
    };
  }
}
