/**
 * One table of the real server in memory: its log, its decisions and its answers, without a database or a network.
 *
 *     call ─► decide ─► append to the log ─► answer
 *
 * The simulation uses `TableServer` of `dev/simulation` instead, which adds faults, checkpoints and several sessions.
 */
import type { Sync } from '#contract/calls/cart.ts';
import { codes } from '#contract/codes.ts';
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import type { Order } from '#contract/order-fields.ts';
import { createCartCleared } from '#events/cart/cart-cleared.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import type { EventFields } from '#events/log/event-fields.ts';
import { createOrderPlaced } from '#events/cart/order-placed.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import { sortDecisions, decide } from '#server/ordering/cart/rules/arbiter.ts';
import { createDecisionRow, type Decided } from '#server/ordering/cart/log/decision-rows.ts';
import { createEmptyLog, extendLog } from '#server/ordering/cart/log/merged-log.ts';
import { syncOf } from '#server/ordering/cart/log/snapshot.ts';
import {
  acceptServerEvents,
  createServerEvents,
  type ServerDraft,
} from '#server/ordering/cart/server-events.ts';
import { validateOrder } from '#server/ordering/orders/placing/placement-rules.ts';
import type {
  Answer,
  CartTransport,
  OrderRequest,
  PlacementOutcome,
  ServerCall,
} from '#sync/ports/transport.ts';
import { createTransport } from './connection.ts';
import { createMenu } from './simulated-menu.ts';

export class EventTable {
  readonly isPlain = false;
  log = createEmptyLog('s1');
  /** The outcomes of the current session, by placement id. */
  readonly placements = new Map<string, PlacementOutcome>();

  constructor(
    readonly now: () => number,
    private readonly menu: MenuIndex = createMenu(),
  ) {}

  get sessionId(): string {
    return this.log.sessionId;
  }

  get carts() {
    return this.log.view.carts;
  }

  transportFor(userId: string): CartTransport {
    return createTransport((call) => this.answer(userId, call));
  }

  answer(userId: string, call: ServerCall): Answer<unknown> {
    switch (call.call) {
      case 'post':
        return createOk(this.take(userId, call.events, call.known));
      case 'clear': {
        if (call.event) return createOk(this.take(userId, [call.event], {}));
        this.mint({ userId, build: (fields) => createCartCleared(fields, { scope: 'table' }) });
        return createOk(this.sync({}));
      }
      case 'snapshot':
        return createOk(this.sync(call.known));
      case 'openOrder':
        return createOk(null);
      case 'place':
        return this.place(userId, call.order);
      case 'placement':
        return createOk(this.placementOf(call.placementId));
      default:
        return call satisfies never;
    }
  }

  take(userId: string, events: readonly AnyEvent[], known: VersionVector): Sync {
    const { knowledge, owners, open, merged } = this.log;
    const now = this.now();
    const request = { userId, events, now, replicaOwners: owners, open, merged };
    const decision = decide(knowledge, this.menu, request);
    this.keep(sortDecisions(events, decision).map((each) => ({ ...each, userId })));
    return syncOf(this.log, { known, decision, now });
  }

  private sync(known: VersionVector): Sync {
    return syncOf(this.log, { known, now: this.now() });
  }

  private place(userId: string, order: OrderRequest): Answer<unknown> {
    const outcome = this.placements.get(order.placementId) ?? this.tryToPlace(userId, order);
    this.placements.set(order.placementId, outcome);
    return outcome.order
      ? createOk({ order: outcome.order, sync: this.sync(order.seen) })
      : { ok: false, failure: { kind: 'refused', code: outcome.code ?? codes.failure, msg: '' } };
  }

  private tryToPlace(
    userId: string,
    { seen, detail: { orderItems }, without }: OrderRequest,
  ): PlacementOutcome {
    const { knowledge, known } = this.log;
    const decision = validateOrder(knowledge, known, this.menu, { seen, orderItems, without });
    if (!decision.ok) return createRefused(decision.code);
    const build = (fields: EventFields) => createOrderPlaced(fields, { orderId: 'o1', kept: decision.kept });
    this.mint({ userId, seen: decision.seen, build });
    const round = [...this.placements.values()].filter(({ outcome }) => outcome === 'placed').length + 1;
    const order = { id: 'o1', rowVersion: round } as Order;
    return { outcome: 'placed', order, code: null, msg: '' };
  }

  /** The outcome of a placement. An unknown one is refused for ever, so that a late copy cannot order. */
  private placementOf(placementId: string): PlacementOutcome {
    const outcome = this.placements.get(placementId) ?? createRefused(codes.shoppingCartUpdated);
    this.placements.set(placementId, outcome);
    return outcome;
  }

  private mint(draft: ServerDraft): void {
    this.keep(acceptServerEvents(createServerEvents(this.log, [draft], this.now())));
  }

  private keep(decided: readonly Decided[]): void {
    const { version, sessionId } = this.log;
    const rows = decided.map((each, index) => createDecisionRow(sessionId, each, version + 1 + index));
    this.log = extendLog(this.log, rows);
  }
}

function createOk<T>(value: T): Answer<T> {
  return { ok: true, value };
}

function createRefused(code: number): PlacementOutcome {
  return { outcome: 'refused', order: null, code, msg: '' };
}
