import { request } from '#client/api/call/request.ts';
import { dinerState } from '#client/api/diner-state.ts';
import { apiTransport } from './api-transport.ts';
import type { CartTransport } from '#sync/ports/transport.ts';

/** The transport of a real page, for whoever its diner is. */
export function httpTransport(merchantId: string): CartTransport {
  return apiTransport(merchantId, request, () => {
    const { browserId, member } = dinerState.value;
    return { browserId, memberId: member?.id };
  });
}
