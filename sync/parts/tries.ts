/** G4: which changes are on their way, and when one is tried again. */
import type { AnyEvent } from '#events/cart/registry.ts';
import { doubled, pauseMs } from './back-off.ts';
import type { Wait } from '../state/phone-state.ts';
import { change, type Turn } from '../state/step-context.ts';

/** G4, G7: between two tries, ms, doubled each time; `visibleMaxMs` while the diner looks and nobody said no. */
export const backOff = { firstMs: 1_000, maxMs: 30_000, visibleMaxMs: 2_500 };

/** Nothing is sent for a while. */
export function pause(turn: Turn, why: Wait['why'], atLeastMs = 0): void {
  const { delayMs } = turn.state.outbox;
  const { looking, uptime, chance } = turn.moment;
  const mostMs = why === 'noAnswer' && looking ? backOff.visibleMaxMs : backOff.maxMs;
  const ms = pauseMs(chance, delayMs, { mostMs, atLeastMs });
  change(turn, 'outbox', {
    wait: { why, at: uptime + ms },
    delayMs: doubled(backOff, delayMs),
  });
}

/** P4: nothing is sent until the diner has a name. */
export function waitForName(turn: Turn): void {
  change(turn, 'outbox', { wait: { why: 'noName', at: Infinity } });
}

/** The diner has given a name: what waited for it goes at once. */
export function noteName(turn: Turn): void {
  if (turn.state.outbox.wait?.why === 'noName') change(turn, 'outbox', { wait: undefined });
}

/** They wait for their next turn. */
export function unsent(turn: Turn, events: readonly AnyEvent[]): void {
  change(turn, 'outbox', { sent: without(turn.state.outbox.sent, new Set(events.map(({ id }) => id))) });
}

export function withAll(set: ReadonlySet<string>, ids: Iterable<string>): ReadonlySet<string> {
  return new Set([...set, ...ids]);
}

export function without(set: ReadonlySet<string>, gone: ReadonlySet<string>): ReadonlySet<string> {
  return set.size === 0 || gone.size === 0 ? set : new Set([...set].filter((id) => !gone.has(id)));
}
