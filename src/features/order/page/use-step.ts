import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { runOnceUncovered, getPageEntry } from '#ui/navigation/back-layer.ts';
import type { OrderStep } from '#src/navigation/order-step.ts';

/** The layer that is open over the order page. It is stored in the browser's history, so Back closes it. */
export function useStep() {
  const location = useLocation();
  const { search, hash } = location;
  const { state, key } = getPageEntry(location);
  const navigate = useNavigate();
  const leaving = useRef<string | undefined>(undefined);
  const step = stepOf(state);

  return {
    step,
    /** Identifies this opening of the layer. */
    key,
    open(next: OrderStep) {
      void navigate({ search, hash }, { state: { step: next } });
    },
    /** Safe to call twice: going back takes a moment, and a second step back would leave the page. */
    close() {
      if (!step || leaving.current === key) return;
      leaving.current = key;
      runOnceUncovered(() => {
        // Forward may open the same entry again, and then it can be closed again.
        addEventListener('popstate', () => (leaving.current = undefined), { once: true });
        void navigate(-1);
      });
    },
  };
}

export type Steps = ReturnType<typeof useStep>;

function stepOf(state: unknown): OrderStep | undefined {
  if (typeof state !== 'object' || state === null || !('step' in state)) return undefined;
  const { step } = state;
  if (typeof step !== 'object' || step === null || !('kind' in step)) return undefined;
  if (step.kind === 'cart' || step.kind === 'preview' || step.kind === 'table') return { kind: step.kind };
  if (step.kind === 'product' && 'productId' in step && typeof step.productId === 'string')
    return { kind: 'product', productId: step.productId };
  return undefined;
}
