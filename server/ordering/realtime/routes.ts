import { codes } from '#contract/codes.ts';
import { negotiate } from '#contract/calls/table.ts';
import { defineRoute, createStatusRefusal, type Route } from '#server/platform/http/routes/route.ts';
import type { TableSession } from '#server/platform/http/routes/who.ts';
import { createPhoneAddress, type HubAccess } from './public-access.ts';
import type { HubDeps } from './publish.ts';
import { createTableAccess, createTableGroup } from './table-group.ts';

/** How long a token for the hub is valid. It may be short, because the hub checks it only when a phone connects. */
export const tokenMinutes = 5;

/** The call with which a phone gets the hub's address and a token for the group of its table session. */
export function createRealtimeRoutes(deps: HubAccess & Pick<HubDeps, 'hub'>): Route[] {
  return [
    defineRoute(
      negotiate,
      'dinerAtTable',
      async ({ who, query, header }) => {
        const { asker, session } = who;
        if (query.userId !== undefined && query.userId !== asker.userId)
          throw createStatusRefusal(codes.forbidden, 'This is another diner');
        // A to-go session has one diner, so there is no group.
        if (session.tableId === null) throw createStatusRefusal(codes.forbidden, 'No table is given');
        const group = createTableGroup(session.id);
        const { url } = await deps.hub.client.getClientAccessToken({
          userId: asker.userId,
          ...createTableAccess(group, listNames(session), deps.hub),
          expirationTimeInMinutes: tokenMinutes,
        });
        return createPhoneAddress(deps, url, header);
      },
      // Phones read the group's name next to the envelope's fields.
      { beside: (_url, { session }) => ({ group: createTableGroup(session.id) }) },
    ),
  ];
}

/**
 * The table ids by which this phone may join the group. If staff moved the session, the phone may still use the id of the
 * first table.
 */
function listNames({ tableId, askedAs }: TableSession): string[] {
  return [...new Set([tableId, askedAs])].filter((name) => typeof name === 'string');
}
