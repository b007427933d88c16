/**
 * Adds classes of events to a plan, in addition to the diners' taps: checkpoints, restarts and outages of the server, late
 * phones, a diner with very many taps, forged events. Each class draws from a random stream of its own. A new class
 * therefore leaves the others unchanged for the same seed.
 */
import { codes } from '#contract/codes.ts';
import { addOf, chooseDinersStep, tapOf } from './diners-steps.ts';
import {
  planFullDisks,
  planOrdersInDoubt,
  chooseServerFaults,
  planSessionEnds,
  chooseSlowFaults,
  planUnsent,
} from './plan-faults.ts';
import { isLeftOut } from './left-out.ts';
import type { DevicePlan, Plan, Step, StepKind } from './plan.ts';
import {
  switchNames,
  switchTable,
  type SwitchName,
  type Switches,
} from '#testing/foreign-server/switches.ts';
import { createRandom, type Random } from '../world/random.ts';

/** Versions between two checkpoints. The last value is the real server's. */
const intervals = [2, 3, 5, 8, 16, 32, 64, 128] as const;

/** Lengths of an outage, s. */
const outages = [1, 2, 3, 5, 8, 13, 20, 30, 45, 60] as const;

/** A step that concerns the whole table. @param at ms after the start */
const createTableStep = (at: number, kind: StepKind): Step => ({ ...kind, at, device: 0, tab: 0 });

export function addClasses(plan: Plan): Plan {
  const stream = (label: string): Random => createRandom(plan.seed).fork(label);
  const isPlain = plan.server === 'plain';
  const broken = drawOutages(stream('outages'), plan, isPlain);
  const long = isPlain ? [] : drawLongRun(stream('long run'));
  const tried = drawTries(stream('tries'), plan);
  const unreceived = drawFutureEvents(stream('unheard'), plan);
  // After an outage, phones must send soon. Without other delays, this can be checked.
  const isDown = broken.some(({ kind }) => kind === 'outage');
  const orders = isDown ? [] : planOrdersInDoubt(stream('orders in doubt'), plan);
  const unsent = isPlain || isDown ? [] : planUnsent(stream('unsent'), plan);
  const ending = isPlain ? [] : planSessionEnds(stream('sessions ending'), plan);
  const full = planFullDisks(stream('full disks'), plan);
  const faults = [...orders, ...unsent, ...ending, ...full.steps];
  const steps = [...plan.steps, ...broken, ...long, ...tried, ...unreceived, ...faults];
  if (isPlain) steps.push(...drawServerFaults(stream('server troubles'), plan));
  const switches = isPlain ? drawSwitches(stream('switches')) : undefined;
  const late = drawNewcomers(stream('newcomers'), plan, steps);
  steps.push(...late.steps);
  steps.sort((a, b) => a.at - b.at);
  const last = Math.max(...steps.map((step) => step.at + (step.kind === 'outage' ? step.ms + 8_000 : 1_000)));
  return {
    ...plan,
    ...(!isPlain && { checkpointEvery: stream('checkpoints').pick(intervals) }),
    ...(switches && { switches }),
    rates: {
      ...plan.rates,
      ...full.rates,
      ...(!isDown && chooseServerFaults(stream('server faults'), isPlain, unsent.length > 0)),
      ...(!isDown && chooseSlowFaults(stream('slow'), isPlain)),
    },
    devices: [...plan.devices, ...late.devices],
    steps,
    lengthMs: Math.max(plan.lengthMs, last),
  };
}

/** Outages, some of which end with a restart of the server, and restarts alone. */
function drawOutages(random: Random, { lengthMs }: Plan, isPlain: boolean): Step[] {
  const steps: Step[] = [];
  if (random.chance(0.12)) {
    const at = random.between(1_000, lengthMs);
    const ms = 1_000 * random.pick(outages);
    steps.push(createTableStep(at, { kind: 'outage', ms }));
    if (!isPlain && random.chance(0.5)) steps.push(createTableStep(at + ms - 1, { kind: 'restart' }));
  }
  if (!isPlain && random.chance(0.25))
    for (let count = random.between(1, 3); count > 0; count -= 1)
      steps.push(createTableStep(random.between(1_000, lengthMs), { kind: 'restart' }));
  return steps;
}

/** More than a hundred taps of one diner, with two clears of their own cart. */
function drawLongRun(random: Random): Step[] {
  if (!random.chance(0.02)) return [];
  const steps: Step[] = [];
  let at = 1_000;
  const go = (kind: StepKind) => {
    at += random.between(15, 60);
    steps.push({ ...kind, at, device: 0, tab: 0 });
  };
  for (let round = 0; round < 2; round += 1) {
    for (let count = random.between(52, 70); count > 0; count -= 1)
      go(addOf(random.drawInt(4), random.drawInt(3)));
    go({ kind: 'clear', scope: 'user' });
    // A new diner has time to join between the clear and the next taps.
    at += random.between(500, 6_000);
  }
  for (let count = random.between(5, 30); count > 0; count -= 1) go(addOf(random.drawInt(4), 0));
  return steps;
}

/** Probabilities of forged events that the event server, or phones at a snapshot server, must refuse. */
const tries = { again: 0.3, ahead: 0.12, rejected: 0.5 } as const;

function drawTries(random: Random, { server, devices, lengthMs }: Plan): Step[] {
  const ways = server === 'plain' ? (['rejected', 'rejected'] as const) : (['again', 'ahead'] as const);
  return ways.flatMap((way): Step[] => {
    if (!random.chance(tries[way])) return [];
    const at = random.between(2_000, lengthMs);
    const device = random.drawInt(devices.length);
    const forged: Step = { kind: 'forge', way, at, device, tab: 0 };
    // The other phones must have received the event that is rejected, but not yet in a cart of the server.
    return way === 'rejected' ? [tapOf(random, device, at - random.between(100, 400)), forged] : [forged];
  });
}

/** Messages and events of kinds that this program does not know. */
function drawFutureEvents(random: Random, { lengthMs }: Plan): Step[] {
  return (['message', 'type', 'version'] as const).flatMap((way) =>
    random.chance(0.06) ? [createTableStep(random.between(500, lengthMs), { kind: 'futureEvent', way })] : [],
  );
}

/** Phones that join late, some of them just after a diner cleared their cart or logged in. */
function drawNewcomers(
  random: Random,
  { devices: there, lengthMs }: Plan,
  before: readonly Step[],
): { readonly devices: readonly DevicePlan[]; readonly steps: readonly Step[] } {
  const devices: DevicePlan[] = [];
  const steps: Step[] = [];
  if (there.length > 5 || !random.chance(0.35)) return { devices, steps };
  const occasions = before.filter(
    (step) => step.kind === 'login' || (step.kind === 'clear' && step.scope === 'user'),
  );
  const ofTheirOwn = random.chance(0.5);
  if (ofTheirOwn) {
    const clear = { kind: 'clear', scope: 'user' } as const;
    const step = {
      ...clear,
      at: random.between(3_000, lengthMs),
      device: random.drawInt(there.length),
      tab: 0,
    };
    steps.push(step);
    occasions.push(step);
  }
  for (let count = random.between(1, 2); count > 0; count -= 1) {
    const joinsAt =
      occasions.length > 0 && random.chance(0.7)
        ? random.pick(occasions).at + random.between(100, 4_000)
        : random.between(2_000, lengthMs);
    const device = there.length + devices.length;
    devices.push({ userId: `n${device}`, tabs: 1, locks: true, skewMs: 0, older: false, joinsAt });
    for (let taps = random.between(1, 5); taps > 0; taps -= 1)
      steps.push({ ...chooseDinersStep(random), at: joinsAt + random.between(600, 6_000), device, tab: 0 });
  }
  return { devices, steps };
}

/** Variants of snapshot servers, which every restaurant may build in its own way, and writes by other systems. */
function drawSwitches(random: Random): Partial<Switches> {
  const switches: Record<string, unknown> = {};
  for (const name of switchNames) {
    const entry: { kind: string; values?: readonly string[] } = switchTable[name];
    if (ofOthers.includes(name) || !random.chance(0.08)) continue;
    const values = entry.values?.slice(1).filter((value) => !isLeftOut(name, value)) ?? [];
    if (values.length > 0) switches[name] = random.pick(values);
  }
  if (random.chance(0.15)) switches['othersWrite'] = random.pick(switchTable.othersWrite.values);
  switches['groupSent'] = random.pick(switchTable.groupSent.values);
  // An unknown code, and a code that says nothing about the change itself.
  if (random.chance(0.3)) {
    const code = random.pick([5_001, codes.unauthorized]);
    switches['fault'] = `refused:cartPost:${random.between(1, 6)}:${code}`;
  }
  return switches;
}

/** Switches that are drawn separately. */
const ofOthers: readonly SwitchName[] = ['othersWrite', 'groupSent'];

/** The server's clock is changed, or its carts are restored from an older copy. */
function drawServerFaults(random: Random, { lengthMs }: Plan): Step[] {
  const steps: Step[] = [];
  if (random.chance(0.2))
    steps.push(
      createTableStep(random.between(1_000, lengthMs), {
        kind: 'serverClock',
        ms: random.pick([-86_400_000, -3_600_000, -4_000, 3_600_000]),
      }),
    );
  if (random.chance(0.1)) {
    const at = random.between(1_000, lengthMs);
    steps.push(createTableStep(at / 2, { kind: 'keepCarts' }), createTableStep(at, { kind: 'restoreCarts' }));
  }
  return steps;
}
