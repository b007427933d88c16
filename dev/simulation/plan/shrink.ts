/** From a failing plan to a small one: what can be left out while it still fails is left out. */
import type { Plan, RateFault, Rates, Step } from './plan.ts';

/** True when the plan fails. */
export type Fails = (plan: Plan) => Promise<boolean>;

/** @param budget so many runs at most */
export async function shrink(plan: Plan, fails: Fails, budget = 800): Promise<Plan> {
  let left = budget;
  let best = plan;
  const attempt = async (smaller: Plan): Promise<boolean> => {
    // What is left out shifts the chances of the rest: another seed may bring the failure back.
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
    for (const fault of Object.keys(best.rates) as RateFault[]) await attempt(withoutFault(best, fault));
    await dropSteps(() => best, attempt);
    await dropDevices(() => best, attempt);
    for (let index = 0; index < best.devices.length; index += 1) await attempt(withPlainDevice(best, index));
    const last = best.steps.at(-1)?.at ?? 0;
    if (last + 1_000 < best.lengthMs) await attempt({ ...best, lengthMs: last + 1_000 });
  }
  return best;
}

/** Halves first, then quarters … then one by one. */
async function dropSteps(best: () => Plan, attempt: (plan: Plan) => Promise<boolean>): Promise<void> {
  for (let size = Math.ceil(best().steps.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
    for (let from = 0; from < best().steps.length;) {
      const steps = best().steps.filter((_, index) => index < from || index >= from + size);
      if (!(await attempt({ ...best(), steps }))) from += size;
    }
  }
}

/** From the last on: a device's stream of chance hangs on its place. */
async function dropDevices(best: () => Plan, attempt: (plan: Plan) => Promise<boolean>): Promise<void> {
  while (best().devices.length > 1) {
    const devices = best().devices.slice(0, -1);
    const steps = best().steps.filter(({ device }: Step) => device < devices.length);
    if (!(await attempt({ ...best(), devices, steps }))) return;
  }
}

function withoutFault(plan: Plan, fault: RateFault): Plan {
  const rates: Partial<Rates> = { ...plan.rates };
  delete rates[fault];
  return { ...plan, rates };
}

/** One tab, a right clock, the newest app. */
function withPlainDevice(plan: Plan, index: number): Plan {
  const devices = plan.devices.map((device, place) =>
    place === index ? { ...device, tabs: 1, skewMs: 0, older: false } : device,
  );
  return { ...plan, devices };
}
