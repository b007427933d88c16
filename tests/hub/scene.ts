/** The hub under test and its clients, which are closed together. */
import { WebPubSubServiceClient } from '@azure/web-pubsub';
import {
  WebPubSubClient,
  type GroupDataMessage,
  type ServerDataMessage,
  type WebPubSubClientOptions,
} from '@azure/web-pubsub-client';
import { setTimeout as pause } from 'node:timers/promises';
import { startHubServer, type HubServer, type HubServerOptions } from '#server/platform/hub/hub-server.ts';
import { inject } from 'vitest';
import { isSystem, open, type Frame, type RawClient } from './raw-client.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

export { pause };
export const testKey = 'a-test-key-of-more-than-thirty-two-bytes';
export const hubName = 'tables';

declare module 'vitest' {
  interface ProvidedContext {
    /** The hub that the run has started. */
    hubConnectionString: string;
  }
}

/** If set, the conformance suites run against this hub. The embedded suites ignore it. */
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
  /** How often the SDK has asked for an access URL. */
  readonly negotiations: () => number;
}

export interface Recoverable {
  readonly client: RawClient;
  readonly connectionId: string;
  readonly url: string;
  readonly recovery: string;
}

export interface Scene {
  readonly endpoint: string;
  readonly accessKey: string;
  readonly service: WebPubSubServiceClient;
  readonly createAccessUrl: (grant?: Grant) => Promise<string>;
  readonly openRaw: (grant?: Grant, protocol?: string) => Promise<RawClient>;
  /** Opens a raw client and takes its first frame; returns its URL and the URL that continues its session. */
  readonly openRecoverable: (grant?: Grant) => Promise<Recoverable>;
  readonly proxy: () => Promise<TcpProxy>;
  readonly startClient: (
    grant?: Grant,
    options?: WebPubSubClientOptions & {
      readonly via?: TcpProxy;
      readonly createWelcomeUrl?: () => Promise<string>;
    },
  ) => Promise<SdkClient>;
  readonly close: () => Promise<void>;
}

export interface EmbeddedScene extends Scene {
  readonly server: HubServer;
}

/** Rows that wait for the hub's real timeouts run only with this variable. */
export const isLongRun = process.env.HUB_LONG_ROWS === '1';

/** Uses the hub of the environment or of the run, or else an embedded one. */
export async function startScene(): Promise<Scene> {
  return externalConnectionString ? createScene(externalConnectionString) : startEmbeddedScene();
}

/** Starts an embedded hub with these options. */
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
  const service = createService(connectionString);
  const accessKey = /AccessKey=([^;]*)/i.exec(connectionString)?.[1] ?? '';
  const cleanUps: (() => Promise<void> | void)[] = [];
  const createAccessUrl = async (grant: Grant = {}): Promise<string> =>
    (await service.getClientAccessToken(grant)).url;
  return {
    endpoint: service.endpoint.replace(/\/$/, ''),
    accessKey,
    service,
    createAccessUrl,
    openRaw: async (grant, protocol) => {
      const client = await open(await createAccessUrl(grant), protocol);
      cleanUps.push(() => client.socket.terminate());
      return client;
    },
    openRecoverable: async (grant) => {
      const url = await createAccessUrl(grant);
      const client = await open(url);
      cleanUps.push(() => client.socket.terminate());
      const connected = await client.take(isSystem);
      const connectionId = String(connected['connectionId']);
      return { client, connectionId, url, recovery: createRecoveryUrl(url, connected) };
    },
    proxy: async () => {
      const proxy = await startTcpProxy(service.endpoint);
      cleanUps.push(() => proxy.close());
      return proxy;
    },
    startClient: async (grant = {}, { via, createWelcomeUrl: ownUrl, ...options } = {}) => {
      const createUrl = async (): Promise<string> => {
        const direct = ownUrl ? await ownUrl() : await createAccessUrl(grant);
        return via ? via.through(direct) : direct;
      };
      const { sdk, stop } = observe(createUrl, options);
      await sdk.client.start();
      cleanUps.push(stop);
      return sdk;
    },
    close: async () => {
      for (const cleanUp of cleanUps.toReversed()) await cleanUp();
    },
  };
}

export function createService(connectionString: string, hub = hubName): WebPubSubServiceClient {
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
    // stop() does nothing while the client is between two sockets, and a retry would bring it back.
    reconnectRetryOptions.maxRetries = 0;
    for (let attempt = 0; attempt < 60 && !isStopped; attempt += 1) {
      client.stop();
      await pause(20);
    }
  };
  return { sdk, stop };
}

/** Polls until the condition holds; throws after `withinMs`. */
export async function waitUntil(
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

let groupNumber = 0;

/** A group that no other test uses, also on a shared hub. */
export function createGroup(): string {
  groupNumber += 1;
  return `t-${process.pid}-${groupNumber}-${Date.now().toString(36)}`;
}

/** Roles to join one group and to send in it. */
export function createMemberRoles(group: string): string[] {
  return [`webpubsub.joinLeaveGroup.${group}`, `webpubsub.sendToGroup.${group}`];
}

/** The URL with which a raw client continues its session. */
export function createRecoveryUrl(url: string, { connectionId, reconnectionToken }: Frame): string {
  const recovery = new URL(url);
  recovery.searchParams.append('awps_connection_id', String(connectionId));
  recovery.searchParams.append('awps_reconnection_token', String(reconnectionToken));
  return recovery.toString();
}
