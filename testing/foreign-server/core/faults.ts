import type { Switches } from '../switches.ts';

/**
 * Planned faults. The switch `fault` holds them as text, and each use lowers its TIMES in that text.
 *
 *   lost           the work is done, and the connection is cut without an answer
 *   processedLate  the connection is cut at once, and the work is done after AMOUNT ms
 *   heldBack       the work is done after AMOUNT ms and answered
 *   delayed        the work is done at once and answered after AMOUNT ms
 *   cut            the connection is cut without any work
 *   html500        no work; status 500 with an HTML page
 *   429            no work; status 429 with Retry-After of AMOUNT seconds
 *   refused        no work; the core refuses with the code AMOUNT
 */
export type FaultKind =
  | 'lost'
  | 'processedLate'
  | 'heldBack'
  | 'delayed'
  | 'cut'
  | 'html500'
  | '429'
  | 'refused';
export interface Fault {
  kind: FaultKind;
  amount: number;
}

/** Takes the first fault that is planned for this call, either a refusal or one on the way. */
export function consumeFault(
  switches: Switches,
  callName: string,
  wanted: 'refusal' | 'onTheWay',
): Fault | undefined {
  if (switches.fault === '') return undefined;
  const parts = switches.fault.split(',');
  const at = parts.findIndex((part) => {
    const [kind, call = '', times] = part.split(':');
    return (
      (kind === 'refused') === (wanted === 'refusal') && ['*', callName].includes(call) && Number(times) > 0
    );
  });
  const [kind, call, times, amount] = parts[at]?.split(':') ?? [];
  if (kind === undefined) return undefined;
  const left = Number(times) - 1;
  if (left > 0) parts[at] = [kind, call, left, amount ?? 0].join(':');
  else parts.splice(at, 1);
  switches.fault = parts.join(',');
  return { kind: kind as FaultKind, amount: Number(amount ?? 0) };
}

/** How long a request waits before and after its work, ms. */
export function planWait(
  switches: Switches,
  call: { name: string; method: string; isCart: boolean } | undefined,
  isFirstPost: boolean,
): { before: number; after: number } {
  const { slow, slowWhen, slowMs } = switches;
  const isPost = call !== undefined && call.method !== 'GET';
  const applies = {
    nothing: false,
    firstPost: isFirstPost,
    posts: isPost,
    cart: call?.isCart === true,
    all: true,
  }[slow];
  const wait = applies ? Math.max(0, slowMs) : 0;
  return slowWhen === 'beforeWork' ? { before: wait, after: 0 } : { before: 0, after: wait };
}
