/** The hub under test and everything opened against it, cleaned up together. */
import { WebPubSubServiceClient } from '@azure/web-pubsub';
import {
  WebPubSubClient,
  type GroupDataMessage,
  type ServerDataMessage,
  type WebPubSubClientOptions,
} from '@azure/web-pubsub-client';
import { startHubServer, type HubServer, type HubServerOptions } from '#server/platform/hub/hub-server.ts';
import { inject } from 'vitest';
import { open, type RawClient } from './raw-client.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

export const testKey = 'a-test-key-of-more-than-thirty-two-bytes';
export const hubName = 'tables';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the hub that the run has started as a process of its own. */
    hubConnectionString: string;
  }
}

/** Set: the conformance suites run against that hub. The embedded-only suites never look at it. */
const externalConnectionString = process.env.HUB_CONNECTION_STRING || inject('hubConnectionString');

export interface Grant {
  readonly userId?: string;
  readonly roles?: string[];
  readonly groups?: string[];
}

export interface SdkClient {
  readonly client: WebPubSubClient;
  readonly groupMessages: GroupDataMessage[];
  readonly serverMessages: ServerDataMessage[];
  /** Connection ids of the `connected` events. */
  readonly connected: string[];
  /** Messages of the `disconnected` events. */
  readonly disconnected: (string | undefined)[];
  /** How often the SDK asked for an access URL. */
  readonly negotiations: () => number;
}

export interface Scene {
  readonly endpoint: string;
  readonly accessKey: string;
  readonly service: WebPubSubServiceClient;
  readonly accessUrl: (grant?: Grant) => Promise<string>;
  readonly openRaw: (grant?: Grant, protocol?: string) => Promise<RawClient>;
  readonly proxy: () => Promise<TcpProxy>;
  readonly startClient: (
    grant?: Grant,
    options?: WebPubSubClientOptions & {
      readonly via?: TcpProxy;
      readonly accessUrl?: () => Promise<string>;
    },
  ) => Promise<SdkClient>;
  /** Runs when the scene closes, in reverse order. */
  readonly defer: (cleanUp: () => Promise<void> | void) => void;
  readonly close: () => Promise<void>;
}

export interface EmbeddedScene extends Scene {
  readonly server: HubServer;
}

/** Rows that take as long as the hub's own patience run only when asked for. */
export const isLongRun = process.env.HUB_LONG_ROWS === '1';

/** Against the hub of the environment or of the run when there is one, else against an embedded hub. */
export async function startScene(): Promise<Scene> {
  return externalConnectionString ? createScene(externalConnectionString) : startEmbeddedScene();
}

/** Always against an embedded hub, with these options. */
export async function startEmbeddedScene(options: Partial<HubServerOptions> = {}): Promise<EmbeddedScene> {
  const server = await startHubServer({ accessKey: testKey, ...options });
  const scene = createScene(server.connectionString);
  return {
    ...scene,
    server,
    close: async () => {
      await scene.close();
      await server.close();
    },
  };
}

function createScene(connectionString: string): Scene {
  const service = serviceFor(connectionString);
  const accessKey = /AccessKey=([^;]*)/i.exec(connectionString)?.[1] ?? '';
  const cleanUps: (() => Promise<void> | void)[] = [];
  const accessUrl = async (grant: Grant = {}): Promise<string> =>
    (await service.getClientAccessToken(grant)).url;
  const scene: Scene = {
    endpoint: service.endpoint.replace(/\/$/, ''),
    accessKey,
    service,
    accessUrl,
    openRaw: async (grant, protocol) => {
      const client = await open(await accessUrl(grant), protocol);
      cleanUps.push(() => client.socket.terminate());
      return client;
    },
    proxy: async () => {
      const proxy = await startTcpProxy(service.endpoint);
      cleanUps.push(() => proxy.close());
      return proxy;
    },
    startClient: async (grant = {}, { via, accessUrl: ownUrl, ...options } = {}) => {
      const url = async (): Promise<string> => {
        const direct = ownUrl ? await ownUrl() : await accessUrl(grant);
        return via ? via.through(direct) : direct;
      };
      const { sdk, stop } = observe(url, options);
      await sdk.client.start();
      cleanUps.push(stop);
      return sdk;
    },
    defer: (cleanUp) => cleanUps.push(cleanUp),
    close: async () => {
      for (const cleanUp of cleanUps.toReversed()) await cleanUp();
    },
  };
  return scene;
}

export function serviceFor(connectionString: string, hub = hubName): WebPubSubServiceClient {
  return new WebPubSubServiceClient(connectionString, hub, { allowInsecureConnection: true });
}

function observe(
  url: () => Promise<string>,
  given: WebPubSubClientOptions,
): { readonly sdk: SdkClient; readonly stop: () => Promise<void> } {
  const reconnectRetryOptions = given.reconnectRetryOptions ?? { retryDelayInMs: 100 };
  let negotiations = 0;
  const getClientAccessUrl = (): Promise<string> => {
    negotiations += 1;
    return url();
  };
  const options: WebPubSubClientOptions = {
    messageRetryOptions: { maxRetries: 0 },
    ...given,
    reconnectRetryOptions,
  };
  const client = new WebPubSubClient({ getClientAccessUrl }, options);
  const sdk: SdkClient = {
    client,
    groupMessages: [],
    serverMessages: [],
    connected: [],
    disconnected: [],
    negotiations: () => negotiations,
  };
  let isStopped = false;
  client.on('connected', ({ connectionId }) => sdk.connected.push(connectionId));
  client.on('disconnected', ({ message }) => sdk.disconnected.push(message?.message));
  client.on('group-message', ({ message }) => sdk.groupMessages.push(message));
  client.on('server-message', ({ message }) => sdk.serverMessages.push(message));
  client.on('stopped', () => {
    isStopped = true;
  });
  const stop = async (): Promise<void> => {
    // stop() does nothing while the client is between two sockets, and more retries would bring it back.
    reconnectRetryOptions.maxRetries = 0;
    for (let attempt = 0; attempt < 60 && !isStopped; attempt += 1) {
      client.stop();
      await pause(20);
    }
  };
  return { sdk, stop };
}

/** Polls until the condition holds. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string,
  withinMs = 8_000,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`);
    await pause(5);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

let groupNumber = 0;

/** A group no other test uses, also on a hub that is shared. */
export function freshGroup(): string {
  groupNumber += 1;
  return `t-${process.pid}-${groupNumber}-${Date.now().toString(36)}`;
}

/** The roles of somebody who joins and sends in one group. */
export function memberRoles(group: string): string[] {
  return [`webpubsub.joinLeaveGroup.${group}`, `webpubsub.sendToGroup.${group}`];
}

/** A raw client's URL to continue its session. */
export function recoveryUrl(
  url: string,
  connected: { readonly connectionId?: unknown; readonly reconnectionToken?: unknown },
): string {
  const recovery = new URL(url);
  recovery.searchParams.append('awps_connection_id', String(connected.connectionId));
  recovery.searchParams.append('awps_reconnection_token', String(connected.reconnectionToken));
  return recovery.toString();
}
