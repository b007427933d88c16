/** A phone without a screen: the real engine, HTTP and the official client of the hub. */
import { nanoid } from 'nanoid';
import { EMPTY } from 'rxjs';
import type { CartEngine } from '#client/engine/cart-engine.ts';
import { createApiTransport } from '#client/transport/api-transport.ts';
import type { Environment } from '#client/environment/environment.ts';
import { createRedeliveringGroup } from '#client/group/redelivering-group.ts';
import { createReconnectingGroup } from '#client/group/reconnecting-group.ts';
import type { TableLine } from '#client/cart/table-cart.ts';
import type { CartTransport } from '#sync/ports/transport.ts';
import { requestAccess, requestOf } from './api-request.ts';
import { openEngine } from './open-engine.ts';
import type { Seat } from '#testing/restaurant.ts';

export interface RealPhone {
  readonly seat: Seat;
  readonly engine: CartEngine;
  readonly replicaId: string;
  /** Whether the connection to the hub works. */
  isLive(): boolean;
  ownLines(): readonly TableLine[];
  /** The number of events of this phone's replica. */
  minted(): number;
  /** Runs the action and returns the id of its event, or undefined if it created none. */
  tap(action: (engine: CartEngine) => void): string | undefined;
  close(): Promise<void>;
}

export interface RealPhoneOptions {
  /** Returns the server's address. Called for each request, as a proxy would choose. */
  readonly server: () => string;
  /** Wraps the transport to observe its calls. */
  readonly watch?: (transport: CartTransport) => CartTransport;
  /** Called when the connection to the hub opens or breaks. */
  readonly notice?: (text: string) => void;
}

export async function openRealPhone(seat: Seat, options: RealPhoneOptions): Promise<RealPhone> {
  const { server, watch = (transport) => transport, notice } = options;
  const { merchantId, tableId, sessionId, userId, userName } = seat;
  const env = createNodeEnvironment();
  const browserId = nanoid();
  const group = createRedeliveringGroup(
    createReconnectingGroup({
      requestAccess: () => requestAccess(server, seat),
      browserId: () => browserId,
      env,
    }),
    env,
  );
  let live = false;
  group.live.subscribe((isLive) => {
    live = isLive;
    notice?.(isLive ? 'hub connected' : 'hub lost');
  });
  const getIdentity = () => ({ browserId, memberId: userId });
  const { engine, replicaId } = await openEngine({
    log: { merchantId, tableId, sessionId, userId },
    userName,
    browserId,
    transport: watch(createApiTransport(merchantId, requestOf(server, seat), getIdentity)),
    group,
    env,
  });
  const getLastOwn = () => engine.getKnown()[replicaId] ?? 0;
  return {
    seat,
    engine,
    replicaId,
    minted: getLastOwn,
    isLive: () => live,
    ownLines: () => engine.cart.value.carts.find(({ mine }) => mine)?.lines ?? [],
    tap(action) {
      const before = engine.getKnown();
      action(engine);
      // After a restart from the server's log, the phone writes under another replica, so all replicas are compared.
      const written = Object.entries(engine.getKnown()).find(
        ([replica, last]) => last !== (before[replica] ?? 0),
      );
      return written?.join(':');
    },
    close: () => engine.close(),
  };
}

/** Real time and random numbers, on a phone whose page is always visible. */
export function createNodeEnvironment(): Environment {
  return {
    now: Date.now,
    random: Math.random,
    newId: () => nanoid(10),
    uptime: () => performance.now(),
    timer: (ms, work) => {
      const timer = setTimeout(work, Math.max(0, ms));
      return () => clearTimeout(timer);
    },
    online: () => true,
    looking: () => true,
    wake: EMPTY,
    leave: EMPTY,
  };
}
