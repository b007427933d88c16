/** Several phones of one table session on one time axis, and where they show different things. */
import type { LogHeader, LogRecord } from '#events/records.ts';
import { emptyView, type CartView } from '../cart-view.ts';
import { shownKeys } from './shown-keys.ts';

/** A record at its place on the axis: whose, and which of theirs; both from 0. */
export interface Moment {
  readonly phone: number;
  readonly index: number;
  /** That phone's wall clock, ms. */
  readonly t: number;
}

/** By wall time; within one log the order of its records stays, whatever its clock did (L2). */
export function onOneAxis(logs: readonly (readonly LogRecord[])[]): Moment[] {
  const axis: Moment[] = [];
  const next = logs.map(() => 0);
  for (;;) {
    let earliest: Moment | undefined;
    for (const [phone, records] of logs.entries()) {
      const index = next[phone]!;
      const record = records[index];
      if (record && (!earliest || record.t < earliest.t)) earliest = { phone, index, t: record.t };
    }
    if (!earliest) return axis;
    axis.push(earliest);
    next[earliest.phone]! += 1;
  }
}

/** While phones show different things: from the moment that parts them to the one that joins them again. */
export interface Divergence {
  /** An index of the axis. */
  readonly from: number;
  /** The first moment after which all show the same again; undefined: they never do. */
  readonly to: number | undefined;
  /** When that is told apart, all records of the same millisecond are in. */
  readonly settledAt: number;
}

interface Shown {
  readonly steps: readonly { readonly view: CartView }[];
}

/**
 * Records of one and the same millisecond count as one moment: only what differs after all of them differs. Ends after
 * so many divergences.
 */
export function divergencesOn(
  axis: readonly Moment[],
  phones: readonly Shown[],
  most = Number.POSITIVE_INFINITY,
): Divergence[] {
  const keyOf = shownKeys();
  const nothing = keyOf(emptyView);
  const keys = phones.map(() => nothing);
  /** How many phones show each. */
  const counts = new Map([[nothing, phones.length]]);
  const count = (key: string, more: 1 | -1) => {
    const phonesNow = (counts.get(key) ?? 0) + more;
    if (phonesNow > 0) counts.set(key, phonesNow);
    else counts.delete(key);
  };
  const found: Divergence[] = [];
  let since: number | undefined;
  let open = false;
  for (const [index, { phone, index: step, t }] of axis.entries()) {
    count(keys[phone]!, -1);
    keys[phone] = keyOf(phones[phone]!.steps[step]!.view);
    count(keys[phone], 1);
    if (counts.size === 1) {
      if (open) found.push({ ...found.pop()!, to: index });
      open = false;
      since = undefined;
      if (found.length >= most) return found;
      continue;
    }
    since ??= index;
    const isMomentOver = axis[index + 1]?.t !== t;
    if (open || !isMomentOver) continue;
    found.push({ from: since, to: undefined, settledAt: index });
    open = true;
  }
  return found;
}

const belonging = ['merchantId', 'tableId', 'sessionId'] as const;

/** S1: the first thing by which two logs belong to different sessions, or undefined. */
export function differentPlace(a: LogHeader, b: LogHeader): (typeof belonging)[number] | undefined {
  return belonging.find((field) => a[field] !== b[field]);
}
