/** The hubs that carry the groups: one for most, several where one process is not enough. */
import { createSecretKey } from 'node:crypto';
import { AzureKeyCredential, WebPubSubServiceClient } from '@azure/web-pubsub';
import { textHash } from '#events/text-hash.ts';
import type { HubPlace } from '#server/process/config.ts';

const hubName = 'tables';

export interface Hub extends HubPlace {
  /** Of the hub "tables": the embedded one, one in a process of its own, or Azure Web PubSub. */
  readonly client: WebPubSubServiceClient;
}

export interface Hubs {
  readonly all: readonly Hub[];
  /** The one that carries this group: the same on every server that has the same hubs, in whatever order. */
  of(group: string): Hub;
}

/** @param places at least one */
export function createHubs(places: readonly HubPlace[]): Hubs {
  const all = places.map((place): Hub => ({ ...place, client: clientOf(place.connectionString) }));
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

function weight({ connectionString }: Hub, group: string): string {
  return textHash(`${group} ${endpointOf(connectionString)}`);
}

function clientOf(connectionString: string): WebPubSubServiceClient {
  const endpoint = new URL(endpointOf(connectionString) ?? '');
  const port = valueOf(connectionString, 'Port');
  if (port) endpoint.port = port;
  return new WebPubSubServiceClient(
    endpoint.href,
    readyKey(valueOf(connectionString, 'AccessKey') ?? ''),
    hubName,
    { allowInsecureConnection: endpoint.protocol === 'http:' },
  );
}

function valueOf(connectionString: string, name: string): string | undefined {
  return new RegExp(`(?:^|;)${name}=([^;]*)`, 'i').exec(connectionString)?.[1];
}

/** A key object: of a text the client's signer tries first whether it is a PEM file, half a millisecond each message. */
function readyKey(accessKey: string): AzureKeyCredential {
  const key: unknown = createSecretKey(Buffer.from(accessKey));
  return new AzureKeyCredential(key as string);
}
