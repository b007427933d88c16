import { codes } from '#contract/codes.ts';
import type { Sync } from '#contract/cart.ts';
import type { VersionVector } from '#events/version-vector.ts';
import type { PlaceRequest, PlaceResult } from './cart-engine.ts';
import type { Environment } from './environment.ts';
import type { Journal } from './journal.ts';
import { tableOrderDetail, type OrderTable } from './order-detail.ts';
import type { PendingPlacement } from './storage/cart-storage.ts';
import type { Answer, CartTransport, PlacementOutcome } from './transport.ts';

/** How long own changes may take to reach the server before an order is placed, ms. */
const settleMs = 10_000;
/** How often the outcome is asked for before the diner hears that it is still unknown. */
const triesToAsk = 3;
const askAgainMs = 2_000;
/** A plain server's clock and ours agree to so much, ms. */
const clockToleranceMs = 5_000;

export interface PlacementOptions {
  readonly journal: Journal;
  readonly transport: CartTransport;
  readonly env: Environment;
  readonly table: OrderTable;
  readonly settled: (timeoutMs: number) => Promise<boolean>;
  readonly learn: (sync: Sync) => boolean;
  readonly isPlain: () => boolean;
  /** O1: writes the order down where the server does not. */
  readonly mintOrder: (orderId: string, seen: VersionVector) => void;
  readonly refresh: () => void;
}

export interface Placing {
  place(request: PlaceRequest): Promise<PlaceResult>;
  resume(): Promise<PlaceResult | undefined>;
}

/** O1, O2: placing what the diner saw, once. */
export function createPlacing({
  journal,
  transport,
  env,
  table,
  settled,
  learn,
  isPlain,
  mintOrder,
  refresh,
}: PlacementOptions): Placing {
  /** O2: a plain server is looked at for the order; when there is none the diner is asked, by being free to try again. */
  const outcomeOf = async ({ placementId, at }: PendingPlacement): Promise<Answer<PlacementOutcome>> => {
    if (!isPlain()) return await transport.placement(placementId);
    const open = await transport.openOrder();
    if (!open.ok) return open;
    const order = open.value && open.value.updateAt >= at - clockToleranceMs ? open.value : null;
    return { ok: true, value: { outcome: order ? 'placed' : 'refused', order, code: null, msg: '' } };
  };

  const resume = async (): Promise<PlaceResult | undefined> => {
    const { placement } = journal;
    if (!placement) return undefined;
    for (let attempt = 1; attempt <= triesToAsk; attempt += 1) {
      const answer = await outcomeOf(placement);
      if (answer.ok) {
        await journal.setPlacement(null);
        refresh();
        const { outcome, order, code, msg } = answer.value;
        if (outcome === 'placed' && order) {
          if (isPlain()) mintOrder(order.id, placement.seen);
          return { kind: 'placed', order };
        }
        return { kind: 'refused', code: code ?? codes.failure, msg };
      }
      if (attempt < triesToAsk) await env.sleep(askAgainMs);
    }
    return { kind: 'unknown' };
  };

  const place = async (request: PlaceRequest): Promise<PlaceResult> => {
    // What stands on the screen at this moment is what is ordered; what others add from now on is the next round.
    const view = journal.view.value;
    // O2: while the outcome of the last one is unknown, nothing else is placed.
    const before = await resume();
    if (before && before.kind !== 'refused') return before;
    if (!(await settled(settleMs))) return { kind: 'notSent' };
    const placement = { placementId: env.newId() + env.newId(), seen: view.known, at: env.now() };
    await journal.setPlacement(placement);
    const answer = await transport.place({ detail: tableOrderDetail(view, table), ...placement, ...request });
    if (!answer.ok) {
      if (answer.failure.kind === 'retry') return { kind: 'unknown' };
      await journal.setPlacement(null);
      if (staleCodes.includes(answer.failure.code)) refresh();
      return { kind: 'refused', code: answer.failure.code, msg: answer.failure.msg };
    }
    if (answer.value.sync) learn(answer.value.sync);
    else mintOrder(answer.value.order.id, placement.seen);
    await journal.setPlacement(null);
    return { kind: 'placed', order: answer.value.order };
  };

  // A second tap while the first is under way is the same order.
  let placing: Promise<PlaceResult> | undefined;
  return {
    place: (request) =>
      (placing ??= place(request).finally(() => {
        placing = undefined;
      })),
    resume: async () => (placing ? await placing : await resume()),
  };
}

/** Refusals that mean: the cart on this phone is not what the server has. */
const staleCodes: readonly number[] = [
  codes.shoppingCartUpdated,
  codes.pleaseAddItAgainToYourCart,
  codes.soldOut,
];
