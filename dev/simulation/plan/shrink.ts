/**
 * Reduces a failing plan to a small one. It removes faults, steps and phones one after the other. It undoes each removal
 * after which the plan no longer fails, and stops when nothing more can be removed.
 */
import type { Plan, RateFault, Rates, Step } from './plan.ts';

/** Runs a plan. Resolves with true if it fails. */
export type Fails = (plan: Plan) => Promise<boolean>;

/** @param budget the largest number of runs */
export async function shrink(plan: Plan, fails: Fails, budget = 800): Promise<Plan> {
  let left = budget;
  let best = plan;
  const attempt = async (smaller: Plan): Promise<boolean> => {
    // A removed part changes the random choices of the rest, so the failure may need another seed.
    for (let shift = 0n; shift < 3n; shift += 1n) {
      if (left <= 0) return false;
      left -= 1;
      const candidate = { ...smaller, seed: String(BigInt(smaller.seed) + shift) };
      if (!(await fails(candidate))) continue;
      best = candidate;
      return true;
    }
    return false;
  };

  for (let before: Plan | undefined; before !== best && left > 0;) {
    before = best;
    for (const fault of Object.keys(best.rates) as RateFault[]) await attempt(removeFault(best, fault));
    await dropSteps(() => best, attempt);
    await dropDevices(() => best, attempt);
    for (let index = 0; index < best.devices.length; index += 1) await attempt(withPlainDevice(best, index));
    const last = best.steps.at(-1)?.at ?? 0;
    if (last + 1_000 < best.lengthMs) await attempt({ ...best, lengthMs: last + 1_000 });
  }
  return best;
}

/** Tries to remove halves, then quarters, and at last single steps. */
async function dropSteps(best: () => Plan, attempt: (plan: Plan) => Promise<boolean>): Promise<void> {
  for (let size = Math.ceil(best().steps.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
    for (let from = 0; from < best().steps.length;) {
      const steps = best().steps.filter((_, index) => index < from || index >= from + size);
      if (!(await attempt({ ...best(), steps }))) from += size;
    }
  }
}

/** Removes the last phone first, because the random stream of a phone depends on its index. */
async function dropDevices(best: () => Plan, attempt: (plan: Plan) => Promise<boolean>): Promise<void> {
  while (best().devices.length > 1) {
    const devices = best().devices.slice(0, -1);
    const steps = best().steps.filter(({ device }: Step) => device < devices.length);
    if (!(await attempt({ ...best(), devices, steps }))) return;
  }
}

function removeFault(plan: Plan, fault: RateFault): Plan {
  const rates: Partial<Rates> = { ...plan.rates };
  delete rates[fault];
  return { ...plan, rates };
}

/** The same plan, where this phone has one tab, a correct clock and the newest app. */
function withPlainDevice(plan: Plan, index: number): Plan {
  const devices = plan.devices.map((device, place) =>
    place === index ? { ...device, tabs: 1, skewMs: 0, older: false } : device,
  );
  return { ...plan, devices };
}
