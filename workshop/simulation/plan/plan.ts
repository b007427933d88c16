/** What happens in one run: data alone, so that a failing run can be shrunk, kept as JSON and run again. */
import { withClasses } from './plan-classes.ts';
import type { Switches } from '#workshop/plain-server/switches/switches.ts';
import { randomOf, type Random } from '../world/random.ts';

/** Faults that strike single requests, messages and writes; each has a probability. */
export const rateFaults = [
  'requestLost',
  'requestTwice',
  'requestLate',
  'answerLost',
  'answerLate',
  'serverError',
  'staleSnapshot',
  'messageTwice',
  'messageLate',
  'connectionLost',
  'publishFailed',
  'writeQuota',
  'writeAborted',
  'writeStoredButFailed',
  'loadFailed',
  'corruptRow',
  'crashBeforeWrite',
  'crashAfterWrite',
  'repeatedByBrowser',
] as const;

/** What a server, or what stands before it, says to single requests that no promise of its own breaks. */
export const serverFaults = [
  /** The whole request is refused; nothing of it was read. */
  'refusedWhole',
  /** 429, with and without a time. */
  'tooBusy',
  /** A copy that lags behind holds events, because it lacks what they had seen. */
  'heldByACopy',
  'otherDigest',
  /** Whoever asks for everything gets no answer, or a copy's that lags behind. */
  'wholeFails',
  /** Of a session that is over it answers with the next one's cart. */
  'otherParty',
] as const;
export type RateFault = (typeof rateFaults)[number] | (typeof serverFaults)[number];
export type Rates = Record<RateFault, number>;

export interface DevicePlan {
  readonly userId: string;
  /** What the diner's events bear; absent: which tap it was. */
  readonly name?: string;
  readonly tabs: number;
  /** False: plain HTTP, a browser without Web Locks (D24). */
  readonly locks: boolean;
  /** How wrong the phone's clock is, ms. */
  readonly skewMs: number;
  /** An older app that does not know every type of event yet (E7). */
  readonly older: boolean;
  /** Opened so late, ms after the start; absent: at once. */
  readonly joinsAt?: number;
}

export type StepKind =
  | { readonly kind: 'add'; readonly product: number; readonly variant: number; readonly notes: number; readonly quantity: number }
  | { readonly kind: 'decrease'; readonly line: number; readonly quantity: number }
  | { readonly kind: 'editNotes'; readonly line: number; readonly notes: number }
  | { readonly kind: 'clear'; readonly scope: 'table' | 'user' }
  | { readonly kind: 'setGuests'; readonly guests: number }
  | { readonly kind: 'setOrderType'; readonly orderType: number }
  | { readonly kind: 'place'; readonly twice: boolean }
  | { readonly kind: 'askPlacement'; readonly keepOn: boolean }
  | { readonly kind: 'crash'; readonly reopenMs: number }
  | { readonly kind: 'leave'; readonly reopenMs: number }
  | { readonly kind: 'wake' }
  | { readonly kind: 'partition'; readonly way: 'up' | 'down' | 'both'; readonly ms: number }
  | { readonly kind: 'reconnect'; readonly ms: number }
  | { readonly kind: 'saysOffline'; readonly ms: number; readonly isTrue: boolean }
  | { readonly kind: 'clockJump'; readonly ms: number }
  | { readonly kind: 'soldOut'; readonly product: number; readonly soldOut: boolean }
  | { readonly kind: 'newSession' }
  | { readonly kind: 'login'; readonly memberId: string }
  | { readonly kind: 'forge'; readonly way: 'user' | 'server' | 'replica' | 'rejected' | 'post' | 'again' | 'ahead' | 'unsent' }
  | { readonly kind: 'futureEvent'; readonly way: 'type' | 'version' | 'message' }
  | { readonly kind: 'outage'; readonly ms: number }
  | { readonly kind: 'restart' }
  | { readonly kind: 'serverClock'; readonly ms: number }
  | { readonly kind: 'keepCarts' }
  | { readonly kind: 'restoreCarts' }; // prettier-ignore

export type Step = StepKind & {
  /** ms after the start. */
  readonly at: number;
  readonly device: number;
  readonly tab: number;
};

export interface Plan {
  /** 64 bits; everything that the plan leaves to chance. */
  readonly seed: string;
  /** Absent: the table's server knows events. */
  readonly server?: 'plain';
  /** In what a plain server differs from the plainest. */
  readonly switches?: Partial<Switches>;
  readonly devices: readonly DevicePlan[];
  readonly rates: Partial<Rates>;
  readonly steps: readonly Step[];
  /** Phase one lasts so long, ms. */
  readonly lengthMs: number;
  /** The server makes a checkpoint after so many versions; absent: as often as the real one. */
  readonly checkpointEvery?: number;
}

const day = 24 * 3_600_000;

/** The plan of a seed: a few diners in a hurry and a bad day for the network. */
export function planOf(seed: string): Plan {
  const random = randomOf(seed).fork('plan');
  const devices = devicesOf(random);
  const lengthMs = random.between(8, 40) * 800;
  const steps: Step[] = [];
  const count = random.between(8, 16 + 4 * devices.length);
  // Bursts: what happens at the same moment is what collides.
  let at = 500;
  for (let index = 0; index < count; index += 1) {
    at = random.chance(0.6) ? at + random.int(150) : random.between(300, lengthMs);
    const device = random.int(devices.length);
    const step = { at: at % lengthMs, device, tab: random.int(devices[device]!.tabs) };
    steps.push({ ...step, ...(random.chance(0.72) ? dinersStep(random) : fateStep(random)) });
  }
  // A change of session throws away most of what came before, so it is rare.
  if (random.chance(0.12))
    steps.push({ kind: 'newSession', at: random.between(2_000, lengthMs), device: 0, tab: 0 });
  // Streams of their own: what came later leaves the older plans as they were.
  const isPlain = randomOf(seed)
    .fork('server')
    .chance(1 / 3);
  if (!isPlain) steps.push(...loginsOf(randomOf(seed).fork('logins'), devices, lengthMs));
  steps.sort((a, b) => a.at - b.at);
  const server = isPlain ? { server: 'plain' as const } : {};
  return withClasses({ seed, ...server, devices, rates: ratesOf(random), steps, lengthMs });
}

/** O4: some become members, now and then one who sits there with another phone already. */
function loginsOf(random: Random, devices: readonly DevicePlan[], lengthMs: number): Step[] {
  return devices.flatMap(({ tabs }, device) => {
    if (!random.chance(0.15)) return [];
    const memberId = random.chance(0.2) ? 'u1' : `m${device + 1}`;
    return [{ kind: 'login', memberId, at: random.between(1_000, lengthMs), device, tab: random.int(tabs) }];
  });
}

function devicesOf(random: Random): DevicePlan[] {
  const count = random.chance(0.75) ? random.between(2, 4) : random.between(5, 8);
  return Array.from({ length: count }, (_, index) => ({
    // Now and then one member sits there with two phones.
    userId: index > 0 && random.chance(0.08) ? 'u1' : `u${index + 1}`,
    tabs: random.chance(0.2) ? 2 : 1,
    locks: !random.chance(0.15),
    skewMs: random.chance(0.3) ? random.pick([-day, -600_000, -3_000, 3_000, 240_000, 600_000, day]) : 0,
    older: random.chance(0.1),
  }));
}

/** Each run has a few kinds of faults: all at once would hide what each of them does. */
function ratesOf(random: Random): Partial<Rates> {
  const rates: Partial<Rates> = {};
  const share = random.pick([0, 0.2, 0.4, 0.7]);
  for (const fault of rateFaults) {
    if (!random.chance(share)) continue;
    const isDisk = fault.startsWith('write') || fault.startsWith('crash');
    rates[fault] = isDisk ? random.pick([0.02, 0.05, 0.1]) : random.pick([0.05, 0.15, 0.35]);
  }
  return rates;
}

/** What a diner does next. */
export function dinersStep(random: Random): StepKind {
  const roll = random.int(100);
  if (roll < 46)
    return {
      kind: 'add',
      product: random.int(4),
      variant: random.int(3),
      notes: random.int(3),
      quantity: random.between(1, 3),
    };
  if (roll < 64) return { kind: 'decrease', line: random.int(6), quantity: random.between(1, 3) };
  if (roll < 76) return { kind: 'editNotes', line: random.int(6), notes: random.int(3) };
  if (roll < 81) return { kind: 'clear', scope: random.chance(0.6) ? 'table' : 'user' };
  if (roll < 86) return { kind: 'setGuests', guests: random.between(1, 6) };
  if (roll < 91) return { kind: 'setOrderType', orderType: random.int(5) };
  return { kind: 'place', twice: random.chance(0.15) };
}

function fateStep(random: Random): StepKind {
  const roll = random.int(100);
  if (roll < 20) return { kind: 'crash', reopenMs: random.pick([50, 400, 3_000, 15_000]) };
  if (roll < 26) return { kind: 'leave', reopenMs: random.pick([50, 2_000]) };
  if (roll < 32) return { kind: 'wake' };
  if (roll < 50)
    return {
      kind: 'partition',
      way: random.pick(['up', 'down', 'both'] as const),
      ms: random.pick([800, 4_000, 15_000]),
    };
  if (roll < 60) return { kind: 'reconnect', ms: random.pick([100, 2_000, 9_000]) };
  if (roll < 70)
    return { kind: 'clockJump', ms: random.pick([-day, day, -400_000, 400_000, 200_000, 3_600_000]) };
  if (roll < 80) return { kind: 'soldOut', product: random.int(4), soldOut: random.chance(0.6) };
  if (roll < 92)
    return { kind: 'forge', way: random.pick(['user', 'server', 'replica', 'rejected', 'post'] as const) };
  return { kind: 'futureEvent', way: random.pick(['type', 'version'] as const) };
}
