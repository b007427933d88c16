import { publish, type HubDeps } from './publish.ts';
import { staffGroup, tableGroup } from './table-group.ts';

/** Tells the staff's screens that something at the merchant's tables or of its orders has changed. Never rejects. */
export async function tellStaff(deps: HubDeps, merchantId: string): Promise<void> {
  await publish(deps, staffGroup(merchantId), 'staffNews', {});
}

/** Tells an order's table and the staff that the restaurant changed its state. Never rejects. */
export async function announceOrderChanged(
  deps: HubDeps,
  { merchantId, sessionId, orderId }: { merchantId: string; sessionId: string; orderId: string },
): Promise<void> {
  await Promise.all([
    publish(deps, tableGroup(sessionId), 'orderChanged', { sessionId, orderId }),
    tellStaff(deps, merchantId),
  ]);
}

/** Tells a party that its session has ended, and the staff that the table is free. Never rejects. */
export async function announceTableClosed(
  deps: HubDeps,
  merchantId: string,
  sessionId: string,
): Promise<void> {
  await Promise.all([
    publish(deps, tableGroup(sessionId), 'tableClosed', { sessionId }),
    tellStaff(deps, merchantId),
  ]);
}
