import { createGroupMessage } from './client/frames.ts';
import type { Registry } from './registry.ts';
import type { GroupMessage } from './relay/relay.ts';
import type { Session } from './session.ts';

/** Sends a message to the members of a group at this hub. @param except the sender, if it wants no echo */
export function deliverToGroup(registry: Registry, message: GroupMessage, except?: Session): void {
  const { hub, group, fromUserId, payload, ttlSeconds } = message;
  const messageTo = createGroupMessage(group, fromUserId, payload);
  for (const member of registry.listOfGroup(hub, group))
    if (member !== except) member.deliver(messageTo(member), ttlSeconds);
}
