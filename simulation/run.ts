/** One run of a plan: phase one with everything that goes wrong, then phase two, in which it all must come right. */
import { rejections } from '#contract/codes.ts';
import { act, place } from './phones/diner.ts';
import { Device, type Setting } from './phones/device.ts';
import { strike } from './fate.ts';
import { TableGroups } from './wire/group.ts';
import type { Plan, Step } from './plan.ts';
import type { PlainTable } from './server/plain-table.ts';
import { PlainServer } from './server/plain-server.ts';
import { plainDisagreement } from './checks/plain-verdict.ts';
import { randomOf } from './random.ts';
import type { TableRules } from './rules.ts';
import { Scheduler } from './scheduler.ts';
import { TableServer } from './server/table-server.ts';
import { accountFor, checkAgainstCounts, checkExports, checkOrders, disagreement } from './checks/verdict.ts';
import { Watch } from './checks/watch.ts';
import { Violation, type World } from './world.ts';

export interface RunOptions {
  readonly rules: TableRules;
  /** For plans whose server knows nothing of events. @param now wall clock, ms */
  readonly plainTable?: (now: () => number) => PlainTable;
  /** Gets every line of the trace. */
  readonly trace?: ((line: string) => void) | undefined;
  /** More rounds of microtasks than needed. */
  readonly extraRounds?: number;
}

export interface RunResult {
  /** The first promise that was broken; undefined: none. */
  readonly failure: string | undefined;
  /** How often what happened. */
  readonly tally: ReadonlyMap<string, number>;
  readonly fingerprint: number;
  readonly tasks: number;
}

const start = 1_700_000_000_000;
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
  const world: World = {
    clock,
    random: randomOf(plan.seed).fork('run'),
    strikes(fault, random) {
      const strikes = !isHealed && random.chance(plan.rates[fault] ?? 0);
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
  const setting = settle(world, options, plan);
  const devices = plan.devices.map((device, index) => new Device(setting, index, device));
  const tabs = devices.flatMap((device) => device.tabs);
  for (const { plan, index } of devices)
    if (!plan.locks && plan.tabs > 1) setting.watch.ledger.hasNoLocks(index);
  const afterEach = () => {
    for (const tab of tabs) if (tab.isDirty) setting.watch.look(tab);
    if (failure) throw new Violation(failure);
  };

  try {
    for (const tab of tabs) clock.after(tab.device.random.int(400), () => tab.open());
    for (const step of plan.steps) clock.after(step.at, () => carryOut(setting, devices, step));
    await clock.runUntil(start + plan.lengthMs, afterEach);

    isHealed = true;
    world.note(() => '— healed —');
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
      checkAgainstCounts(world, setting.server.log);
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

function settle(
  world: World,
  { rules, plainTable }: RunOptions,
  { server: kind, devices: phones }: Plan,
): Setting {
  const groups = new TableGroups(world);
  const watch = new Watch(world);
  const server = new TableServer(
    world,
    rules,
    ({ sessionId, version, view }) => groups.announce(sessionId, { version, known: view.known, sessionId }),
    (event, code) => {
      // T4: what was ahead of the clock is minted anew.
      if (code !== rejections.clockAhead) watch.ledger.rejects(event);
      else watch.ledger.mintsAnew(event);
    },
  );
  if (kind === 'plain' && !plainTable) throw new Error('a plan with a plain server needs its table');
  const plain =
    kind === 'plain' && plainTable
      ? new PlainServer(
          world,
          plainTable(() => world.clock.now),
        )
      : undefined;
  if (plain) world.count('plain');
  return { world, server, plain, phones, groups, watch };
}

function carryOut(setting: Setting, devices: readonly Device[], step: Step): void {
  const device = devices[step.device % devices.length]!;
  const tab = device.tabs[step.tab % device.tabs.length]!;
  switch (step.kind) {
    case 'add':
    case 'decrease':
    case 'editNotes':
    case 'clear':
    case 'setGuests':
    case 'setOrderType':
      return act(tab, step);
    case 'place':
      place(tab);
      if (step.twice) {
        setting.world.count('placedWithTwoTaps');
        place(tab);
      }
      return;
    default:
      return strike(setting, devices, device, step);
  }
}

function disagreementOf({ server, plain }: Setting, devices: readonly Device[]): string | undefined {
  return plain ? plainDisagreement(devices, plain) : disagreement(devices, server);
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
  const allowed = quiet.requestsPerTab * devices.flatMap(({ tabs }) => tabs).length;
  if (requests() - before > allowed)
    fail('G6', `${requests() - before} requests in ${quiet.ms} ms though all agree`);
  const reason = disagreementOf(setting, devices);
  if (reason !== undefined) fail('convergence', `did not last: ${reason}`);
  afterEach();
}
