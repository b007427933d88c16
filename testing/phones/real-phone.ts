/** A phone as a diner holds it, without its screen: the engine, HTTP and the official client of the hub, all real. */
import { nanoid } from 'nanoid';
import { EMPTY } from 'rxjs';
import type { CartEngine } from '#client/engine/cart-engine.ts';
import { apiTransport } from '#client/transport/api-transport.ts';
import { createEngine } from '#client/engine/engine.ts';
import type { Environment } from '#client/environment/environment.ts';
import { steadyGroup } from '#client/group/steady-group.ts';
import { webPubSubGroup } from '#client/group/reconnecting-group.ts';
import { claimReplica } from '#client/storage/replica-claim.ts';
import { memoryStorage } from '#client/storage/memory-storage.ts';
import type { TableLine } from '#client/cart/table-cart.ts';
import type { CartTransport } from '#sync/ports/transport.ts';
import { accessOf, requestOf } from './api-request.ts';
import type { Seat } from '../restaurant.ts';

export interface RealPhone {
  readonly seat: Seat;
  readonly engine: CartEngine;
  readonly replicaId: string;
  /** True while its connection to the hub is known to be good. */
  isLive(): boolean;
  ownLines(): readonly TableLine[];
  /** How many events its diner has made. */
  minted(): number;
  /** Does something and answers the id of the event that came of it; undefined: nothing did. */
  tap(action: (engine: CartEngine) => void): string | undefined;
  close(): Promise<void>;
}

export interface RealPhoneOptions {
  /** The address to ask, chosen anew for each request, as a proxy does. */
  readonly server: () => string;
  /** Looks at what travels. */
  readonly watch?: (transport: CartTransport) => CartTransport;
}

export async function realPhone(seat: Seat, options: RealPhoneOptions): Promise<RealPhone> {
  const { server, watch = (transport) => transport } = options;
  const { merchantId, tableId, sessionId, userId, userName } = seat;
  const env = nodeEnvironment();
  const browserId = nanoid();
  const log = { merchantId, tableId, sessionId, userId };
  const storage = memoryStorage();
  const claim = await claimReplica(storage, log, env, undefined);
  const group = steadyGroup(
    webPubSubGroup({ access: () => accessOf(server, seat), browserId: () => browserId, env }),
    env,
  );
  let live = false;
  group.live.subscribe((isLive) => (live = isLive));
  const phone = () => ({ browserId, memberId: userId });
  const engine = createEngine({
    log,
    claim,
    table: { tableId, tableName: tableId },
    author: () => ({ userId, userName }),
    browserId: () => browserId,
    storage,
    isDurable: true,
    transport: watch(apiTransport(merchantId, requestOf(server, seat), phone)),
    group,
    env,
  });
  const { replicaId } = claim;
  const lastOwn = () => engine.cut()[replicaId] ?? 0;
  return {
    seat,
    engine,
    replicaId,
    minted: lastOwn,
    isLive: () => live,
    ownLines: () => engine.cart.value.carts.find(({ mine }) => mine)?.lines ?? [],
    tap(action) {
      const before = engine.cut();
      action(engine);
      // Whoever started again (G5) writes under another replica; peers are heard of later.
      const written = Object.entries(engine.cut()).find(([replica, last]) => last !== (before[replica] ?? 0));
      return written?.join(':');
    },
    close: () => engine.close(),
  };
}

/** Real time and chance, on a phone that is always looked at. */
export function nodeEnvironment(): Environment {
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
