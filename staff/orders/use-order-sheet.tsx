import { useRef, useState, type ReactNode } from 'react';
import type { StaffIdentity, StaffOrder } from '#contract/calls/staff.ts';
import { useBackLayer } from '#ui/navigation/back-layer.ts';
import type { Ask, Asked } from './asked.ts';
import { cardId } from './board/OrderCard.tsx';
import { OrderSheet } from './OrderSheet.tsx';

interface OrderSheetState {
  readonly ask: Ask;
  readonly sheet: ReactNode;
}

/** The sheet about one of these orders, and what opens it. */
export function useOrderSheet(orders: readonly StaffOrder[], staff: StaffIdentity): OrderSheetState {
  const [asked, setAsked] = useState<Asked>();
  const [open, setOpen] = useState<Asked>();
  const opener = useRef<Element>(null);
  const order = orders.find(({ id }) => id === asked?.orderId);

  const ask: Ask = (next) => {
    if (!open) opener.current = document.activeElement;
    setAsked(next);
    setOpen(next);
  };
  /** The card may have gone to another place with what was tapped in it. */
  const handleClosed = () => {
    const before = opener.current;
    if (before instanceof HTMLElement && before.isConnected) return before;
    return document.getElementById(cardId(asked?.orderId ?? ''));
  };
  // What was begun here may be answered when something else is asked already.
  const close = () => setOpen((now) => (now === asked ? undefined : now));
  useBackLayer(open !== undefined, close);
  const sheet = asked && order && (
    <OrderSheet
      asked={asked}
      order={order}
      staff={staff}
      open={open !== undefined}
      onAsk={ask}
      onClose={close}
      onClosed={handleClosed}
    />
  );
  return { ask, sheet };
}
