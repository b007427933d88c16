/** G4: which changes are on their way, and when one is tried again. */
import type { AnyEvent } from '#events/cart/registry.ts';
import { doubleDelay, pauseMs } from './back-off.ts';
import type { Wait } from '../state/phone-state.ts';
import { change, type StepContext } from '../state/step-context.ts';

/** G4, G7: between two tries, ms, doubled each time; `visibleMaxMs` while the diner looks and nobody said no. */
export const backOff = { firstMs: 1_000, maxMs: 30_000, visibleMaxMs: 2_500 };

/** Nothing is sent for a while. */
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

/** P4: nothing is sent until the diner has a name. */
export function waitForName(context: StepContext): void {
  change(context, 'outbox', { wait: { why: 'noName', at: Infinity } });
}

/** The diner has given a name: what waited for it goes at once. */
export function retryWithName(context: StepContext): void {
  if (context.state.outbox.wait?.why === 'noName') change(context, 'outbox', { wait: undefined });
}

/** They wait for their next context. */
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
