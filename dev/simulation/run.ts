/** One run of a plan: phase one with everything that goes wrong, then phase two, in which it all must come right. */
import { awakeWithinMs, checkAwake } from './checks/awake.ts';
import { accountFor, checkAgainstCounts, checkExports, checkOrders } from './checks/verdict.ts';
import type { Device, Setting } from './phones/device.ts';
import type { Plan } from './plan/plan.ts';
import { randomOf } from './world/random.ts';
import { Scheduler } from './world/scheduler.ts';
import { carryOut, disagreementOf, setTable, startOfTime as start, type Servers } from './set-table.ts';
import { Violation, type World } from './world/world.ts';

export interface RunOptions extends Servers {
  /** Gets every line of the trace. */
  readonly trace?: ((line: string) => void) | undefined;
  /** More rounds of microtasks than needed. */
  readonly extraRounds?: number;
}

interface RunResult {
  /** The first promise that was broken; undefined: none. */
  readonly failure: string | undefined;
  /** How often what happened. */
  readonly tally: ReadonlyMap<string, number>;
  readonly fingerprint: number;
  readonly tasks: number;
}

/** Longer than every back-off, poll and timeout together, ms. */
const healWithinMs = 150_000;
/** Once all agree nobody has anything to ask: so long, ms, and with so many questions at most for each tab. */
const quiet = { ms: 30_000, requestsPerTab: 2 };

export async function run(plan: Plan, options: RunOptions): Promise<RunResult> {
  const tally = new Map<string, number>();
  const count = (what: string) => tally.set(what, (tally.get(what) ?? 0) + 1);
  const clock = new Scheduler(start, options.extraRounds);
  let failure: string | undefined;
  let isHealed = false;
  /** G7: after an outage nothing else goes wrong until it is known who has come back. */
  let fairUntil = 0;
  const world: World = {
    clock,
    random: randomOf(plan.seed).fork('run'),
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
  const afterEach = () => {
    for (const tab of tabs) if (tab.isDirty) setting.watch.checkShown(tab);
    if (failure) throw new Violation(failure);
  };

  try {
    for (const tab of tabs) {
      const { joinsAt = 0 } = tab.device.plan;
      clock.after(joinsAt + tab.device.random.int(400), () => tab.open());
    }
    for (const step of plan.steps) clock.after(step.at, () => carryOut(setting, devices, step));
    const isDown = () => clock.now < setting.outage.until;
    for (const step of plan.steps)
      if (step.kind === 'outage')
        clock.after(step.at + step.ms, () => {
          fairUntil = clock.now + awakeWithinMs;
          checkAwake(world, devices, isDown);
        });
    await clock.runUntil(start + plan.lengthMs, afterEach);

    isHealed = true;
    world.note(() => '— healed —');
    setting.plain?.keepOthersOut();
    setting.outage.until = 0;
    for (const { userId, event } of setting.unsent) await setting.server.take(userId, [event], {}, false);
    for (const device of devices) device.heal();
    setting.groups.healAll();
    // What a copy that lags behind has answered no phone can tell: whoever runs the copy closes its connections.
    for (const { page } of tabs) {
      if (!page?.gotStale) continue;
      setting.groups.breakAll(({ life }) => life === page.life, 300);
      // A tab in the background has no connection of its own.
      page.wake.next();
    }
    for (const tab of tabs) if (!tab.page) tab.open();
    await converge(world, setting, devices, afterEach);
    // G3: what is on the disk is taken up again, also where the page had gone on in memory.
    for (const tab of tabs) if (tab.page?.inMemory || world.random.chance(0.2)) tab.crash(100);
    await converge(world, setting, devices, afterEach);
    if (!setting.plain) {
      accountFor(world, setting.watch.ledger, setting.server);
      checkAgainstCounts(world, setting.server.whole);
      checkOrders(world, setting.watch.ledger, setting.server);
    }
    await checkExports(world, devices);
    await staysQuiet(world, setting, devices, tally, afterEach);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
  } finally {
    for (const { page } of tabs) page?.life.end();
  }
  return { failure, tally, fingerprint: clock.fingerprint, tasks: clock.tasks };
}

/** Phase two: within a bound of virtual time everybody agrees. */
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
    // O2: the diner asks what became of the order.
    for (const { tabs } of devices)
      for (const { page } of tabs) if (page?.isPlacing === 0) void page.engine?.resumePlacement();
    reason = disagreementOf(setting, devices);
  } while (reason !== undefined && clock.now < until);
  if (reason === undefined) return count(setting.plain ? 'plain:agreed' : 'agreed');
  fail('convergence', reason);
  afterEach();
}

/** Agreement holds, and nobody goes on asking. */
async function staysQuiet(
  { clock, fail }: World,
  setting: Setting,
  devices: readonly Device[],
  tally: ReadonlyMap<string, number>,
  afterEach: () => void,
): Promise<void> {
  // What is still on its way may arrive; then it is quiet.
  await clock.runUntil(clock.now + quiet.ms, afterEach);
  const requests = () =>
    ['post', 'clear', 'snapshot', 'place'].reduce((sum, kind) => sum + (tally.get(`sent:${kind}`) ?? 0), 0);
  const before = requests();
  await clock.runUntil(clock.now + quiet.ms, afterEach);
  // P2: a plain server is asked every 10 s, and when somebody finds out late that their order was placed.
  const perTab = setting.plain ? quiet.ms / 10_000 + 3 : quiet.requestsPerTab;
  const allowed = perTab * devices.flatMap(({ tabs }) => tabs).length;
  if (requests() - before > allowed)
    fail('G6', `${requests() - before} requests in ${quiet.ms} ms though all agree`);
  const reason = disagreementOf(setting, devices);
  if (reason !== undefined) fail('convergence', `did not last: ${reason}`);
  afterEach();
}
