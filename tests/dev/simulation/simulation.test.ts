// @module-tag long
/**
 * The whole table in virtual time: real engines, the real server's decisions, and faults everywhere between them.
 * `SIM_SEEDS` runs more seeds, `SIM_FROM` other ones, `SIM_SEED` replays one and prints what happened.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planOf } from '#dev/simulation/plan/draw.ts';
import { rateFaults, serverFaults, slowFaults, type Plan } from '#dev/simulation/plan/plan.ts';
import { planSlowEvening } from '#dev/simulation/plan/slow-evening.ts';
import { run } from '#dev/simulation/run.ts';
import { shrink } from '#dev/simulation/plan/shrink.ts';
import { countBranches } from './branches.ts';
import { brokenPhones } from './broken-phones.ts';
import { brokenRules } from './broken-rules.ts';
import { realRules } from '#dev/simulation/real-rules.ts';
import { keepRegression, readRegressions } from './regressions.ts';

/** The decisions of the real servers, of either kind. */
const real = { rules: realRules };

const one = process.env['SIM_SEED'];
const seeds = one === undefined ? Number(process.env['SIM_SEEDS'] ?? 300) : 0;
/** A fifth more for the slow evenings. */
const slowSeeds = Math.ceil(seeds / 5);
const longMs = 240_000 + seeds * 400;

/** The first of the seeds. The daily run has other seeds each day. */
const first = Number(process.env['SIM_FROM'] ?? 1);

/** Occurrences that all runs together must contain. Otherwise they prove nothing. */
const mustHappen = [
  ...rateFaults, ...serverFaults, ...slowFaults, 'heldByACopy:all', 'saysOffline', 'forge:unsent', 'startedAgain',
  'asked:placed', 'asked:refused', 'asked:unknown', 'asked:nothing', 'turnedAway:post', 'turnedAway:place',
  'blockedUp', 'blockedDown', 'messageMissed', 'connectionBroken', 'reconnected',
  'crash', 'crashWithPending', 'crashWhilePlacing', 'leave', 'takeOver', 'reloadedUnderItsOwnReplica', 'wentOnInMemory',
  'clockJump', 'newSession', 'notice:sessionEnded', 'rejected:clockAhead', 'rejected:2025', 'rejected:alreadyOrdered',
  'confirmed', 'waiting', 'addSurvivedACut', 'tapRejected', 'tapLostBeforeItWasStored',
  'place:placed', 'place:keptLines', 'O5:leftOut', 'place:66666', 'place:2025', 'placedWithTwoTaps', 'result:unknown', 'result:notSent', 'placedAfterTheEnd',
  'forge:user', 'forge:server', 'forge:replica', 'forge:rejected', 'forge:post', 'messageDroppedAsForged',
  'future:type', 'future:version', 'toldAnotherTab', 'lockStolen', 'summedUp', 'exportedWithArchive',
  'plain', 'plain:clockSet', 'plain:cartsRestored', 'plain:post:5001', 'plain:post:66666', 'plain:overtaken', 'plain:ownCartChecked', 'plain:toldPlaced', 'clearBeforeTheServerIsKnown',
  'outage', 'serverDown', 'server:restarted', 'future:message', 'forge:again', 'forge:ahead',
  'login', 'login:moved', 'login:noAnswer', 'login:notSettled', 'login:withTwoTabs',
] as const; // prettier-ignore

/** Branches of the server. Each must be taken this often in 1 000 runs. */
const mustHappenOften = [
  'held', 'idReused', 'rejected:alreadyOrdered',
  'server:checkpointMade', 'server:checkpointLoaded', 'server:wholeLogRead', 'server:wholeLogReadToOrder',
] as const; // prettier-ignore
/** Every branch of these files must be taken as often. */
const counted = [
  'sync/parts/outbox.ts', 'sync/parts/catch-up.ts', 'sync/parts/placement.ts',
  'sync/protocols/snapshot/unanswered.ts',
  'sync/protocols/event/event-server.ts', 'sync/protocols/snapshot/snapshot-server.ts', 'sync/protocols/snapshot/cart-facts.ts',
] as const; // prettier-ignore
const often = 6;
/** Branches that random tables take less often, each with the test that shows it. */
const shownElsewhere: Readonly<Record<string, string>> = {
  'applyCart: endSession(context, true);': 'tests/sync/parts/catch-up.test.ts',
  'applySync: notify(context, {': 'e2e/counter-evening.spec.ts',
  'applyPlacementAnswer: return refuse(context, failure.code, failure.msg);':
    'tests/sync/parts/placement.test.ts',
  'markOvertaken: : []': 'tests/sync/parts/slow-answers.test.ts',
  'keepOrderedLines: || lines.length === 0': 'tests/sync/parts/slow-answers.test.ts',
  'keepOrderedLines: const ordered = sumOrdered(order);': 'tests/sync/parts/slow-answers.test.ts',
  'keepOrderedLines: return;': 'tests/sync/parts/slow-answers.test.ts',
  'keepOrderedLines: && !isInIt': 'tests/sync/parts/slow-answers.test.ts',
  'keepOrderedLines: for (const { item, quantity } of lines) notify(context, {':
    'tests/sync/parts/slow-answers.test.ts',
  'keepOrderedLines: for (const { item, quantity } of lines)': 'tests/sync/parts/slow-answers.test.ts',
  'keepOrderedLines: notify(context, {': 'tests/sync/parts/slow-answers.test.ts',
  'keepOrderedLines: ?? ""': 'tests/sync/parts/slow-answers.test.ts',
  'findUnreadLines: ? unread': 'tests/client/cart-engine/engine/others-write.test.ts',
  'isSameUnread: : now': 'tests/client/cart-engine/engine/others-write.test.ts',
  'withCategories: const known = new Map(carts.flatMap(({ lines }) => lines.map(({ item }) => [item.productId, item.cat':
    'tests/sync/parts/cart-without-categories.test.ts',
  'dropPrepared: ?.postId': 'tests/client/cart-engine/engine/tabs.test.ts',
  'applyOpenOrder: : null': 'tests/sync/parts/outbox.test.ts',
};

/** Started before anything has run, because compiled code is not counted. */
const branchesOf = seeds < 300 ? undefined : await countBranches();

// Plain functions, because a spy would keep the arguments of millions of calls.
const { warn, info, error } = console;
const silence = () => {};
beforeAll(() => void Object.assign(console, { warn: silence, info: silence, error: silence }));
afterAll(() => void Object.assign(console, { warn, info, error }));

const findFailure = async (plan: Plan) => (await run(plan, { ...real })).failure;

/** The broken rule without the particulars. */
const getRule = (failure: string) => failure.slice(0, failure.indexOf(':'));

async function report(seed: string, failure: string): Promise<string> {
  const rule = getRule(failure);
  const plan = await shrink(planOf(seed), async (smaller) => {
    const again = await findFailure(smaller);
    return again !== undefined && getRule(again) === rule;
  });
  const found = (await findFailure(plan)) ?? failure;
  const path = keepRegression(`seed-${seed}`, { found, plan });
  return `seed ${seed} (SIM_FROM=${first} SIM_SEEDS=${seeds}): ${failure}\nshrunk to ${plan.steps.length} steps in ${path}:\n${found}`;
}

test(`G1–G7, T1–T4, E5, E7, O1, O2, O5, S1: ${seeds} tables on a bad day`, { timeout: longMs }, async () => {
  const tally = new Map<string, number>();
  for (let seed = first; seed < first + seeds; seed += 1) {
    const result = await run(planOf(String(seed)), { ...real });
    for (const [what, times] of result.tally) tally.set(what, (tally.get(what) ?? 0) + times);
    if (result.failure !== undefined) throw new Error(await report(String(seed), result.failure));
  }
  // With fewer runs some occurrences are missing.
  if (!branchesOf) return;
  const branches = await branchesOf(counted);
  expect(mustHappen.filter((what) => !tally.has(what))).toEqual([]);
  const least = Math.floor((often * seeds) / 1_000);
  expect(mustHappenOften.filter((what) => (tally.get(what) ?? 0) < least)).toEqual([]);
  expect(new Set(branches.map(({ file }) => file)).size).toBe(counted.length);
  expect(branches.filter(({ code, count }) => count < least && !(code in shownElsewhere))).toEqual([]);
});

test(`G7: no tap is lost to a slow answer (${slowSeeds} evenings)`, { timeout: longMs }, async () => {
  const tally = new Map<string, number>();
  for (let seed = first; seed < first + slowSeeds; seed += 1) {
    const { failure, tally: happened } = await run(planSlowEvening(String(seed)), { ...real });
    expect(failure, `slow evening ${seed}`).toBeUndefined();
    for (const [what, times] of happened) tally.set(what, (tally.get(what) ?? 0) + times);
  }
  if (slowSeeds < 30) return;
  const guards = [...slowFaults, 'plain:overtaken', 'plain:ownCartChecked', 'givenUp', 'crash'];
  expect(guards.filter((what) => !tally.has(what))).toEqual([]);
});

describe('one seed', () => {
  const replayed = one === undefined ? [] : [one];
  test.each(replayed)('%s', async (seed) => {
    const lines: string[] = [];
    const { failure } = await run(planOf(seed), { ...real, trace: (line) => lines.push(line) });
    process.stdout.write(`${lines.join('\n')}\n`);
    expect(failure).toBeUndefined();
  });
  test('runs the same way twice, and leaves no microtask behind', { timeout: longMs }, async () => {
    for (const seed of ['1', '7', '12', '77']) {
      const first = await run(planOf(seed), { ...real });
      const again = await run(planOf(seed), { ...real });
      const deeper = await run(planOf(seed), { ...real, extraRounds: 200 });
      expect(again.fingerprint).toBe(first.fingerprint);
      expect(deeper.fingerprint).toBe(first.fingerprint);
    }
  });
});

describe('failures of the past stay fixed', () => {
  test.each(readRegressions())('$name', { timeout: longMs }, async ({ regression: { plan, found } }) => {
    expect(await findFailure(plan), found).toBeUndefined();
  });
});

const broken = [
  ...Object.entries(brokenRules).map(([what, rules]) => [`server that ${what}`, { rules }] as const),
  ...Object.entries(brokenPhones).map(([what, transport]) => [`phone that ${what}`, { transport }] as const),
];
test.each(broken)('the simulation finds a %s', { timeout: longMs }, async (_, parts) => {
  let failure: string | undefined;
  for (let seed = 390; seed <= 600 && failure === undefined; seed += 1)
    ({ failure } = await run(planOf(String(seed)), { ...real, ...parts }));
  expect(failure).toBeDefined();
});

test(
  'F1: the simulation finds a server whose covers shrink by its answers',
  { timeout: longMs },
  async () => {
    const rules = brokenRules['compacts less at a checkpoint than before']!;
    let found: string | undefined;
    for (let seed = 390; seed <= 700 && found !== 'F1'; seed += 1) {
      const { failure = '' } = await run(planOf(String(seed)), { ...real, rules });
      found = getRule(failure);
    }
    expect(found).toBe('F1');
  },
);
