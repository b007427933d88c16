/** The hub that carries messages to phones and staff screens: the one in this process, or Azure Web PubSub. */
import { createSecretKey } from 'node:crypto';
import { AzureKeyCredential, WebPubSubServiceClient } from '@azure/web-pubsub';
import type { TableMessage } from '#contract/messages.ts';
import type { HubServer } from '#server/platform/hub/hub-server.ts';

const hubName = 'tables';

export interface Hub {
  /** Whether this process runs the hub. Then phones reach it through this server. */
  readonly isEmbedded: boolean;
  readonly client: WebPubSubServiceClient;
  /** Whether the embedded hub reaches those of other servers. Undefined without a broker. */
  isBrokerUp?(): boolean | undefined;
  /** The groups that have members at the embedded hub. */
  listGroups?(): readonly string[];
  /** Resolves once the hub has accepted the message. Rejects if the hub cannot be reached. */
  send(group: string, message: TableMessage): Promise<void>;
}

/** Azure Web PubSub, or another hub with its protocol. */
export function connectToHub(connectionString: string): Hub {
  const client = createClient(connectionString);
  return {
    isEmbedded: false,
    client,
    send: async (group, message) => await client.group(group).sendToAll(message),
  };
}

/** The hub in this process. Messages to it need no HTTP request. */
export function createOwnHub({
  connectionString,
  hub,
  port,
}: Pick<HubServer, 'connectionString' | 'hub' | 'port'>): Hub {
  return {
    isEmbedded: true,
    client: createClient(connectionString, `http://127.0.0.1:${port}`),
    isBrokerUp: hub.isBrokerUp,
    listGroups: () => hub.listGroups(hubName),
    send: async (group, message) => hub.sendToGroup(hubName, group, message),
  };
}

/** @param listensAt where the hub answers, if it is not at its endpoint */
function createClient(connectionString: string, listensAt?: string): WebPubSubServiceClient {
  const endpoint = new URL(findValue(connectionString, 'Endpoint') ?? '');
  const port = findValue(connectionString, 'Port');
  if (port) endpoint.port = port;
  return new WebPubSubServiceClient(
    endpoint.href,
    createKey(findValue(connectionString, 'AccessKey') ?? ''),
    hubName,
    {
      allowInsecureConnection: endpoint.protocol === 'http:',
      ...(listensAt !== undefined && { reverseProxyEndpoint: listensAt }),
    },
  );
}

function findValue(connectionString: string, name: string): string | undefined {
  return new RegExp(`(?:^|;)${name}=([^;]*)`, 'i').exec(connectionString)?.[1];
}

/** A key object. For a text, the client's signer first checks for the PEM format, which takes 0.5 ms per message. */
function createKey(accessKey: string): AzureKeyCredential {
  const key: unknown = createSecretKey(Buffer.from(accessKey));
  return new AzureKeyCredential(key as string);
}
