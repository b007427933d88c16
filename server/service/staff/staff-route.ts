import type { Call } from '#contract/http/call.ts';
import { defineRoute, type Apart, type Request, type Route } from '#server/platform/http/routes/route.ts';
import type { Staff } from '#server/platform/http/routes/who.ts';
import { requireAllowed } from './access/identify-staff.ts';

/** Per staff session or token, or per address for callers without one. Calls of diners have their own budgets. */
export const staffCallsPerMinute = 1_200;
/** For each call that changes something, because it computes an order or menu again. People tap less often. */
const changes = { perMinute: 240, atOnce: 30 };

export type StaffRequest<Params, Query, Body> = Request<'staff', Params, Query, Body>;

export type StaffHandler<Params, Query, Body, Data> = (
  merchantId: string,
  request: StaffRequest<Params, Query, Body>,
  staff: Staff,
) => Promise<Data>;

/**
 * A call for staff and systems that have the call's right or scope.
 * @param pace for a call that costs more than others
 */
export function defineStaffRoute<Params, Query, Body, Data>(
  call: Call<Params, Query, Body, Data>,
  handle: StaffHandler<Params, Query, Body, Data>,
  pace: Apart = call.method === 'POST' ? changes : { perMinute: staffCallsPerMinute },
): Route {
  return defineRoute(
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
