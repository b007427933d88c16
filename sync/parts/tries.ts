/** The outbox's pauses between two tries, and its set of events that are on their way. */
import type { AnyEvent } from '#events/cart/registry.ts';
import { doubleDelay, pauseMs } from './back-off.ts';
import type { Wait } from '../state/phone-state.ts';
import { change, type StepContext } from '../state/step-context.ts';

/** Pauses between two tries, ms. Each is double the last one. `visibleMaxMs`: without an answer on a visible page. */
export const backOff = { firstMs: 1_000, maxMs: 30_000, visibleMaxMs: 2_500 };

/** Sends nothing for a while. @param atLeastMs as the server asked for, with `Retry-After` */
export function pauseOutbox(context: StepContext, why: Wait['why'], atLeastMs = 0): void {
  const { delayMs } = context.state.outbox;
  const { looking, uptime, chance } = context.moment;
  const mostMs = why === 'noAnswer' && looking ? backOff.visibleMaxMs : backOff.maxMs;
  const ms = pauseMs(chance, delayMs, { mostMs, atLeastMs });
  change(context, 'outbox', {
    wait: { why, at: uptime + ms },
    delayMs: doubleDelay(backOff, delayMs),
  });
}

/** Ends the wait for a name. */
export function retryWithName(context: StepContext): void {
  if (context.state.outbox.wait?.why === 'noName') change(context, 'outbox', { wait: undefined });
}

/** Removes the events from those on their way. They stay pending and go into a later request. */
export function markUnsent(context: StepContext, events: readonly AnyEvent[]): void {
  change(context, 'outbox', {
    sent: removeAll(context.state.outbox.sent, new Set(events.map(({ id }) => id))),
  });
}

export function addAll(set: ReadonlySet<string>, ids: Iterable<string>): ReadonlySet<string> {
  return new Set([...set, ...ids]);
}

export function removeAll(set: ReadonlySet<string>, gone: ReadonlySet<string>): ReadonlySet<string> {
  return set.size === 0 || gone.size === 0 ? set : new Set([...set].filter((id) => !gone.has(id)));
}
