/**
 * An event server with the log, decisions, answers and checkpoints of the real one, on a store in memory.
 *
 *     take ─► decide ─► append to the store ─► log in memory ─► announce to the group ─► answer
 *
 * `whole` is a second log, read from all stored decisions. After each change, the log in memory must agree with it. The
 * same holds after a restart from a checkpoint.
 */
import { codes, rejections } from '#contract/codes.ts';
import type { Sync } from '#contract/calls/cart.ts';
import type { Order } from '#contract/order-fields.ts';
import { createCartCleared } from '#events/cart/cart-cleared.ts';
import type { AnyEvent, CartEvent } from '#events/cart/registry.ts';
import { createOrderPlaced, type OrderPlaced } from '#events/cart/order-placed.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import { hasAllEvents, isSameVector, union, type VersionVector } from '#events/log/version-vector.ts';
import { sortDecisions, type Decision } from '#server/ordering/cart/rules/arbiter.ts';
import type { SyncRequest } from '#server/ordering/cart/log/snapshot.ts';
import { describeShown } from '../checks/shown.ts';
import type { Decided } from '#server/ordering/cart/log/decision-rows.ts';
import type { CartState } from '#server/ordering/cart/rules/cart-state.ts';
import { createEmptyLog, extendLog, type SessionLog } from '#server/ordering/cart/log/merged-log.ts';
import { readLogOfVersion, readForDecision, readForOrder } from '#server/ordering/cart/log/log-store.ts';
import type { Answer, OrderRequest, PlacementOutcome } from '#sync/ports/transport.ts';
import { createMenu } from '#testing/simulated-menu.ts';
import type { TableRules } from '../real-rules.ts';
import { createMemoryStore } from './memory-store.ts';
import type { World } from '../world/world.ts';

/** Codes that an honest phone never gets. */
const dishonest: readonly (string | number)[] = [
  rejections.idReused,
  rejections.notYours,
  rejections.malformed,
];

/** The number of earlier states that a lagging copy of the server may answer with. */
const maxHistory = 6;

interface PlacedOrder {
  readonly placementId: string;
  readonly event: OrderPlaced;
}

export class TableServer {
  readonly menu = createMenu();
  /** The attempts to order in the current session, by placement id. */
  readonly placements = new Map<string, PlacementOutcome>();
  readonly orders: PlacedOrder[] = [];
  /** The log in memory. */
  log: SessionLog = createEmptyLog('s1');
  private readonly store = createMemoryStore();
  private history: SessionLog[] = [];
  private sessions = 1;
  /** The events that any answer of this session has named as covered. */
  private answered: VersionVector = {};
  private read: SessionLog | undefined;

  constructor(
    private readonly world: World,
    private readonly rules: TableRules,
    /** Versions between two checkpoints. */
    private readonly checkpointEvery: number | undefined,
    /** Publishes to the table's group. */
    private readonly announce: (log: SessionLog) => void,
    /** Called for each rejected event. */
    private readonly rejects: (event: AnyEvent, code: string | number) => void,
  ) {}

  /** All decisions of this session, read from the store. The log in memory and its checkpoints must agree with it. */
  get whole(): SessionLog {
    const { sessionId } = this.log;
    const rows = this.store.rowsOf(sessionId);
    const before = this.read?.sessionId === sessionId ? this.read : createEmptyLog(sessionId);
    return (this.read =
      before.version < rows.length ? extendLog(before, rows.slice(before.version)) : before);
  }

  /** Ends the session and opens the next one. */
  startSession(): void {
    this.sessions += 1;
    this.log = createEmptyLog(`s${this.sessions}`);
    this.history = [];
    this.answered = {};
    this.placements.clear();
    this.orders.length = 0;
  }

  /** Another process continues with the stored checkpoint and rows. */
  async restart(): Promise<void> {
    const { store } = this;
    const { sessionId } = this.log;
    const checkpoint = await store.checkpoint(sessionId);
    if (checkpoint) this.world.count('server:checkpointLoaded');
    this.log = await readLogOfVersion(store, sessionId, store.rowsOf(sessionId).length, checkpoint);
    this.checkLog();
  }

  /** The refusal for a request of an earlier session. Undefined for the current one. */
  refusalFor(sessionId: string): Answer<never> | undefined {
    if (sessionId === this.log.sessionId) return undefined;
    return { ok: false, failure: { kind: 'refused', code: codes.tableUnavailable, msg: '' } };
  }

  /** Decides about a phone's events. @param isHonest false for forged events, which the real app never sends */
  async take(
    userId: string,
    events: readonly AnyEvent[],
    known: VersionVector,
    isHonest = true,
  ): Promise<Sync> {
    const { world } = this;
    const { now } = world.clock;
    const { log, knowledge } = await readForDecision(this.store, this.log, events);
    if (log !== this.log) world.count('server:wholeLogRead');
    this.log = log;
    const decideOn = ({ knowledge, merged }: CartState): Decision =>
      this.rules.decide(knowledge, this.menu, {
        userId,
        events,
        now,
        replicaOwners: log.owners,
        open: log.open,
        merged,
      });
    const decision = decideOn({ knowledge, merged: log.merged });
    // The decision must be the same without a checkpoint.
    const [is, should] = [decision, decideOn(this.whole)].map((each) => JSON.stringify(each));
    if (is !== should)
      world.fail('F4', `the server decided ${is}, everything that was decided says ${should}`);
    this.lookAt(decision, isHonest);
    await this.keep(sortDecisions(events, decision).map((each) => ({ ...each, userId })));
    return this.answer({ known, decision, now });
  }

  /**
   * The answer of a lagging copy that holds all these events, because it lacks events that their author had seen. Undefined
   * if it would not hold them all.
   */
  async holdAsACopy(
    userId: string,
    events: readonly AnyEvent[],
    known: VersionVector,
  ): Promise<Sync | undefined> {
    const [copy] = this.history;
    if (!copy) return undefined;
    const { now } = this.world.clock;
    const decision = this.rules.decide(copy.knowledge, this.menu, {
      userId,
      events,
      now,
      replicaOwners: copy.owners,
      open: copy.open,
      merged: copy.merged,
    });
    const { accepted, rejected, refused, confirmed } = decision;
    if (accepted.length + rejected.length + refused.length + confirmed.length > 0) return undefined;
    this.world.count('heldByACopy:all');
    return this.rules.syncOf(copy, { known, decision, now });
  }

  /** A clear without an event, from a phone that does not know yet that this is an event server. */
  async clearFor(userId: string): Promise<Sync> {
    await this.mint([{ userId, build: (fields) => createCartCleared(fields, { scope: 'table' }) }]);
    return this.sync({});
  }

  /** The events that `known` lacks. @param isStale as a lagging copy would answer */
  sync(known: VersionVector, isStale = false): Sync {
    const { now } = this.world.clock;
    const older = isStale ? this.history[0] : undefined;
    return older ? this.rules.syncOf(older, { known, now }) : this.answer({ known, now });
  }

  /** Gives a guest's lines to the member. */
  async logIn(guestId: string, member: { readonly id: string; readonly name: string }): Promise<void> {
    const created = await this.mint(this.rules.draftMove(this.log.view, guestId, member));
    if (created.length > 0) this.world.count('login:moved');
  }

  async place(userId: string, order: OrderRequest): Promise<Answer<{ order: Order; sync: Sync }>> {
    const { placementId, seen } = order;
    const outcome = this.placements.get(placementId) ?? (await this.tryToPlace(userId, order));
    this.placements.set(placementId, outcome);
    if (outcome.outcome === 'refused' || !outcome.order)
      return { ok: false, failure: { kind: 'refused', code: outcome.code ?? codes.failure, msg: '' } };
    return { ok: true, value: { order: outcome.order, sync: this.sync(seen) } };
  }

  private async tryToPlace(
    userId: string,
    { placementId, detail: { orderItems }, seen, without }: OrderRequest,
  ): Promise<PlacementOutcome> {
    const { log, knowledge } = await readForOrder(this.store, this.log, seen);
    if (log !== this.log) this.world.count('server:wholeLogReadToOrder');
    this.log = log;
    const decision = this.rules.validateOrder(knowledge, this.log.known, this.menu, {
      seen,
      orderItems,
      without,
    });
    if (!decision.ok) {
      this.world.count(`place:${decision.code}`);
      return { outcome: 'refused', order: null, code: decision.code, msg: '' };
    }
    this.world.count('place:placed');
    if (decision.kept) this.world.count('place:keptLines');
    // A second round joins the same order.
    const orderId = `o-${this.log.sessionId}`;
    const before = this.log.view;
    const [event] = await this.mint([
      { userId, seen: decision.seen, build: (f) => createOrderPlaced(f, { orderId, kept: decision.kept }) },
    ]);
    this.orders.push({ placementId, event: event as OrderPlaced });
    this.checkLeftOut(before, decision.view, without);
    const order = { id: orderId, rowVersion: this.orders.length, updateAt: this.world.clock.now };
    return { outcome: 'placed', order: order as Order, code: null, msg: '' };
  }

  /** Checks that lines which an order left out stay in the cart, unless they were merged with an ordered line. */
  private checkLeftOut(before: CartView, { carts }: CartView, without: readonly string[] = []): void {
    const listLines = (view: Pick<CartView, 'carts'>) =>
      view.carts.flatMap(({ userId, lines }) =>
        lines.map(({ lineId, aliases, item, quantity }) => ({
          ids: [lineId, ...aliases],
          shown: JSON.stringify([userId, item, quantity]),
        })),
      );
    const ordered = new Set(listLines({ carts }).flatMap(({ ids }) => ids));
    const after = listLines(this.log.view);
    for (const { ids, shown } of listLines(before)) {
      if (!ids.some((id) => without.includes(id)) || ids.some((id) => ordered.has(id))) continue;
      if (!after.some((line) => line.shown === shown && line.ids.some((id) => ids.includes(id))))
        this.world.fail('O5', `${shown} was left out of the order, and is not in the cart`);
      this.world.count('O5:leftOut');
    }
  }

  /** The outcome of an attempt. A question for an unknown attempt refuses it for ever. */
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

  private async mint(drafts: Parameters<TableRules['createServerEvents']>[1]): Promise<CartEvent[]> {
    const created = this.rules.createServerEvents(this.log, drafts, this.world.clock.now);
    await this.keep(created.map((event) => ({ event, userId: event.userId, code: null })));
    return created;
  }

  private async keep(decided: readonly Decided[]): Promise<void> {
    if (decided.length === 0) return;
    const before = this.log;
    this.history.push(before);
    if (this.history.length > maxHistory) this.history.shift();
    const { now } = this.world.clock;
    this.log = await this.rules.appendAndStore(this.store, before, decided, now, this.checkpointEvery);
    if (this.log.knowledge.snapshot !== before.knowledge.snapshot) this.world.count('server:checkpointMade');
    this.checkLog();
    for (const { event, code } of decided)
      this.world.note(
        () =>
          `server: ${code === null ? 'takes' : `rejects (${code})`} ${event.id} ${event.type} ${event.userName ?? ''}`,
      );
    this.announce(this.log);
  }

  /** Creates an answer, and checks that it covers no less than earlier answers of the session. */
  private answer(request: SyncRequest): Sync {
    const sync = this.rules.syncOf(this.log, request);
    const { covers } = sync.snapshot!;
    if (!hasAllEvents(covers, this.answered))
      this.world.fail(
        'F1',
        `the server covered ${JSON.stringify(this.answered)}, and now ${JSON.stringify(covers)}`,
      );
    this.answered = union(this.answered, covers);
    return sync;
  }

  /** Checks that the log in memory equals the stored decisions, whatever checkpoint it started from. */
  private checkLog(): void {
    const { log, whole } = this;
    if (!isSameVector(log.known, whole.view.known))
      this.world.fail(
        'F4',
        `the server knows ${JSON.stringify(log.known)}, not ${JSON.stringify(whole.view.known)}`,
      );
    const [is, should] = [describeShown(log.view), describeShown(whole.view)];
    if (is !== should) this.world.fail('F4', `the server shows\n${is}\nwhat was decided says\n${should}`);
  }

  private lookAt({ rejected, refused, confirmed, missing }: Decision, isHonest: boolean): void {
    for (const { event, code } of rejected) {
      this.world.count(`rejected:${code}`);
      this.rejects(event, code);
    }
    if (confirmed.length > 0) this.world.count('confirmed');
    if (Object.keys(missing).length > 0) this.world.count('held');
    for (const { code } of refused) if (code === rejections.idReused) this.world.count('idReused');
    if (!isHonest) return;
    for (const { event, code } of [...rejected, ...refused])
      if (dishonest.includes(code))
        this.world.fail('E5/T2', `an honest phone's ${event.type} ${event.id} was refused as ${code}`);
  }
}
