/** The hubs that carry messages between phones: one for most restaurants, several if one process is not enough. */
import { createSecretKey } from 'node:crypto';
import { AzureKeyCredential, WebPubSubServiceClient } from '@azure/web-pubsub';
import { hashText } from '#events/log/text-hash.ts';
import type { TableMessage } from '#contract/messages.ts';
import type { HubServer } from '#server/platform/hub/hub-server.ts';
import type { HubPlace } from '#server/platform/config/config.ts';

const hubName = 'tables';

export interface Hub extends HubPlace {
  /** For the embedded hub, a hub in its own process, or Azure Web PubSub. */
  readonly client: WebPubSubServiceClient;
  /** True for this project's hub, whose tokens may give a group further names. */
  readonly knowsAliases: boolean;
  /** Resolves once the hub has accepted the message. Rejects if the hub cannot be reached. */
  send(group: string, message: TableMessage): Promise<void>;
}

export interface Hubs {
  readonly all: readonly Hub[];
  /** Whether the embedded hub reaches those of other servers. Undefined without a broker. */
  isBrokerUp?(): boolean | undefined;
  /** The hub that carries this group. Every server with the same hubs, in any order, chooses the same one. */
  of(group: string): Hub;
}

/** @param places at least one */
export function createHubs(places: readonly HubPlace[]): Hubs {
  return routeToHubs(
    places.map((place) => {
      const client = createClient(place.connectionString);
      const send: Hub['send'] = async (group, message) => await client.group(group).sendToAll(message);
      return { ...place, client, send, knowsAliases: !isAzure(place) };
    }),
  );
}

/** The hub in this process. Messages to it need no HTTP request. */
export function createOwnHub({
  connectionString,
  hub,
  port,
}: Pick<HubServer, 'connectionString' | 'hub' | 'port'>): Hubs {
  const client = createClient(connectionString, `http://127.0.0.1:${port}`);
  const send: Hub['send'] = async (group, message) => hub.sendToGroup(hubName, group, message);
  const own = routeToHubs([{ connectionString, publicUrl: undefined, client, send, knowsAliases: true }]);
  return { ...own, isBrokerUp: hub.isBrokerUp };
}

function routeToHubs(all: readonly Hub[]): Hubs {
  return {
    all,
    // Rendezvous hashing: adding or removing a hub moves no group between the other hubs.
    of: (group) =>
      all.reduce((best, hub) => (computeWeight(hub, group) > computeWeight(best, group) ? hub : best)),
  };
}

/** The `Endpoint` of a connection string. */
export function readEndpoint(connectionString: string): string | undefined {
  return findValue(connectionString, 'Endpoint');
}

/** Whether the host is one of Azure Web PubSub, in any of Azure's clouds. */
function isAzure({ connectionString }: HubPlace): boolean {
  const { hostname } = new URL(readEndpoint(connectionString) ?? '');
  return /\.webpubsub\.azure\.[a-z]+$/i.test(hostname);
}

function computeWeight({ connectionString }: Hub, group: string): string {
  return hashText(`${group} ${readEndpoint(connectionString)}`);
}

/** @param listensAt where the hub answers, if it is not at its endpoint */
function createClient(connectionString: string, listensAt?: string): WebPubSubServiceClient {
  const endpoint = new URL(readEndpoint(connectionString) ?? '');
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
