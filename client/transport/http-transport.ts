import { request } from '#client/api/call/request.ts';
import { dinerState } from '#client/api/diner-state.ts';
import { createApiTransport } from './api-transport.ts';
import type { CartTransport } from '#sync/ports/transport.ts';

/** The transport of a real page. Each call uses the diner that the page has at that moment. */
export function createHttpTransport(merchantId: string): CartTransport {
  return createApiTransport(merchantId, request, () => {
    const { browserId, member } = dinerState.value;
    return { browserId, memberId: member?.id };
  });
}
