import { codes } from '#contract/codes.ts';
import { negotiate } from '#contract/calls/table.ts';
import { isAt } from '#server/cart/asking-diner.ts';
import { route, statusRefusal, type Route } from '#server/http/routes/route.ts';
import { phoneAddressOf, type HubAccess } from './public-access.ts';
import type { HubDeps } from './publish.ts';
import { rolesFor, tableGroup } from './table-group.ts';

/** Checked only when a phone connects, and every connection asks anew. */
export const tokenMinutes = 5;

export function realtimeRoutes(deps: HubAccess & Pick<HubDeps, 'hubs'>): Route[] {
  return [
    route(
      negotiate,
      'dinerAtTable',
      async ({ who, query, header }) => {
        const { asker, session } = who;
        if (query.userId !== asker.userId) throw statusRefusal(codes.forbidden, 'This is another diner');
        // D19: there is nobody to talk to without a table.
        if (!isAt(session, query.tableId)) throw statusRefusal(codes.forbidden, 'This is another table');
        const group = tableGroup(session.id);
        const hub = deps.hubs.of(group);
        const { url } = await hub.client.getClientAccessToken({
          userId: asker.userId,
          roles: rolesFor(group),
          expirationTimeInMinutes: tokenMinutes,
        });
        return phoneAddressOf(deps, hub, url, header);
      },
      { beside: (_url, { session }) => ({ group: tableGroup(session.id) }) },
    ),
  ];
}
