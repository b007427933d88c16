import { codes } from '#contract/codes.ts';
import type { Sync } from '#contract/cart.ts';
import type { Order } from '#contract/order-fields.ts';
import { reach, type VersionVector } from '#events/version-vector.ts';
import type { PlaceRequest, PlaceResult } from './cart-engine.ts';
import type { Environment } from './environment.ts';
import type { Journal } from './journal.ts';
import { isIn, orderTrace } from './open-order.ts';
import { tableOrderDetail, type OrderTable } from './order-detail.ts';
import type { ServerKind } from './outbox.ts';
import { newestVersion } from './plain-server.ts';
import type { PendingPlacement } from './storage/cart-storage.ts';
import type { Answer, CartTransport, PlacementOutcome } from './transport.ts';

/** How long own changes may take to reach the server before an order is placed, ms. */
const settleMs = 10_000;
/** How often the outcome is asked for before the diner hears that it is still unknown. */
const triesToAsk = 3;
const askAgainMs = 2_000;
/** O2: how long to wait before asking goes on by itself, ms; doubled each time. */
const keepAsking = { firstMs: 2_000, maxMs: 30_000 };

export interface PlacementOptions {
  readonly journal: Journal;
  readonly transport: CartTransport;
  readonly env: Environment;
  readonly table: OrderTable;
  readonly settled: (timeoutMs: number) => Promise<boolean>;
  readonly learn: (sync: Sync) => boolean;
  readonly serverKind: () => ServerKind;
  /** False after a request to which no answer came. */
  readonly reachable: () => boolean;
  readonly isClosed: () => boolean;
  /** It is placed; told once for each answer. */
  readonly placed: (order: Order) => void;
  /** O1: the same where the phone writes the order down. */
  readonly placedAtPlain: (order: Order, seen: VersionVector, versionBefore: number) => void;
  readonly refresh: () => void;
}

export interface Placing {
  place(request: PlaceRequest): Promise<PlaceResult>;
  resume(): Promise<PlaceResult | undefined>;
  /** Asks until it is known. */
  known(): Promise<PlaceResult | undefined>;
}

/** O1, O2: placing what the diner saw, once. */
export function createPlacing({
  journal,
  transport,
  env,
  table,
  settled,
  learn,
  serverKind,
  reachable,
  isClosed,
  placed,
  placedAtPlain,
  refresh,
}: PlacementOptions): Placing {
  /** O2: a plain server is looked at for the order; when there is none the diner is asked, by being free to try again. */
  const outcomeOf = async ({ placementId, trace }: PendingPlacement): Promise<Answer<PlacementOutcome>> => {
    // Right after a reload: which question is the right one the first answer tells.
    if (trace && serverKind() === 'unknown')
      return { ok: false, failure: { kind: 'retry', reason: 'too early' } };
    if (serverKind() !== 'plain') return await transport.placement(placementId);
    const open = await transport.openOrder();
    if (!open.ok) return open;
    const order = trace && isIn(trace, open.value) ? open.value : null;
    return { ok: true, value: { outcome: order ? 'placed' : 'refused', order, code: null, msg: '' } };
  };

  const tellPlaced = (order: Order, { seen, trace }: PendingPlacement) =>
    trace && serverKind() === 'plain' ? placedAtPlain(order, seen, trace.version) : placed(order);

  // O2: it is in the log since the diner tapped: somebody else's order of the same lines, or this one before a crash.
  const isWrittenDown = ({ id }: Order, { seen }: PendingPlacement): boolean =>
    [...journal.knowledge.entries.values()].some(
      ({ known, replicaId, seq }) =>
        known?.type === 'orderPlaced' && known.orderId === id && seq > reach(seen, replicaId),
    );

  const askOutcome = async (): Promise<PlaceResult | undefined> => {
    const { placement } = journal;
    if (!placement) return undefined;
    for (let attempt = 1; attempt <= triesToAsk; attempt += 1) {
      const answer = await outcomeOf(placement);
      if (answer.ok) {
        const { outcome, order, code, msg } = answer.value;
        const isPlaced = outcome === 'placed' && order;
        // First this: a crash in between tells the order twice, and never not at all.
        if (isPlaced && isWrittenDown(order, placement)) placed(order);
        else if (isPlaced) tellPlaced(order, placement);
        await journal.setPlacement(null);
        refresh();
        if (isPlaced) return { kind: 'placed', order };
        const neverArrived = code === null || code === codes.shoppingCartUpdated;
        return { kind: 'refused', code: code ?? codes.failure, msg, neverArrived };
      }
      if (attempt < triesToAsk) await env.sleep(askAgainMs);
    }
    return { kind: 'unknown' };
  };

  // Whoever asks meanwhile gets the same answer: an order is told once.
  let asking: Promise<PlaceResult | undefined> | undefined;
  const resume = () =>
    (asking ??= askOutcome().finally(() => {
      asking = undefined;
    }));

  const askUntilKnown = async (): Promise<PlaceResult | undefined> => {
    for (let wait = keepAsking.firstMs; !isClosed(); wait = Math.min(wait * 2, keepAsking.maxMs)) {
      const result = await (placing ?? resume());
      if (result?.kind !== 'unknown') return result;
      await env.sleep(wait * (0.5 + env.random()));
    }
    return undefined;
  };

  // A read does no harm: where it comes to nothing, an order would leave the diner with an outcome nobody knows.
  const answers = async (): Promise<boolean> => {
    const answer = await transport.snapshot(journal.view.value.known);
    return answer.ok || answer.failure.kind === 'refused';
  };

  const place = async (request: PlaceRequest): Promise<PlaceResult> => {
    // What stands on the screen at this moment is what is ordered; what others add from now on is the next round.
    const view = journal.view.value;
    // O2: while the outcome of the last one is unknown, nothing else is placed.
    const before = await resume();
    if (before && before.kind !== 'refused') return before;
    if (!env.online() && !(await answers())) return { kind: 'notSent', offline: true };
    if (!(await settled(settleMs))) return { kind: 'notSent', offline: !reachable() };
    if (!reachable() && !(await answers())) return { kind: 'notSent', offline: true };
    const open = serverKind() === 'aware' ? undefined : await transport.openOrder();
    if (open && !open.ok) return { kind: 'notSent', offline: open.failure.kind === 'retry' };
    const placementId = env.newId() + env.newId();
    const cartRowVersion = newestVersion(journal.knowledge);
    const trace = open && orderTrace(view, open.value, cartRowVersion);
    const placement = { placementId, seen: view.known, at: env.now(), ...(trace && { trace }) };
    await journal.setPlacement(placement);
    const detail = { ...tableOrderDetail(view, table), cartRowVersion };
    const answer = await transport.place({ detail, placementId, seen: view.known, ...request });
    if (!answer.ok) {
      if (answer.failure.kind === 'retry') return { kind: 'unknown' };
      const { code, msg } = answer.failure;
      // A browser repeats a request by itself when the connection ends before the answer: that one is refused.
      const first = serverKind() === 'plain' && repeatCodes.includes(code) ? await resume() : undefined;
      if (first && first.kind !== 'refused') return first;
      await journal.setPlacement(null);
      // Section 8: whatever the reason, what this phone shows may be out of date.
      refresh();
      return { kind: 'refused', code, msg };
    }
    const { order, sync } = answer.value;
    if (sync) learn(sync);
    tellPlaced(order, placement);
    await journal.setPlacement(null);
    return { kind: 'placed', order };
  };

  // A second tap while the first is under way is the same order.
  let placing: Promise<PlaceResult> | undefined;
  let knowing: Promise<PlaceResult | undefined> | undefined;
  return {
    place: (request) =>
      (placing ??= place(request).finally(() => {
        placing = undefined;
      })),
    resume: async () => (placing ? await placing : await resume()),
    known: () =>
      (knowing ??= askUntilKnown().finally(() => {
        knowing = undefined;
      })),
  };
}

/** What a server that knows no placement ids says to the same order once more: its lines have left the cart. */
const repeatCodes: readonly number[] = [
  codes.shoppingCartUpdated,
  codes.pleaseAddItAgainToYourCart,
  codes.orderSubmitted,
];
