/** Announces to phones and staff screens what happened at the tables. */
import { subscribe, type Subscription } from '#server/ordering/subscribers.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import {
  announceAtTable,
  announceHelp,
  announceMenuChanged,
  announceMoved,
  announceName,
  announceNewcomer,
  announceOrderChanged,
  announceParted,
  announceRemoval,
  announceTableClosed,
  createAnnounce,
  announceToStaff,
} from './announce.ts';
import type { HubDeps } from './publish.ts';

export function createAnnouncementSubscriptions(given: HubDeps & { readonly db: Db }): Subscription[] {
  const announce = createAnnounce(given);
  const deps = { ...given, announce };
  return [
    subscribe('cartEventsDecided', {
      afterCommit: ({ merchantId, sessionId, cart, isStored }) => {
        if (isStored) void announce(sessionId, { merchantId, log: cart });
      },
    }),
    subscribe('orderPlaced', {
      afterCommit: ({ merchantId, sessionId, cart }) => void announce(sessionId, { merchantId, log: cart }),
    }),
    subscribe('actDone', {
      afterCommit: async ({ merchantId, sessionId, after: { id: orderId } }) =>
        await announceOrderChanged(deps, { merchantId, sessionId, orderId }),
    }),
    subscribe('orderChanged', { afterCommit: async (order) => await announceOrderChanged(deps, order) }),
    subscribe('lostOrderReported', { afterCommit: ({ sessionId }) => void announce(sessionId) }),
    subscribe('menuChanged', {
      afterCommit: async ({ merchantId }) => {
        await announceMenuChanged(deps, merchantId);
        await announceToStaff(deps, merchantId);
      },
    }),
    subscribe('helpChanged', {
      afterCommit: async ({ merchantId, sessionId: id }) => await announceHelp(deps, { id, merchantId }),
    }),
    subscribe('sessionEnded', {
      afterCommit: async ({ merchantId, sessionId }) =>
        await announceTableClosed(deps, merchantId, sessionId),
    }),
    subscribe('tableMoved', {
      afterCommit: async ({ merchantId, sessionId }) => await announceMoved(deps, merchantId, sessionId),
    }),
    subscribe('tablesMerged', {
      afterCommit: async ({ merchantId, sessionId, endedId }) => {
        await announceAtTable(deps, merchantId, sessionId);
        await announceTableClosed(deps, merchantId, endedId);
      },
    }),
    subscribe('tableActTakenBack', {
      afterCommit: async ({ merchantId, sessionId, parted }) => {
        if (parted) await announceParted(deps, merchantId, sessionId, parted);
        else await announceAtTable(deps, merchantId, sessionId);
      },
    }),
    subscribe('dinerJoined', {
      afterCommit: async ({ merchantId, sessionId: id, userId, was }) => {
        await announceNewcomer(deps, { id, merchantId }, userId, was);
        // The guest's lines now belong to the member.
        if (was !== undefined) void announce(id);
      },
    }),
    subscribe('dinerRemoved', {
      afterCommit: async (diner) => {
        await announceRemoval(deps, diner);
        void announce(diner.sessionId);
      },
    }),
    subscribe('dinerRenamed', {
      afterCommit: async ({ userId, userName }) => await announceName(deps, userId, userName),
    }),
    subscribe('staffViewChanged', {
      afterCommit: async ({ merchantId }) => await announceToStaff(deps, merchantId),
    }),
  ];
}
