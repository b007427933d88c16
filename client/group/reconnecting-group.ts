import { BehaviorSubject, distinctUntilChanged, Subject } from 'rxjs';
import type { MessageData, MessageType } from '#contract/messages.ts';
import { doubleDelay, pauseMs } from '#sync/parts/back-off.ts';
import { sleep, type Environment } from '../environment/environment.ts';
import { createConnection, type Connection } from './connection.ts';
import { readMessage } from './incoming-messages.ts';
import type { AccessResult } from './access.ts';
import type { Incoming } from '#sync/ports/incoming.ts';
import type { TableGroup } from './table-group.ts';

/** No frame for so long means trouble: 2½ pings, ms. */
const silentMs = 25_000;
/** A pong comes every 10 s; after a longer gap the connection has recovered, of which the SDK says nothing, ms. */
const gapMs = 13_000;
/** How often silence is looked for, ms. */
const watchEveryMs = 5_000;
const probeTimeoutMs = 1_500;
const publishTimeoutMs = 5_000;
/** How long a message waits for a connection that is opening, and how often it looks, ms. */
const openWaitMs = 10_000;
const openCheckMs = 100;
/** Between two attempts to connect, ms, doubled each time; G7: a sign of life is looked for every 2–4 s. */
const retry = { firstMs: 1_000, maxMs: 3_000 };

export interface GroupOptions {
  readonly access: () => Promise<AccessResult>;
  readonly browserId: () => string;
  readonly env: Environment;
}

/** The table group over Azure Web PubSub; keeps one live connection until it is closed or access is denied. */
export function createReconnectingGroup({ access, browserId, env }: GroupOptions): TableGroup {
  const messages = new Subject<Incoming>();
  const connected = new Subject<void>();
  const live = new BehaviorSubject(false);
  let connection: Connection | undefined;
  let lastFrame = 0;
  let closed = false;

  const connect = async () => {
    let delay = retry.firstMs;
    while (!closed) {
      const attempt = createConnection(
        access,
        {
          connected: () => {
            lastFrame = env.now();
            live.next(true);
            connected.next();
          },
          frame: () => {
            const hasRecovered = env.now() - lastFrame > gapMs;
            lastFrame = env.now();
            if (connection !== attempt) return;
            live.next(true);
            if (hasRecovered) connected.next();
          },
          message: (data, fromUserId) => {
            const incoming = readMessage(data, fromUserId);
            if (incoming) messages.next(incoming);
          },
          ended: (reason) => {
            console.warn(`table group: ${reason}`);
            closed = true;
            live.next(false);
            // S1, S2: the server is there, and the cart's own question is told why.
            connected.next();
            void attempt.dispose();
          },
          // Whether this phone may still join is asked anew.
          left: () => {
            if (connection === attempt && !closed) void replace();
          },
        },
        env,
      );
      try {
        await attempt.open();
        if (closed) await attempt.dispose();
        else connection = attempt;
        return;
      } catch (error) {
        console.warn('table group: not connected', error);
        void attempt.dispose();
        await sleep(env, pauseMs(env.random(), delay));
        delay = doubleDelay(retry, delay);
      }
    }
  };

  // Right after a login the connection is still opening; what is said meanwhile waits for it.
  const opened = async (): Promise<Connection | undefined> => {
    for (let waited = 0; !connection && !closed && waited < openWaitMs; waited += openCheckMs)
      await sleep(env, openCheckMs);
    return connection;
  };

  const replace = async () => {
    const old = connection;
    connection = undefined;
    live.next(false);
    void old?.dispose();
    await connect();
  };

  // The SDK is silent while it recovers, and a half-open socket can hang for minutes: ask, and start anew.
  let checking = false;
  const check = async () => {
    const current = connection;
    if (checking || closed || !current) return;
    checking = true;
    if (
      !(await current.probe(probeTimeoutMs)) &&
      !(await current.probe(probeTimeoutMs)) &&
      connection === current
    )
      await replace();
    checking = false;
  };
  const watch = setInterval(() => {
    if (connection && env.now() - lastFrame > silentMs) {
      live.next(false);
      void check();
    }
  }, watchEveryMs);
  const wakes = env.wake.subscribe(() => void check());

  void connect();

  return {
    messages,
    connected,
    live: live.pipe(distinctUntilChanged()),
    async publish(messageType: MessageType, data: MessageData) {
      const message = { fromBrowserId: browserId(), messageType, data };
      return (await opened())?.publish(message, publishTimeoutMs) ?? false;
    },
    async close() {
      closed = true;
      clearInterval(watch);
      wakes.unsubscribe();
      live.next(false);
      messages.complete();
      await connection?.dispose();
    },
  };
}
