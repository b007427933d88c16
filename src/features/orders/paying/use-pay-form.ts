/** What a diner pays on the phone: shares, an amount or the rest, with a tip. */
import { nanoid } from 'nanoid';
import { useState } from 'react';
import { site } from '#client/api/site.ts';
import type { Paying } from '#contract/calls/payment.ts';
import type { Order } from '#contract/order-fields.ts';
import {
  compareAmounts,
  calculateDifference,
  countPlaces,
  roundAmount,
  zero,
  type Amount,
} from '#projections/bill/money.ts';
import { useCurrentMerchant } from '#src/diner/current-merchant.ts';
import { useNavigationStateFor } from '#src/navigation/navigation-state.ts';
import { addUpShares, chooseEvenPart, toggleShare, type ChosenShares } from '#ui/bill/chosen-shares.ts';
import type { Reader } from '#ui/bill/order-bill.ts';
import { getOwed } from '#ui/bill/payments.ts';
import { computeShares, type Share } from '#ui/bill/shares.ts';
import { parseTypedAmount } from '#ui/bill/typed-amount.ts';
import { decideNavigation } from '#ui/routes/navigation.ts';
import { isHandOver } from './is-hand-over.ts';
import { usePayOnline } from '#src/paying/use-paying.ts';

const kinds = ['part', 'even', 'amount', 'all'] as const;
export type PayKind = (typeof kinds)[number];

export function usePayForm(order: Order, reader: Reader, { tips }: Paying) {
  const shares = computeShares(order, reader);
  const owed = getOwed(order);
  const own = shares.find(({ mine, owed: lacks }) => mine && isPositive(lacks));
  /** The people at the table, with those who ordered nothing. */
  const present = Math.max(order.guests, shares.length);
  const isOffered: Partial<Record<PayKind, boolean>> = { part: shares.length > 1, even: present > 1 };
  const options = kinds.filter((kind) => isOffered[kind] ?? true);
  const [kind, setKind] = useState<PayKind>(own && shares.length > 1 ? 'part' : 'all');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(own ? [own.userId] : []));
  const [text, setText] = useState('');
  const [people, setPeople] = useState(present);
  const [isExtraTip, setExtraTip] = useState(false);
  const [chosenTip, setTip] = useState<Amount>(zero);
  const { pay, isBusy, error, reset } = usePayment(order);

  const places = countPlaces(order.totalAmount);
  const typed = parseTypedAmount(text, places) ?? zero;
  const over = calculateDifference(typed, owed);
  const extra = kind === 'amount' && isPositive(over) ? over : zero;
  const amounts: Record<PayKind, () => ChosenShares> = {
    part: () => addUpShares(shares, chosen),
    even: () => chooseEvenPart(order, shares, people, reader.currency),
    amount: () => ({ amount: isPositive(extra) ? owed : roundAmount(typed, places) }),
    all: () => ({ amount: owed }),
  };
  const paid = amounts[kind]();
  const isTipped = isPositive(extra) && isExtraTip && tips.length > 0;
  const tip = isTipped ? extra : chosenTip;
  /** Another amount has another tip. */
  const restart = () => {
    setTip(zero);
    setExtraTip(false);
    reset();
  };
  return {
    kind,
    options,
    shares,
    owed,
    chosen,
    /** Among how many an even part is shared. */
    people,
    places,
    text,
    /** By how much a typed amount exceeds what is owed. */
    extra,
    isExtraTip,
    amount: paid.amount,
    tip,
    error,
    isBusy,
    setTip,
    setExtraTip,
    chooseKind(next: PayKind) {
      setKind(next);
      restart();
    },
    toggle(share: Share) {
      setChosen(toggleShare(chosen, share));
      restart();
    },
    choosePeople(next: number) {
      setPeople(next);
      restart();
    },
    type(next: string) {
      setText(next);
      restart();
    },
    pay: () => pay({ ...paid, tip }),
  };
}

/** Starts the payment, and leaves for the payment page. */
function usePayment(order: Order) {
  const stateFor = useNavigationStateFor();
  const { merchantId = '' } = useCurrentMerchant();
  const [isLeaving, setLeaving] = useState(false);
  const { mutate, isPending, error, reset } = usePayOnline();

  const openPage = (url: string, paymentId: string) => {
    // Open only an address of the restaurant's payment provider.
    const isOwn = isHandOver(url, { merchantId, paymentId }, site);
    if (!isOwn && decideNavigation(url, stateFor(url, true)).kind !== 'load') return;
    setLeaving(true);
    location.assign(url);
  };
  const pay = (what: ChosenShares & { readonly tip: Amount }) => {
    const paymentId = nanoid();
    const body = { paymentId, orderId: order.id, path: location.pathname, ...what };
    mutate(body, { onSuccess: ({ url }) => openPage(url, paymentId) });
  };
  return { pay, isBusy: isPending || isLeaving, error, reset };
}

export function isPositive(amount: Amount): boolean {
  return compareAmounts(amount, zero) > 0;
}
