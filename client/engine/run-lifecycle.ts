import type { TableCart } from '../cart/table-cart.ts';
import type { Environment } from '../environment/environment.ts';
import type { CartEngine } from './cart-engine.ts';
import {
  createLifecycleState,
  stepLifecycle,
  type LifecycleEffect,
  type LifecycleInput,
  type Seat,
} from './table-lifecycle.ts';

type Engine = Pick<CartEngine, 'close' | 'cart'>;

interface LifecycleOptions<Running extends Engine> {
  /** @param before the cart last shown at the same table session, for example before a login */
  open(seat: Seat, before: TableCart | undefined): Promise<Running>;
  /** Receives the engine of the wanted table once it is open, and undefined when it closes. */
  show(engine: Running | undefined): void;
  readonly env: Pick<Environment, 'timer'>;
}

/** Performs the effects of `stepLifecycle`. `want` sets the table where the diner is now, or undefined. */
export function runLifecycle<Running extends Engine>({ open, show, env }: LifecycleOptions<Running>) {
  let state = createLifecycleState<Running>();
  let shown: { readonly seat: Seat; readonly engine: Running } | undefined;
  let before: { readonly seat: Seat; readonly cart: TableCart } | undefined;

  const handle = (input: LifecycleInput<Running>): void => {
    const { state: next, effects } = stepLifecycle(state, input);
    state = next;
    for (const effect of effects) perform(effect);
  };

  const perform = (effect: LifecycleEffect<Running>): void => {
    const { kind } = effect;
    switch (kind) {
      case 'show':
        if (shown) before = { seat: shown.seat, cart: shown.engine.cart.value };
        shown = effect.engine && state.wanted && { seat: state.wanted, engine: effect.engine };
        return show(effect.engine);
      case 'open': {
        const { attempt, seat } = effect;
        const isSameTable = before !== undefined && getTableKey(before.seat) === getTableKey(seat);
        open(seat, isSameTable ? before?.cart : undefined).then(
          (engine) => handle({ kind: 'opened', attempt, engine }),
          (error: unknown) => {
            console.error('the cart could not be opened', error);
            handle({ kind: 'failed', attempt });
          },
        );
        return;
      }
      case 'close': {
        const handleClosed = () => handle({ kind: 'closed', attempt: effect.attempt });
        effect.engine.close().then(handleClosed, (error: unknown) => {
          console.error('the cart could not be closed', error);
          handleClosed();
        });
        return;
      }
      case 'wait':
        env.timer(effect.ms, () => handle({ kind: 'timeIsUp', attempt: effect.attempt }));
        return;
      default:
        return kind satisfies never;
    }
  };

  return {
    want(seat: Seat | undefined): void {
      handle({ kind: 'want', seat });
      if (!seat) before = undefined;
    },
  };
}

export type TableLifecycle = ReturnType<typeof runLifecycle>;

function getTableKey({ merchantId, tableId, sessionId, reopenedAt }: Seat): string {
  return JSON.stringify([merchantId, tableId, sessionId, reopenedAt]);
}
