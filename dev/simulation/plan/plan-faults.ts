/** Adds rare faults to a plan: orders with an unknown outcome, servers that refuse, events that reach no server. */
import { addOf, tapOf } from './diners-steps.ts';
import { serverFaults, type Plan, type Rates, type Step, type StepKind } from './plan.ts';
import type { Random } from '../world/random.ts';

/** A diner places an order, and the connection breaks at once. The diner then taps again, asks, or reopens the page. */
export function planOrdersInDoubt(random: Random, { server, devices, lengthMs }: Plan): Step[] {
  if (!random.chance(server === 'plain' ? 0.9 : 0.8)) return [];
  const steps: Step[] = [];
  for (let count = random.between(1, 3); count > 0; count -= 1) {
    const device = random.drawInt(devices.length);
    const tab = random.drawInt(devices[device]!.tabs);
    // Early, so that the following steps do not make the run longer.
    const placedAt = random.between(2_000, Math.max(4_000, lengthMs / 2));
    const go = (after: number, kind: StepKind) => steps.push({ ...kind, at: placedAt + after, device, tab });
    go(-random.between(300, 1_500), addOf(random.drawInt(4), 0));
    if (random.chance(0.3))
      go(-random.between(10, 200), {
        kind: 'saysOffline',
        ms: random.pick([500, 4_000]),
        isTrue: random.chance(0.3),
      });
    go(0, { kind: 'place', twice: false });
    const isQuick = random.chance(server === 'plain' ? 0.4 : 0.65);
    // The order reaches the server, and the page closes before the answer.
    if (isQuick) go(random.between(60, 260), { kind: 'crash', reopenMs: 50 });
    if (!isQuick && random.chance(0.85))
      go(random.between(100, 900), {
        kind: 'partition',
        way: random.pick(['up', 'down', 'both'] as const),
        ms: random.pick([1_000, 4_000, 20_000]),
      });
    if (!isQuick && random.chance(0.5))
      go(random.between(200, 1_500), { kind: 'crash', reopenMs: random.pick([50, 2_000]) });
    // The next tap comes while the phone still asks for the outcome, or after it has stopped.
    if (random.chance(0.85))
      go(random.pick([random.between(500, 4_000), random.between(4_000, 12_000)]), {
        kind: 'place',
        twice: false,
      });
    for (let asks = random.drawInt(server === 'plain' ? 5 : 3); asks > 0; asks -= 1) {
      const askedAt = random.between(500, 15_000);
      go(askedAt, { kind: 'askPlacement', keepOn: random.chance(0.6) });
      // The diner opens another page before the answer.
      if (random.chance(0.25)) go(askedAt + random.between(5, 60), { kind: 'leave', reopenMs: 50 });
    }
    if (random.chance(0.3)) go(random.between(3_000, 12_000), { kind: 'wake' });
  }
  return steps;
}

/** A phone publishes events to the table that the server receives only much later, while the others continue to tap. */
export function planUnsent(random: Random, { devices, lengthMs }: Plan): Step[] {
  if (!random.chance(0.2)) return [];
  const at = random.between(1_500, lengthMs);
  const steps: Step[] = [
    { kind: 'forge', way: 'unsent', at, device: random.drawInt(devices.length), tab: 0 },
  ];
  for (const [device] of devices.entries())
    if (random.chance(0.7)) steps.push(tapOf(random, device, at + random.between(300, 2_500)));
  // After this time a phone doubts the published events.
  steps.push(tapOf(random, 0, at + random.between(12_000, 16_000)));
  return steps;
}

/** The disk is full when a diner taps and then orders at once. */
export function planFullDisks(
  random: Random,
  { devices, lengthMs }: Plan,
): { readonly steps: readonly Step[]; readonly rates: Partial<Rates> } {
  if (!random.chance(0.2)) return { steps: [], rates: {} };
  const steps = devices.flatMap((_, device): Step[] => {
    const at = random.between(1_500, lengthMs);
    return [
      tapOf(random, device, at),
      { kind: 'place', twice: false, at: at + random.drawInt(6), device, tab: 0 },
    ];
  });
  return { steps, rates: { writeQuota: 0.25 } };
}

/** The session ends while changes are under way. */
export function planSessionEnds(random: Random, { devices, lengthMs }: Plan): Step[] {
  if (!random.chance(0.1)) return [];
  const at = random.between(1_500, lengthMs);
  const taps = devices.map((_, device) => tapOf(random, device, at - random.drawInt(60)));
  return [...taps, { kind: 'newSession', at, device: 0, tab: 0 }];
}

/** In some runs the server is slow. */
export function chooseSlowFaults(random: Random, isPlain: boolean): Partial<Rates> {
  if (!random.chance(isPlain ? 0.5 : 0.15)) return {};
  return { slowAnswer: random.pick([0, 0.1, 0.3]), lateWork: random.pick([0.1, 0.3]) };
}

/** Few faults with low rates, because most runs should test the normal work. */
export function chooseServerFaults(random: Random, isPlain: boolean, hasUnsent: boolean): Partial<Rates> {
  const rates: Partial<Rates> = {};
  const isUnsure = () => {
    // A phone that restarts its log gets no answer, or one of a lagging copy.
    rates.staleSnapshot = random.pick([0.05, 0.35]);
    rates.wholeFails = random.pick([0.3, 0.7]);
  };
  if (hasUnsent && random.chance(0.7)) isUnsure();
  if (!isPlain) rates.otherParty = random.pick([0, 0.8]);
  if (!random.chance(0.4)) return rates;
  for (const fault of serverFaults) {
    if (fault === 'otherParty' || fault === 'wholeFails' || !random.chance(0.5)) continue;
    const isOften = fault === 'heldByACopy' || fault === 'otherDigest';
    rates[fault] = random.pick(isOften ? [0.3, 0.7] : [0.05, 0.12, 0.25]);
    if (isOften && random.chance(0.7)) isUnsure();
  }
  return rates;
}
