import { useEffect } from 'react';
import { renewPush } from '#contract/calls/push.ts';
import type { StaffIdentity } from '#contract/calls/staff.ts';
import { request } from '#client/api/call/request.ts';
import { getOpenBranch } from '../calls/open-branch.ts';
import { findSubscription } from './push-device.ts';

/**
 * After a login the notifications of this device go on, or end if somebody else has turned them on. Without a network
 * the next start does it. A device is notified by one restaurant, so at a branch they stay as they are.
 */
export function useRenewedPush(staff: Pick<StaffIdentity, 'person'> | undefined): void {
  const person = staff?.person;
  useEffect(() => {
    if (person !== undefined && getOpenBranch() === undefined) void renew().catch(() => undefined);
  }, [person]);
}

async function renew(): Promise<void> {
  const subscription = await findSubscription();
  if (!subscription) return;
  const { choice } = await request(renewPush, { body: { endpoint: subscription.endpoint } });
  if (!choice) await subscription.unsubscribe();
}
