/** Puts the logs of several phones on one time axis, and finds where the phones show different things. */
import type { LogHeader } from '#events/records/log-file.ts';
import type { LogRecord } from '#events/records/records.ts';
import { isSameVector } from '#events/log/version-vector.ts';
import { emptyView, type CartView } from '../merge/cart-view.ts';
import { createShownKeys } from './shown-keys.ts';

/** A record at its place on the axis: the index of its phone and of the record there, both from 0. */
export interface Moment {
  readonly phone: number;
  readonly index: number;
  /** That phone's wall clock, ms. */
  readonly t: number;
}

/** Merges the logs by wall time. The order within a log stays, whatever its clock did. */
export function mergeTimes(logs: readonly (readonly LogRecord[])[]): Moment[] {
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

/** A span of the axis in which phones show different things. */
export interface Divergence {
  /** The first moment at which they differ, as an index of the axis. */
  readonly from: number;
  /** The moment after which all show the same again, or undefined if they never do. */
  readonly to: number | undefined;
  /** From this moment on the difference is certain, because all records of the same millisecond are applied. */
  readonly settledAt: number;
  /** The first moment after which two phones knew the same but showed different things, which is a fault. */
  readonly contradictsAt: number | undefined;
}

interface Shown {
  readonly steps: readonly { readonly view: CartView }[];
}

/**
 * Finds divergences. Records of the same millisecond count as one moment, so only differences after all of them count.
 *
 * @param most stops after this many divergences
 */
export function findDivergences(
  axis: readonly Moment[],
  phones: readonly Shown[],
  most = Number.POSITIVE_INFINITY,
): Divergence[] {
  const shown = new ShownNow(phones.length);
  const found: Divergence[] = [];
  let open: { -readonly [field in keyof Divergence]: Divergence[field] } | undefined;
  let since: number | undefined;
  for (const [index, { phone, index: step, t }] of axis.entries()) {
    shown.change(phone, phones[phone]!.steps[step]!.view);
    if (shown.isSame) {
      if (open) open.to = index;
      open = undefined;
      since = undefined;
      if (found.length >= most) return found;
      continue;
    }
    since ??= index;
    if (axis[index + 1]?.t === t) continue;
    if (!open)
      found.push((open = { from: since, to: undefined, settledAt: index, contradictsAt: undefined }));
    if (shown.contradicts(phone)) open.contradictsAt ??= index;
  }
  return found;
}

/** What every phone shows at one moment. */
class ShownNow {
  private readonly keyOf = createShownKeys();
  private readonly views: CartView[];
  private readonly keys: string[];
  /** The number of phones that show each view. */
  private readonly counts = new Map<string, number>();

  constructor(phones: number) {
    this.views = Array.from({ length: phones }, () => emptyView);
    this.keys = this.views.map(this.keyOf);
    this.counts.set(this.keyOf(emptyView), phones);
  }

  get isSame(): boolean {
    return this.counts.size <= 1;
  }

  change(phone: number, view: CartView): void {
    this.count(this.keys[phone]!, -1);
    this.views[phone] = view;
    this.keys[phone] = this.keyOf(view);
    this.count(this.keys[phone], 1);
  }

  /** Whether another phone has the same knowledge and shows something else. */
  contradicts(phone: number): boolean {
    const mine = this.views[phone]!;
    return this.views.some(
      (other, index) => this.keys[index] !== this.keys[phone] && hasSameKnowledge(mine, other),
    );
  }

  private count(key: string, more: 1 | -1): void {
    const phones = (this.counts.get(key) ?? 0) + more;
    if (phones > 0) this.counts.set(key, phones);
    else this.counts.delete(key);
  }
}

/** Whether two views come from the same knowledge. By the merge rules they must then be equal. */
export function hasSameKnowledge(a: CartView, b: CartView): boolean {
  return isSameVector(a.known, b.known) && a.blocked.join() === b.blocked.join();
}

const belonging = ['merchantId', 'tableId', 'sessionId'] as const;

/** Returns the first field in which two logs belong to different sessions. */
export function findDifferentField(a: LogHeader, b: LogHeader): (typeof belonging)[number] | undefined {
  return belonging.find((field) => a[field] !== b[field]);
}
