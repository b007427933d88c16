/** What staff choose in the refund sheet: what is given back, and how. */
import { useState } from 'react';
import type { StaffIdentity, StaffOrder } from '#contract/calls/staff.ts';
import { paidOnline } from '#contract/calls/payment.ts';
import { paidCash } from '#contract/calls/service.ts';
import type { Order } from '#contract/order-fields.ts';
import { listRefundable, calculatePaidForDishes } from '#contract/payments/order-charges.ts';
import { listPayments } from '#contract/payments/payment-fields.ts';
import { calculateCashRounding } from '#projections/bill/cash.ts';
import { compareAmounts, countPlaces, roundAmount, sum, zero, type Amount } from '#projections/bill/money.ts';
import { sumPayments } from '#ui/bill/payments.ts';
import { isPaidTooMuch } from '../../../board/board-order.ts';
import { useAmounts } from '../AmountFields.tsx';
import { toInput } from '#ui/bill/typed-amount.ts';

const kinds = ['dishes', 'amount', 'all'] as const;
export type RefundKind = (typeof kinds)[number];
export type RefundWay = 'cash' | 'card' | 'online';

interface Refund {
  readonly amount: Amount;
  readonly tip?: Amount;
  readonly dishes?: { orderItemId: string; quantity: number }[];
}

export function useRefund(order: StaffOrder, placed: Order, { cashCoin }: StaffIdentity) {
  const isOver = isPaidTooMuch(order);
  const lines = listRefundable(placed);
  const options = kinds.filter((kind) => kind !== 'dishes' || (lines.length > 0 && !isOver));
  const [kind, setKind] = useState<RefundKind>(isOver ? 'amount' : options[0]!);
  const [pieces, setPieces] = useState<Readonly<Record<string, number>>>({});
  const places = countPlaces(order.totalAmount);
  const typed = useAmounts(isOver ? toInput(order.paidTooMuch) : '', places);
  const payments = listPayments(placed).filter(({ amount }) => compareAmounts(amount, zero) > 0);
  const [way, setWay] = useState<RefundWay>(listWays(payments).at(-1) ?? 'cash');
  const tips = placed.paymentsTips ?? zero;
  const [isTried, setTried] = useState(false);

  const refund = (): Refund | undefined => {
    if (kind === 'all')
      return { amount: sumPayments(placed), ...(compareAmounts(tips, zero) > 0 && { tip: tips }) };
    if (kind === 'amount') return typed.read();
    const dishes = lines
      .map(({ line: { id } }) => ({ orderItemId: id, quantity: pieces[id] ?? 0 }))
      .filter(({ quantity }) => quantity > 0);
    const paid = calculatePaidForDishes(placed, dishes);
    return paid && paid.length > 0 ? { amount: sum(paid.map(({ amount }) => amount)), dishes } : undefined;
  };
  const chosen = refund();
  const due = chosen && sum([chosen.amount, chosen.tip ?? zero]);
  return {
    kind,
    options,
    setKind,
    lines,
    pieces,
    setPiecesOf: (id: string, quantity: number) => setPieces({ ...pieces, [id]: quantity }),
    typed,
    hasTips: compareAmounts(tips, zero) > 0,
    way,
    ways: [
      'cash',
      'card',
      ...(payments.some(({ method }) => method === paidOnline) ? ['online'] : []),
    ] as RefundWay[],
    setWay,
    chosen,
    /** What is handed over, tip included; undefined while nothing valid is chosen. */
    due,
    rounding:
      due && way === paidCash ? calculateCashRounding(due, cashCoin ?? undefined) : roundAmount(zero, places),
    isTried,
    /** Returns what to send, or undefined if nothing valid is chosen. From then on the page says so. */
    take() {
      setTried(true);
      typed.take();
      return chosen;
    },
  };
}

function listWays(payments: readonly { readonly method: string }[]): RefundWay[] {
  const ways: readonly RefundWay[] = ['cash', 'card', 'online'];
  return payments.flatMap(({ method }) => ways.find((way) => way === method) ?? []);
}
