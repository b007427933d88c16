import { useRef, useState, type ReactNode } from 'react';
import type { StaffIdentity, StaffOrder } from '#contract/calls/staff.ts';
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
  const [isAsking, setAsking] = useState(false);
  const opener = useRef<Element>(null);
  const order = orders.find(({ id }) => id === asked?.orderId);

  const ask: Ask = (next) => {
    if (!isAsking) opener.current = document.activeElement;
    setAsked(next);
    setAsking(true);
  };
  /** The card may have gone to another place with what was tapped in it. */
  const handleClosed = () => {
    const before = opener.current;
    if (before instanceof HTMLElement && before.isConnected) return before;
    return document.getElementById(cardId(asked?.orderId ?? ''));
  };
  const sheet = asked && order && (
    <OrderSheet
      asked={asked}
      order={order}
      staff={staff}
      open={isAsking}
      onAsk={ask}
      onClose={() => setAsking(false)}
      onClosed={handleClosed}
    />
  );
  return { ask, sheet };
}
