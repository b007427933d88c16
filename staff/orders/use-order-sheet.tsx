import { useRef, useState, type ReactNode } from 'react';
import type { StaffIdentity, StaffOrder } from '#contract/calls/staff.ts';
import { useBackLayer } from '#ui/navigation/back-layer.ts';
import type { Ask, Asked } from './asked.ts';
import { getCardId } from './board/OrderCard.tsx';
import { OrderSheet } from './OrderSheet.tsx';

interface OrderSheetState {
  readonly ask: Ask;
  readonly sheet: ReactNode;
}

/** The order sheet for one of these orders, and the function that opens it. */
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
  /** The card may have moved on the board together with the button that opened the sheet. */
  const handleClosed = () => {
    const before = opener.current;
    if (before instanceof HTMLElement && before.isConnected) return before;
    return document.getElementById(getCardId(asked?.orderId ?? ''));
  };
  // An action may complete after the sheet shows another step. It must not close that one.
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
