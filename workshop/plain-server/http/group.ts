import { WebPubSubServiceClient } from '@azure/web-pubsub';
import type { GroupMessage } from '../house.ts';
import type { AccessUrl } from '../restaurant.ts';

/** The table groups of a Web PubSub service: entry for phones, and a voice for the server. */
export interface GroupService {
  accessUrl: AccessUrl;
  tell: (group: string, message: GroupMessage) => void;
  /** Resolves when everything that was told has been sent or has failed. */
  settled: () => Promise<void>;
}

/**
 * Speaks to any service of that protocol by its connection string.
 *
 * @param onError hears what could not be sent; messages of the group may be lost, so nothing else depends on it
 */
export function groupService(connectionString: string, onError: (error: unknown) => void): GroupService {
  const client = new WebPubSubServiceClient(connectionString, 'scanorder', {
    allowInsecureConnection: /Endpoint=http:/i.test(connectionString),
  });
  /** One message after the other, so that the table hears them in the order of the changes. */
  let sending = Promise.resolve();

  return {
    accessUrl: async (userId, group) => {
      const roles = [`webpubsub.joinLeaveGroup.${group}`, `webpubsub.sendToGroup.${group}`];
      const { url } = await client.getClientAccessToken({ userId, roles });
      return url;
    },
    tell: (group, message) => {
      sending = sending.then(() => send(group, message)).catch(onError);
    },
    settled: () => sending,
  };

  async function send(group: string, message: GroupMessage): Promise<void> {
    const target = client.group(group);
    if (message.content === 'text') await target.sendToAll(message.body, { contentType: 'text/plain' });
    else await target.sendToAll(message.body as object);
  }
}
