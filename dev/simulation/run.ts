/**
 * Runs a plan in two phases:
 *
 *     phase 1   taps and faults       watch.ts checks each moment
 *     heal      faults end, closed tabs open again
 *     phase 2   no taps, no faults    phones and server must agree (verdict.ts), then ask no more
 *
 * All time is virtual and all randomness comes from the plan's seed. The same plan gives the same run.
 */
import { awakeWithinMs, checkAwake } from './checks/awake.ts';
import { checkAccount, checkAgainstCounts, checkExports, checkOrders } from './checks/final-checks.ts';
import type { Device, Setting } from './phones/device.ts';
import type { Plan } from './plan/plan.ts';
import { createRandom } from './world/random.ts';
import { Scheduler } from './world/scheduler.ts';
import { carryOut, describeDisagreement, setTable, startOfTime as start, type Servers } from './set-table.ts';
import { Violation, type World } from './world/world.ts';

export interface RunOptions extends Servers {
  /** Receives every line of the trace. */
  readonly trace?: ((line: string) => void) | undefined;
  /** More rounds of microtasks than needed. */
  readonly extraRounds?: number;
}

interface RunResult {
  /** The first broken promise. Undefined if the run passed. */
  readonly failure: string | undefined;
  /** How often each kind of event happened. */
  readonly tally: ReadonlyMap<string, number>;
  readonly fingerprint: number;
  readonly tasks: number;
}

/** Longer than every back-off, poll and timeout together, ms. */
const healWithinMs = 150_000;
/** Once all agree, tabs send few requests: at most `requestsPerTab` in `ms`. */
const quiet = { ms: 30_000, requestsPerTab: 2 };

export async function run(plan: Plan, options: RunOptions): Promise<RunResult> {
  const tally = new Map<string, number>();
  const count = (what: string) => tally.set(what, (tally.get(what) ?? 0) + 1);
  const clock = new Scheduler(start, options.extraRounds);
  let failure: string | undefined;
  let isHealed = false;
  /** After an outage there are no other faults until `checkAwake` has seen which phones send again. */
  let fairUntil = 0;
  const world: World = {
    clock,
    random: createRandom(plan.seed).fork('run'),
    strikes(fault, random) {
      const strikes = random.chance(plan.rates[fault] ?? 0) && !isHealed && clock.now >= fairUntil;
      if (strikes) {
        count(fault);
        world.note(() => `fault: ${fault}`);
      }
      return strikes;
    },
    count,
    note: (text) => options.trace?.(`${String(clock.now - start).padStart(7)} ${text()}`),
    fail(rule, what) {
      failure ??= `${rule}: ${what}`;
    },
  };
  const { setting, devices } = setTable(world, options, plan);
  const tabs = devices.flatMap((device) => device.tabs);
  for (const { plan, index } of devices)
    if (!plan.locks && plan.tabs > 1) setting.watch.ledger.recordMissingLocks(index);
  const checkTabs = () => {
    for (const tab of tabs) if (tab.isDirty) setting.watch.checkShown(tab);
    if (failure) throw new Violation(failure);
  };

  try {
    for (const tab of tabs) {
      const { joinsAt = 0 } = tab.device.plan;
      clock.after(joinsAt + tab.device.random.drawInt(400), () => tab.open());
    }
    for (const step of plan.steps) clock.after(step.at, () => carryOut(setting, devices, step));
    const isDown = () => clock.now < setting.outage.until;
    for (const step of plan.steps)
      if (step.kind === 'outage')
        clock.after(step.at + step.ms, () => {
          fairUntil = clock.now + awakeWithinMs;
          checkAwake(world, devices, isDown);
        });
    await clock.runUntil(start + plan.lengthMs, checkTabs);

    isHealed = true;
    world.note(() => '— healed —');
    setting.plain?.keepOthersOut();
    setting.outage.until = 0;
    for (const { userId, event } of setting.unsent) await setting.server.take(userId, [event], {}, false);
    for (const device of devices) device.heal();
    setting.groups.healAll();
    // Phones cannot detect an answer of a lagging copy. Its admin closes the connections, so that phones read again.
    for (const { page } of tabs) {
      if (!page?.gotStale) continue;
      setting.groups.breakAll(({ life }) => life === page.life, 300);
      // A background tab has no connection of its own, so all tabs of the phone are disconnected.
      page.wake.next();
    }
    for (const tab of tabs) if (!tab.page) tab.open();
    await converge(world, setting, devices, checkTabs);
    // A reopened page must continue with the disk, even if the page before continued in memory.
    for (const tab of tabs) if (tab.page?.inMemory || world.random.chance(0.2)) tab.crash(100);
    await converge(world, setting, devices, checkTabs);
    if (!setting.plain) {
      checkAccount(world, setting.watch.ledger, setting.server);
      checkAgainstCounts(world, setting.server.whole);
      checkOrders(world, setting.watch.ledger, setting.server);
    }
    await checkExports(world, devices);
    await checkQuiet(world, setting, devices, tally, checkTabs);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
  } finally {
    for (const { page } of tabs) page?.life.end();
  }
  return { failure, tally, fingerprint: clock.fingerprint, tasks: clock.tasks };
}

/** Phase two: within `healWithinMs` of virtual time all phones agree with the server. */
async function converge(
  { clock, fail, count }: World,
  setting: Setting,
  devices: readonly Device[],
  afterEach: () => void,
): Promise<void> {
  const until = clock.now + healWithinMs;
  let reason: string | undefined;
  do {
    await clock.runUntil(clock.now + 1_000, afterEach);
    // Diners ask for the outcome of their orders.
    for (const { tabs } of devices)
      for (const { page } of tabs) if (page?.isPlacing === 0) void page.engine?.resumePlacement();
    reason = describeDisagreement(setting, devices);
  } while (reason !== undefined && clock.now < until);
  if (reason === undefined) return count(setting.plain ? 'plain:agreed' : 'agreed');
  fail('convergence', reason);
  afterEach();
}

/** Checks that phones and server still agree after a while, and that phones do not keep asking. */
async function checkQuiet(
  { clock, fail }: World,
  setting: Setting,
  devices: readonly Device[],
  tally: ReadonlyMap<string, number>,
  afterEach: () => void,
): Promise<void> {
  // Requests that are under way may still arrive.
  await clock.runUntil(clock.now + quiet.ms, afterEach);
  const countRequests = () =>
    ['post', 'clear', 'snapshot', 'place'].reduce((sum, kind) => sum + (tally.get(`sent:${kind}`) ?? 0), 0);
  const before = countRequests();
  await clock.runUntil(clock.now + quiet.ms, afterEach);
  // Phones read the cart of a snapshot server every 10 s, and once more after their order was placed.
  const perTab = setting.plain ? quiet.ms / 10_000 + 3 : quiet.requestsPerTab;
  const allowed = perTab * devices.flatMap(({ tabs }) => tabs).length;
  if (countRequests() - before > allowed)
    fail('G6', `${countRequests() - before} requests in ${quiet.ms} ms though all agree`);
  const reason = describeDisagreement(setting, devices);
  if (reason !== undefined) fail('convergence', `did not last: ${reason}`);
  afterEach();
}
