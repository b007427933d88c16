/** The table's server: the real one's pure decisions around a log in memory. */
import { codes, rejections } from '#contract/codes.ts';
import type { Sync } from '#contract/cart.ts';
import type { OrderDetail, Order } from '#contract/order-fields.ts';
import { cartCleared } from '#events/cart-cleared.ts';
import type { AnyEvent, CartEvent } from '#events/catalogue.ts';
import { orderPlaced } from '#events/order-placed.ts';
import type { VersionVector } from '#events/version-vector.ts';
import type { Decision } from '#server/cart/arbiter.ts';
import type { Decided } from '#server/cart/decision-rows.ts';
import { emptyLog, type SessionLog } from '#server/cart/log-state.ts';
import type { Answer, PlacementOutcome } from '#src/cart/transport.ts';
import { newMenu } from './menu.ts';
import type { TableRules } from '../rules.ts';
import { extended } from './session.ts';
import type { World } from '../world.ts';

/** Codes that an honest phone never earns. */
const dishonest: readonly (string | number)[] = [
  rejections.idReused,
  rejections.notYours,
  rejections.malformed,
];

/** So many earlier states a lagging copy of the server may still answer with. */
const kept = 6;

export interface PlacedOrder {
  readonly placementId: string;
  readonly event: AnyEvent;
}

export class TableServer {
  readonly menu = newMenu();
  /** Of the session now. */
  readonly placements = new Map<string, PlacementOutcome>();
  readonly orders: PlacedOrder[] = [];
  log: SessionLog = emptyLog('s1');
  private history: SessionLog[] = [];
  private sessions = 1;

  constructor(
    private readonly world: World,
    private readonly rules: TableRules,
    /** D16: tells the group. */
    private readonly announce: (log: SessionLog) => void,
    /** F2: taken out for good. */
    private readonly rejects: (event: AnyEvent, code: string | number) => void,
  ) {}

  /** S1: the party is gone, another one sits down. */
  startSession(): void {
    this.sessions += 1;
    this.log = emptyLog(`s${this.sessions}`);
    this.history = [];
    this.placements.clear();
    this.orders.length = 0;
  }

  /** S1: what a request of an earlier party gets; undefined when it is of this one. */
  refusalFor(sessionId: string): Answer<never> | undefined {
    if (sessionId === this.log.sessionId) return undefined;
    return { ok: false, failure: { kind: 'refused', code: codes.tableUnavailable, msg: '' } };
  }

  /** Takes a phone's events (E5, F2); `isHonest` false: somebody tries what no phone of ours does. */
  take(userId: string, events: readonly AnyEvent[], known: VersionVector, isHonest = true): Sync {
    const { knowledge, owners } = this.log;
    const now = this.world.clock.now;
    const decision = this.rules.decide(knowledge, this.menu, { userId, events, now, replicaOwners: owners });
    this.lookAt(decision, isHonest);
    const isAccepted = new Set(decision.accepted);
    const codeOf = new Map(decision.rejected.map(({ event, code }) => [event, code]));
    const decided = events.flatMap((event): Decided[] => {
      if (isAccepted.has(event)) return [{ event, userId, code: null }];
      const code = codeOf.get(event);
      return code === undefined ? [] : [{ event, userId, code }];
    });
    this.keep(decided);
    return this.rules.syncOf(this.log, { known, decision, now });
  }

  /** P1: a clear of a phone that has not yet learnt that this server knows events. */
  clearFor(userId: string): Sync {
    this.mint([{ userId, build: (fields) => cartCleared(fields, { scope: 'table' }) }]);
    return this.sync({});
  }

  /** What `known` lacks; `isStale`: as a copy of the server that lags behind would say it. */
  sync(known: VersionVector, isStale = false): Sync {
    const log = isStale ? (this.history[0] ?? this.log) : this.log;
    return this.rules.syncOf(log, { known, now: this.world.clock.now });
  }

  /** O4: what the guest had picked becomes the member's. */
  logIn(guestId: string, member: { readonly id: string; readonly name: string }): void {
    const minted = this.mint(this.rules.moveDrafts(this.log.view, guestId, member));
    if (minted.length > 0) this.world.count('login:moved');
  }

  /** O1, O2 */
  place(
    userId: string,
    { placementId, detail, seen }: { placementId: string; detail: OrderDetail; seen: VersionVector },
  ): Answer<{ order: Order; sync: Sync }> {
    const before = this.placements.get(placementId);
    const outcome = before ?? this.tryToPlace(userId, placementId, detail, seen);
    this.placements.set(placementId, outcome);
    if (outcome.outcome === 'refused' || !outcome.order)
      return { ok: false, failure: { kind: 'refused', code: outcome.code ?? codes.failure, msg: '' } };
    return { ok: true, value: { order: outcome.order, sync: this.sync(seen) } };
  }

  private tryToPlace(
    userId: string,
    placementId: string,
    detail: OrderDetail,
    seen: VersionVector,
  ): PlacementOutcome {
    const { knowledge, view } = this.log;
    const { orderItems } = detail;
    const verdict = this.rules.judgeOrder(knowledge, view.known, this.menu, { seen, orderItems });
    if (!verdict.ok) {
      this.world.count(`place:${verdict.code}`);
      return { outcome: 'refused', order: null, code: verdict.code, msg: '' };
    }
    this.world.count('place:placed');
    // D18: the second round goes to the same order.
    const orderId = `o-${this.log.sessionId}`;
    const [event] = this.mint([{ userId, seen: verdict.cut, build: (f) => orderPlaced(f, { orderId }) }]);
    this.orders.push({ placementId, event: event! });
    const order = { id: orderId, rowVersion: this.orders.length, updateAt: this.world.clock.now };
    return { outcome: 'placed', order: order as Order, code: null, msg: '' };
  }

  /** O2: asking about a placement that was never seen refuses it for good. */
  placement(placementId: string): PlacementOutcome {
    const outcome = this.placements.get(placementId) ?? {
      outcome: 'refused' as const,
      order: null,
      code: codes.shoppingCartUpdated,
      msg: '',
    };
    this.placements.set(placementId, outcome);
    return outcome;
  }

  private mint(drafts: Parameters<TableRules['mintOnServer']>[1]): CartEvent[] {
    const minted = this.rules.mintOnServer(this.log, drafts, this.world.clock.now);
    this.keep(minted.map((event) => ({ event, userId: event.userId, code: null })));
    return minted;
  }

  private keep(decided: readonly Decided[]): void {
    if (decided.length === 0) return;
    this.history.push(this.log);
    if (this.history.length > kept) this.history.shift();
    this.log = extended(this.log, decided);
    for (const { event, code } of decided)
      this.world.note(
        () =>
          `server: ${code === null ? 'takes' : `rejects (${code})`} ${event.id} ${event.type} ${event.userName ?? ''}`,
      );
    this.announce(this.log);
  }

  private lookAt({ rejected, refused, confirmed, missing }: Decision, isHonest: boolean): void {
    for (const { event, code } of rejected) {
      this.world.count(`rejected:${code}`);
      this.rejects(event, code);
    }
    if (confirmed.length > 0) this.world.count('confirmed');
    if (Object.keys(missing).length > 0) this.world.count('held');
    if (!isHonest) return;
    for (const { event, code } of [...rejected, ...refused])
      if (dishonest.includes(code))
        this.world.fail('E5/T2', `an honest phone's ${event.type} ${event.id} was refused as ${code}`);
  }
}
