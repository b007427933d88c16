/** Draws the plan of a seed. */
import { chooseDinersStep } from './diners-steps.ts';
import { addClasses } from './plan-classes.ts';
import { rateFaults, type DevicePlan, type Plan, type Rates, type Step, type StepKind } from './plan.ts';
import { createRandom, type Random } from '../world/random.ts';

const day = 24 * 3_600_000;

/** A few diners who tap quickly, and a bad network. */
export function planOf(seed: string): Plan {
  const random = createRandom(seed).fork('plan');
  const devices = drawDevices(random);
  const lengthMs = random.between(8, 40) * 800;
  const steps: Step[] = [];
  const count = random.between(8, 16 + 4 * devices.length);
  // In bursts, because only steps of the same moment can conflict.
  let at = 500;
  for (let index = 0; index < count; index += 1) {
    at = random.chance(0.6) ? at + random.drawInt(150) : random.between(300, lengthMs);
    const device = random.drawInt(devices.length);
    const step = { at: at % lengthMs, device, tab: random.drawInt(devices[device]!.tabs) };
    steps.push({ ...step, ...(random.chance(0.72) ? chooseDinersStep(random) : drawFateStep(random)) });
  }
  // Rare, because a new session discards most of the events before it.
  if (random.chance(0.12))
    steps.push({ kind: 'newSession', at: random.between(2_000, lengthMs), device: 0, tab: 0 });
  // Streams of their own, so that later additions leave older plans unchanged.
  const isPlain = createRandom(seed)
    .fork('server')
    .chance(1 / 3);
  if (!isPlain) steps.push(...drawLogins(createRandom(seed).fork('logins'), devices, lengthMs));
  steps.sort((a, b) => a.at - b.at);
  const server = isPlain ? { server: 'plain' as const } : {};
  return addClasses({ seed, ...server, devices, rates: drawRates(random), steps, lengthMs });
}

/** Some guests log in, a few of them as a member who already has another phone at the table. */
function drawLogins(random: Random, devices: readonly DevicePlan[], lengthMs: number): Step[] {
  return devices.flatMap(({ tabs }, device) => {
    if (!random.chance(0.15)) return [];
    const memberId = random.chance(0.2) ? 'u1' : `m${device + 1}`;
    return [
      { kind: 'login', memberId, at: random.between(1_000, lengthMs), device, tab: random.drawInt(tabs) },
    ];
  });
}

function drawDevices(random: Random): DevicePlan[] {
  const count = random.chance(0.75) ? random.between(2, 4) : random.between(5, 8);
  return Array.from({ length: count }, (_, index) => ({
    // Rarely, one member has two phones.
    userId: index > 0 && random.chance(0.08) ? 'u1' : `u${index + 1}`,
    tabs: random.chance(0.2) ? 2 : 1,
    locks: !random.chance(0.15),
    skewMs: random.chance(0.3) ? random.pick([-day, -600_000, -3_000, 3_000, 240_000, 600_000, day]) : 0,
    older: random.chance(0.1),
  }));
}

/** Each run has a few kinds of faults. With all of them at once, one fault would hide the effect of another. */
function drawRates(random: Random): Partial<Rates> {
  const rates: Partial<Rates> = {};
  const share = random.pick([0, 0.2, 0.4, 0.7]);
  for (const fault of rateFaults) {
    if (!random.chance(share)) continue;
    const isDisk = fault.startsWith('write') || fault.startsWith('crash');
    rates[fault] = isDisk ? random.pick([0.02, 0.05, 0.1]) : random.pick([0.05, 0.15, 0.35]);
  }
  return rates;
}

function drawFateStep(random: Random): StepKind {
  const roll = random.drawInt(100);
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
  if (roll < 80) return { kind: 'soldOut', product: random.drawInt(4), soldOut: random.chance(0.6) };
  if (roll < 92)
    return { kind: 'forge', way: random.pick(['user', 'server', 'replica', 'rejected', 'post'] as const) };
  return { kind: 'futureEvent', way: random.pick(['type', 'version'] as const) };
}
