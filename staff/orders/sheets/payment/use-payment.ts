/** What staff type in the pay sheet: shares or an amount, a tip, and the cash that was handed over. */
import { useState } from 'react';
import type { StaffIdentity, StaffOrder } from '#contract/calls/staff.ts';
import { calculateCashRounding } from '#projections/bill/cash.ts';
import {
  compareAmounts,
  calculateDifference,
  isZero,
  countPlaces,
  sum,
  zero,
  type Amount,
} from '#projections/bill/money.ts';
import { addUpShares, toggleShare } from '#ui/bill/chosen-shares.ts';
import type { Share } from '#ui/bill/shares.ts';
import { toInput, parseTypedAmount } from '#ui/bill/typed-amount.ts';
import { useAmounts } from './AmountFields.tsx';

export const payMethods = ['cash', 'card'] as const;
export type PayMethod = (typeof payMethods)[number];

export function usePayment(
  order: StaffOrder,
  { cashCoin, shares }: Pick<StaffIdentity, 'cashCoin'> & { readonly shares: readonly Share[] },
) {
  const places = countPlaces(order.totalAmount);
  const amounts = useAmounts(toInput(order.owed), places);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [tenderedText, setTenderedText] = useState('');

  const { amount = zero, tip = zero } = amounts;
  const due = sum([amount, tip]);
  const rounding = calculateCashRounding(due, cashCoin ?? undefined);
  const inCash = sum([due, rounding]);
  const tendered = parseTypedAmount(tenderedText, places);
  const isTenderedWrong = tenderedText.trim() !== '' && (!tendered || compareAmounts(tendered, inCash) < 0);
  const change = tendered && !isTenderedWrong ? calculateDifference(tendered, inCash) : undefined;
  const more = calculateDifference(amount, order.owed);

  /** The chosen shares, if they are what is paid. A typed amount of one share still belongs to that share. */
  const getPaidShares = () => {
    const { amount: ofShares, share, parts } = addUpShares(shares, chosen);
    if (share !== undefined) return { share };
    return parts && compareAmounts(ofShares, amount) === 0 ? { parts } : {};
  };
  return {
    amounts,
    chosen,
    toggle(share: Share) {
      const next = toggleShare(chosen, share);
      const { amount: ofShares } = addUpShares(shares, next);
      setChosen(next);
      amounts.setAmountText(toInput(isZero(ofShares) ? order.owed : ofShares));
    },
    tenderedText,
    setTenderedText,
    isTenderedWrong,
    rounding,
    inCash,
    change,
    /** By how much the amount exceeds what is owed. */
    more: compareAmounts(more, zero) > 0 ? more : undefined,
    /** Moves what exceeds the debt to the tip, or takes it as the cash that was handed over. */
    moveMore(to: 'tip' | 'tendered') {
      amounts.setAmountText(toInput(order.owed));
      if (to === 'tip') addTip(more);
      else setTenderedText(toInput(amount));
    },
    changeToTip: () => change && addTip(change),
    /** Returns what to send, or undefined if something is invalid. */
    take(method: PayMethod) {
      const taken = amounts.take();
      if (!taken || (method === 'cash' && isTenderedWrong)) return undefined;
      const isHandedOver = method === 'cash' && tendered !== undefined;
      return { ...taken, ...getPaidShares(), ...(isHandedOver && { tendered }) };
    },
  };

  function addTip(by: Amount) {
    amounts.setTipText(toInput(sum([tip, by])));
  }
}
