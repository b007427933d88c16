import type { Call } from '#contract/http/call.ts';
import { route, type Apart, type Request, type Route } from '#server/platform/http/routes/route.ts';
import type { Staff } from '#server/platform/http/routes/who.ts';
import { requireAllowed } from './access/identify-staff.ts';

/** Of one session or token; of one address from which only strangers ask. Diners' calls are counted elsewhere. */
export const staffCallsPerMinute = 1_200;
/** What changes something waits for its pace, each call for its own: people tap less, and an order is computed again each time (D37). */
const changes = { perMinute: 240, atOnce: 30 };

export type StaffRequest<Params, Query, Body> = Request<'staff', Params, Query, Body>;

export type StaffHandler<Params, Query, Body, Data> = (
  merchantId: string,
  request: StaffRequest<Params, Query, Body>,
  staff: Staff,
) => Promise<Data>;

/**
 * A call for the restaurant's people and systems: for those whom its scope and its right allow it.
 * @param pace of one that costs more than others
 */
export function staffRoute<Params, Query, Body, Data>(
  call: Call<Params, Query, Body, Data>,
  handle: StaffHandler<Params, Query, Body, Data>,
  pace: Apart = call.method === 'POST' ? changes : { perMinute: staffCallsPerMinute },
): Route {
  return route(
    call,
    'staff',
    async (request) => {
      const { staff } = request.who;
      requireAllowed(staff, call);
      return await handle(staff.merchantId, request, staff);
    },
    { apart: pace },
  );
}
