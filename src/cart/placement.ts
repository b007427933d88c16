import { codes } from '#contract/codes.ts';
import type { Sync } from '#contract/cart.ts';
import type { PlaceRequest, PlaceResult } from './cart-engine.ts';
import type { Environment } from './environment.ts';
import type { Journal } from './journal.ts';
import { tableOrderDetail, type OrderTable } from './order-detail.ts';
import type { CartTransport } from './transport.ts';

/** How long own changes may take to reach the server before an order is placed, ms. */
const settleMs = 10_000;
/** How often the outcome is asked for before the diner hears that it is still unknown. */
const triesToAsk = 3;
const askAgainMs = 2_000;

export interface PlacementOptions {
  readonly journal: Journal;
  readonly transport: CartTransport;
  readonly env: Environment;
  readonly table: OrderTable;
  readonly settled: (timeoutMs: number) => Promise<boolean>;
  readonly learn: (sync: Sync) => boolean;
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
  refresh,
}: PlacementOptions): Placing {
  const resume = async (): Promise<PlaceResult | undefined> => {
    const { placement } = journal;
    if (!placement) return undefined;
    for (let attempt = 1; attempt <= triesToAsk; attempt += 1) {
      const answer = await transport.placement(placement.placementId);
      if (answer.ok) {
        await journal.setPlacement(null);
        refresh();
        const { outcome, order, code, msg } = answer.value;
        return outcome === 'placed' && order
          ? { kind: 'placed', order }
          : { kind: 'refused', code: code ?? codes.failure, msg };
      }
      if (attempt < triesToAsk) await env.sleep(askAgainMs);
    }
    return { kind: 'unknown' };
  };

  const place = async (request: PlaceRequest): Promise<PlaceResult> => {
    // O2: while the outcome of the last one is unknown, nothing else is placed.
    const before = await resume();
    if (before && before.kind !== 'refused') return before;
    // What stands on the screen at this moment is what is ordered; what others add from now on is the next round.
    const view = journal.view.value;
    if (!(await settled(settleMs))) return { kind: 'notSent' };
    const placement = { placementId: env.newId() + env.newId(), seen: view.known };
    await journal.setPlacement(placement);
    const answer = await transport.place({ detail: tableOrderDetail(view, table), ...placement, ...request });
    if (!answer.ok) {
      if (answer.failure.kind === 'retry') return { kind: 'unknown' };
      await journal.setPlacement(null);
      if (staleCodes.includes(answer.failure.code)) refresh();
      return { kind: 'refused', code: answer.failure.code, msg: answer.failure.msg };
    }
    if (answer.value.sync) learn(answer.value.sync);
    await journal.setPlacement(null);
    return { kind: 'placed', order: answer.value.order };
  };

  return { place, resume };
}

/** Refusals that mean: the cart on this phone is not what the server has. */
const staleCodes: readonly number[] = [
  codes.shoppingCartUpdated,
  codes.pleaseAddItAgainToYourCart,
  codes.soldOut,
];
