/** A calm table at a slow snapshot server. No diner clears or orders, so a diner's lines change only by that diner's taps. */
import { chooseDinersStep } from './diners-steps.ts';
import type { DevicePlan, Plan, Step, StepKind } from './plan.ts';
import { createRandom, type Random } from '../world/random.ts';

const lengthMs = 60_000;

export function planSlowEvening(seed: string): Plan {
  const random = createRandom(seed).fork('slow evening');
  const devices = Array.from({ length: random.between(1, 3) }, (_, index): DevicePlan => ({
    userId: `u${index + 1}`,
    tabs: 1,
    locks: true,
    skewMs: 0,
    older: false,
  }));
  const steps = devices.flatMap((_, device) => {
    // A slow answer may overwrite the second of two quick taps.
    const taps = Array.from({ length: random.between(2, 10) }, () => drawCalmStep(random));
    let at = random.between(500, 3_000);
    return taps.map((kind): Step => {
      at += random.pick([200, 2_000, 7_000]);
      return { ...kind, at, device, tab: 0 };
    });
  });
  if (random.chance(0.3)) {
    const at = random.between(2_000, lengthMs / 2);
    steps.push({ kind: 'crash', reopenMs: 400, at, device: 0, tab: 0 });
  }
  return {
    seed,
    server: 'plain',
    devices,
    rates: {
      slowAnswer: random.pick([0, 0.2, 0.5]),
      lateWork: random.pick([0.2, 0.4]),
      answerLost: random.pick([0, 0.1]),
    },
    steps: steps.toSorted((a, b) => a.at - b.at),
    lengthMs,
  };
}

/** Draws a tap that changes only the diner's own lines or the number of guests. */
function drawCalmStep(random: Random): StepKind {
  for (;;) {
    const step = chooseDinersStep(random);
    if (step.kind !== 'clear' && step.kind !== 'place' && step.kind !== 'setOrderType') return step;
  }
}
