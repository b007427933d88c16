/**
 * The table group over Azure Web PubSub. It keeps one live connection until it is closed or access is denied.
 *
 *   connect ──► live ──► no frame for 25 s, or the phone wakes up ──► probe twice ──► answer: live
 *      ▲                                                                  │
 *      └────────────── dispose of the connection ◄────────────────────────┘ no answer
 *
 * The SDK reconnects by itself, but it does not report a recovered connection. A half-open socket may also hang for minutes.
 * Therefore this module watches the frames and replaces a silent connection.
 *
 * Invariants:
 * - At most one connection is in use. Frames of a replaced connection do not change `live`.
 * - `connected` emits after each gap in which messages may be lost. The cart then asks the server for the missed events.
 * - After `close`, or after access was denied, the group does not connect again.
 */
import { BehaviorSubject, distinctUntilChanged, Subject } from 'rxjs';
import type { MessageData, MessageType } from '#contract/messages.ts';
import { doubleDelay, pauseMs } from '#sync/parts/back-off.ts';
import { sleep, type Environment } from '../environment/environment.ts';
import { createConnection, type Connection, type ConnectionHandlers } from './connection.ts';
import { readMessage } from './incoming-messages.ts';
import type { AccessResult } from './access.ts';
import type { Incoming } from '#sync/ports/incoming.ts';
import type { TableGroup } from './table-group.ts';

/** A connection without a frame for this time is probed, ms. The client pings the hub every 10 s, so two answers are missing. */
const silentMs = 25_000;
/** After a gap of this length between two frames, the connection has broken and recovered, ms. The client's pings are answered every 10 s. */
const gapMs = 13_000;
const checkSilenceEveryMs = 5_000;
const probeTimeoutMs = 1_500;
const publishTimeoutMs = 5_000;
/** How long a message waits for a connection that is opening, ms. */
const openWaitMs = 10_000;
/** How often the waiting message checks whether the connection is open, ms. */
const openCheckMs = 100;
/** Pause between two attempts to connect. It doubles each time, but stays short: pending changes wait for the group. */
const retry = { firstMs: 1_000, maxMs: 3_000 };

export interface GroupOptions {
  readonly requestAccess: () => Promise<AccessResult>;
  readonly browserId: () => string;
  readonly env: Environment;
}

interface GroupState {
  readonly messages: Subject<Incoming>;
  readonly connected: Subject<void>;
  readonly live: BehaviorSubject<boolean>;
  /** The connection in use. undefined while a new one is opening. */
  connection: Connection | undefined;
  /** When the last frame arrived, by `Environment.now`, ms. */
  lastFrame: number;
  isProbing: boolean;
  /** Closed by the caller, or access was denied. */
  isClosed: boolean;
}

/** Creates the group and starts to connect at once. */
export function createReconnectingGroup(options: GroupOptions): TableGroup {
  const { browserId, env } = options;
  const state: GroupState = {
    messages: new Subject<Incoming>(),
    connected: new Subject<void>(),
    live: new BehaviorSubject(false),
    connection: undefined,
    lastFrame: 0,
    isProbing: false,
    isClosed: false,
  };
  const watch = setInterval(() => {
    if (!state.connection || env.now() - state.lastFrame <= silentMs) return;
    state.live.next(false);
    void replaceIfDead(state, options);
  }, checkSilenceEveryMs);
  const wakes = env.wake.subscribe(() => void replaceIfDead(state, options));
  void connect(state, options);

  return {
    messages: state.messages,
    connected: state.connected,
    live: state.live.pipe(distinctUntilChanged()),
    async publish(messageType: MessageType, data: MessageData) {
      const message = { fromBrowserId: browserId(), messageType, data };
      const connection = await waitForConnection(state, env);
      return (await connection?.publish(message, publishTimeoutMs)) ?? false;
    },
    async close() {
      state.isClosed = true;
      clearInterval(watch);
      wakes.unsubscribe();
      state.live.next(false);
      state.messages.complete();
      await state.connection?.dispose();
    },
  };
}

/** Tries until a connection is open or the group is closed. */
async function connect(state: GroupState, options: GroupOptions): Promise<void> {
  const { requestAccess, env } = options;
  let delay = retry.firstMs;
  while (!state.isClosed) {
    const attempt: Connection = createConnection(
      requestAccess,
      createHandlers(state, options, () => attempt),
      env,
    );
    try {
      await attempt.open();
      if (state.isClosed) await attempt.dispose();
      else state.connection = attempt;
      return;
    } catch (error) {
      console.warn('table group: not connected', error);
      void attempt.dispose();
      await sleep(env, pauseMs(env.random(), delay));
      delay = doubleDelay(retry, delay);
    }
  }
}

/**
 * Creates the handlers of one connection. `getOwn` returns that connection, which may have been replaced meanwhile. It is a
 * function because the connection is created from its handlers.
 */
function createHandlers(
  state: GroupState,
  options: GroupOptions,
  getOwn: () => Connection,
): ConnectionHandlers {
  const { env } = options;
  return {
    connected() {
      state.lastFrame = env.now();
      state.live.next(true);
      state.connected.next();
    },
    frame() {
      const hasRecovered = env.now() - state.lastFrame > gapMs;
      state.lastFrame = env.now();
      if (state.connection !== getOwn()) return;
      state.live.next(true);
      if (hasRecovered) state.connected.next();
    },
    message(data, fromUserId) {
      const incoming = readMessage(data, fromUserId);
      if (incoming) state.messages.next(incoming);
    },
    // The hub refuses this phone for good.
    ended(reason) {
      console.warn(`table group: ${reason}`);
      state.isClosed = true;
      state.live.next(false);
      // At each `connected` the cart sends a request. The server's answer to it says why access was denied.
      state.connected.next();
      void getOwn().dispose();
    },
    left() {
      // The phone may have lost its access. A new connection asks the server for it again.
      if (state.connection === getOwn() && !state.isClosed) void replaceConnection(state, options);
    },
  };
}

async function replaceConnection(state: GroupState, options: GroupOptions): Promise<void> {
  const old = state.connection;
  state.connection = undefined;
  state.live.next(false);
  void old?.dispose();
  await connect(state, options);
}

/** Probes the connection. Replaces it if the hub answers neither of two probes. */
async function replaceIfDead(state: GroupState, options: GroupOptions): Promise<void> {
  const { connection } = state;
  if (state.isProbing || state.isClosed || !connection) return;
  state.isProbing = true;
  const isDead = !(await connection.probe(probeTimeoutMs)) && !(await connection.probe(probeTimeoutMs));
  if (isDead && state.connection === connection) await replaceConnection(state, options);
  state.isProbing = false;
}

/**
 * Returns the connection, or undefined if none opens in time. Right after a login the phone already sends messages while its
 * connection is still opening.
 */
async function waitForConnection(state: GroupState, env: Environment): Promise<Connection | undefined> {
  for (let waited = 0; !state.connection && !state.isClosed && waited < openWaitMs; waited += openCheckMs)
    await sleep(env, openCheckMs);
  return state.connection;
}
