/** The hubs that carry the groups: one for most, several where one process is not enough. */
import { createSecretKey } from 'node:crypto';
import { AzureKeyCredential, WebPubSubServiceClient } from '@azure/web-pubsub';
import { textHash } from '#events/log/text-hash.ts';
import type { TableMessage } from '#contract/messages.ts';
import type { HubServer } from '#server/platform/hub/hub-server.ts';
import type { HubPlace } from '#server/platform/config/config.ts';

const hubName = 'tables';

export interface Hub extends HubPlace {
  /** Of the hub "tables": the embedded one, one in a process of its own, or Azure Web PubSub. */
  readonly client: WebPubSubServiceClient;
  /** A hub of ours: its tokens may give a group another name. */
  readonly knowsAliases: boolean;
  /** Resolves once the hub has taken the message; it rejects where it cannot be reached. */
  send(group: string, message: TableMessage): Promise<void>;
}

export interface Hubs {
  readonly all: readonly Hub[];
  /** The one that carries this group: the same on every server that has the same hubs, in whatever order. */
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

/** The one in this process: a message to it needs no request. */
export function createOwnHub({ connectionString, hub }: Pick<HubServer, 'connectionString' | 'hub'>): Hubs {
  const client = createClient(connectionString);
  const send: Hub['send'] = async (group, message) => hub.sendToGroup(hubName, group, message);
  return routeToHubs([{ connectionString, publicUrl: undefined, client, send, knowsAliases: true }]);
}

function routeToHubs(all: readonly Hub[]): Hubs {
  return {
    all,
    // Rendezvous hashing: a hub that is added or taken away moves no group between the others.
    of: (group) => all.reduce((best, hub) => (weight(hub, group) > weight(best, group) ? hub : best)),
  };
}

/** As the connection string has it. */
export function endpointOf(connectionString: string): string | undefined {
  return valueOf(connectionString, 'Endpoint');
}

/** The service's own names, in all of its clouds. */
function isAzure({ connectionString }: HubPlace): boolean {
  const { hostname } = new URL(endpointOf(connectionString) ?? '');
  return /\.webpubsub\.azure\.[a-z]+$/i.test(hostname);
}

function weight({ connectionString }: Hub, group: string): string {
  return textHash(`${group} ${endpointOf(connectionString)}`);
}

function createClient(connectionString: string): WebPubSubServiceClient {
  const endpoint = new URL(endpointOf(connectionString) ?? '');
  const port = valueOf(connectionString, 'Port');
  if (port) endpoint.port = port;
  return new WebPubSubServiceClient(
    endpoint.href,
    createKey(valueOf(connectionString, 'AccessKey') ?? ''),
    hubName,
    { allowInsecureConnection: endpoint.protocol === 'http:' },
  );
}

function valueOf(connectionString: string, name: string): string | undefined {
  return new RegExp(`(?:^|;)${name}=([^;]*)`, 'i').exec(connectionString)?.[1];
}

/** A key object: of a text the client's signer tries first whether it is a PEM file, half a millisecond each message. */
function createKey(accessKey: string): AzureKeyCredential {
  const key: unknown = createSecretKey(Buffer.from(accessKey));
  return new AzureKeyCredential(key as string);
}
