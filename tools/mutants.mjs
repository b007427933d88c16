// `npm run mutants`: breaks one rule at a time in a copy of the project and shows whether the tests notice.
// Exit status 1 when a broken rule goes unnoticed, or no longer applies to the code.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const suites = [
  'tests/events',
  'tests/projections',
  'tests/properties',
  'tests/storage',
  'tests/journal',
  'tests/cart',
  'tests/simulation',
];

/** [rule, what is broken, file, code, broken code] */
const mutants = [
  ['T3', 'the clock does not rise when the wall clock stands still', 'events/clock.ts', '[last[0], last[1] + 1]', '[last[0], last[1]]'],
  ['T3', 'the clock follows a stamp from far ahead', 'events/clock.ts', 'if (isAhead(at, now)) return last;', ''],
  ['T4', 'what was ahead is not minted anew', 'src/cart/journal.ts', 'mintAnewWhatWasAhead(news);', ''],
  ['T4', 'the line id of what is minted anew is not followed', 'src/cart/journal.ts', 'lineId: renamed.get(event.lineId) ?? event.lineId', 'lineId: event.lineId'],
  ['T5', 'the replica id does not decide between equal stamps', 'events/log.ts', 'compareText(a.replicaId, b.replicaId) ||', ''],
  ['T1', 'a new tab takes up a replica that another one holds', 'src/cart/replica-claim.ts', 'if (!release) continue;', ''],
  ['E3', 'a modifier’s quantity is no part of the key', 'events/item.ts', '[m.modifierProductId, m.quantity]', '[m.modifierProductId]'],
  ['E3', 'dropped modifiers count', 'events/item.ts', 'if (quantity > 0) sums', 'sums'],
  ['E4', 'an add never names the line that the cart shows', 'src/cart/decide.ts', 'line?.lineId ?? fields.id', 'fields.id'],
  ['E5', 'a peer may write for anybody', 'src/cart/realtime/incoming.ts', 'event.userId !== fromUserId ||', ''],
  ['E5', 'a peer may write as the server', 'src/cart/realtime/incoming.ts', "parseEventId(event.id)?.replicaId === 'server'", 'false'],
  ['E6', 'the second event of an id takes the place of the first', 'events/log.ts', 'if (entries.has(event.id)) return undefined;', ''],
  ['F1', 'an older snapshot that comes late counts', 'events/log.ts', '!snapshot || record.snapshot.version >= snapshot.version', 'true'],
  ['F1', 'of equal versions the earlier counts', 'events/log.ts', 'record.snapshot.version >= snapshot.version', 'record.snapshot.version > snapshot.version'],
  ['V1', 'events show before what their author had seen', 'projections/live-view.ts', 'entry && includes(this.known, entry.event.seen)', 'entry'],
  ['V1', 'a rejected event leaves a gap for ever', 'projections/live-view.ts', 'if (rejected?.has(next)) rejected.delete(next);\n      else if', 'if'],
  ['V3', 'a clear empties by time, not by what it saw', 'projections/cut-cover.ts', 'seq <= (this.table.get(replicaId) ?? 0)', 'this.anyTableCut'],
  ['V3', 'the scope of a clear is forgotten', 'projections/cut-cover.ts', "cut.type === 'orderPlaced' || cut.scope === 'table' ? undefined", "cut.type === 'orderPlaced' ? undefined"],
  ['V4', 'a clear leaves the base', 'projections/cut-cover.ts', 'return this.anyTableCut || this.users.has(userId);', 'return false;'],
  ['V5a', 'the alias is dropped', 'projections/line-group.ts', 'withIds(grown, [lineId])', 'grown'],
  ['V5b', 'a line goes below zero', 'projections/line-group.ts', 'return quantity > 0 ? replaced', 'return quantity !== 0 ? replaced'],
  ['V5b', 'a decrease finds any line by its key', 'projections/line-group.ts', 'anywhere || line.fromBase', 'true'],
  ['V5c', 'joined lines forget the other ids', 'projections/line-group.ts', '...found.aliases,', ''],
  ['V5c', 'joined lines stand where the edited one stood', 'projections/line-group.ts', '{ ...other, quantity: other.quantity + found.quantity }', '{ ...other, origin: found.origin, quantity: other.quantity + found.quantity }'],
  ['V5d', 'an older value than the snapshot’s counts', 'projections/live-view.ts', '!entry || isOlder(entry, stamp)', '!entry'],
  ['V5', 'a late event is folded where it arrives', 'projections/line-group.ts', 'if (!last || compareEntries(last, entry) < 0) {', 'if (last || !last) {'],
  ['V6', 'users stand in the order in which they came', 'projections/live-carts.ts', '.sort((a, b) => compareText(a.userId, b.userId))', ''],
  ['G3', 'events are sent before they are on disk', 'src/cart/journal.ts', 'pendingIds(log).filter((id) => writer.isOnDisk(id))', 'pendingIds(log)'],
  ['G3', 'after a reload nothing is pending', 'src/cart/journal.ts', 'for (const record of claim.own.records) log.append(record);', "for (const record of claim.own.records) log.append({ ...record, from: 'peer' });"],
  ['G2', 'what is settled stays in memory', 'src/cart/journal.ts', 'writer.settled(log.forgetCovered());', 'writer.settled(0);'],
  ['G2', 'an own event without an answer is let go', 'events/log.ts', ' || isUnanswered(log, id)) continue;', ') continue;'],
  ['G2', 'the archive has no bounds', 'src/cart/storage/archive-bounds.ts', 'if (room < 0 || now - at > archiveBounds.ageMs) break;', ''],
  ['G2', 'a full disk takes the cart away instead of the archive', 'src/cart/storage/idb-storage.ts', "error.failure.kind !== 'quota'", "error.failure.kind !== 'lost'"],
  ['F4', 'a cut is settled without what it voids', 'projections/settled.ts', '!voidsBeyond(cut)', 'true'],
  ['F4', 'an event of an unknown type is settled', 'projections/settled.ts', 'if (!entry.known) return false;', 'if (!entry.known) return true;'],
  ['T1', 'a damaged replica goes on under its id', 'src/cart/replica-claim.ts', 'free.find(({ isDamaged }) => !isDamaged)', 'free[0]'],
  ['G4', 'nothing is sent again after a failure', 'src/cart/outbox.ts', 'await env.sleep(delay * (0.5 + env.random()));', 'return;'],
  ['G5', 'a divergence goes unnoticed', 'src/cart/answers.ts', 'return viewDigest(view) !== digest;', 'return false;'],
  ['O1', 'an order takes what came in after the tap', 'src/cart/placement.ts', 'seen: view.known,', 'seen: journal.view.value.known,'],
  ['O2', 'a placement without an answer is forgotten', 'src/cart/placement.ts', 'await journal.setPlacement(placement);', ''],
  ['P1', 'a plain server hears of what waits for the next request', 'src/cart/outbox.ts', "later.size + others.length === 0", 'true'],
  ['P2', 'a read that overlapped a change counts', 'src/cart/catch-up.ts', 'before !== changes() || isUnderWay(before)', 'false'],
  ['P3', 'the table hears of a change before the server', 'src/cart/tabs/siblings.ts', "if (message.kind === 'pending' && tabs.leading.value) {", "if (message.kind === 'pending' && tabs.leading.value) {\n        journal.learn(message.events.map((event) => ({ t: 0, from: 'peer', event })));"],
  ['T3', 'what a snapshot has folded in moves no clock', 'src/cart/journal.ts', '[...events.map((event) => event.at), ...folded]', 'events.map((event) => event.at)'],
  ['G3', 'a line says that it is kept before it is', 'src/cart/project-cart.ts', "saved.has(id) ? 'onThisPhone' : 'beingSaved'", "'onThisPhone'"],
  ['P3', 'a clear hides behind the addition after it', 'src/cart/realtime/outgoing.ts', 'if (first.messageType !== messageType) return undefined;', ''],
  ['P3', 'a message that could not be delivered is dropped', 'src/cart/realtime/steady-group.ts', 'await pause(delay);', 'queue = [];'],
  ['P2', 'a cart that was left aside in doubt is not asked for again', 'src/cart/create-engine.ts', 'if (answers.hasMissedOne && !outbox.isInDoubt) catchUp.ask();', ''],
  ['O2', 'somebody else’s order of the same lines is written down twice', 'src/cart/placement.ts', 'if (isPlaced && isWrittenDown(order, placement)) placed(order);\n        else if', 'if'],
  ['O4', 'the leading tab settles without the other tabs', 'src/cart/create-engine.ts', ' && siblings.events.size === 0', ''],
  ['S1', 'another session’s answer is taken in', 'src/cart/answers.ts', 'if (answer.sessionId !== sessionId) {', 'if (answer.sessionId === undefined) {'],
]; // prettier-ignore

const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
for (const path of ['events', 'projections', 'contract', 'src', 'tests', 'locales', 'server', 'tools', 'package.json', 'tsconfig.json', 'vitest.config.ts'])
  cpSync(path, join(copy, path), { recursive: true }); // prettier-ignore
symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));

const only = process.argv[2];
let unnoticed = 0;
try {
  if (!runs()) throw new Error('the tests fail before anything is broken');
  for (const [rule, what, file, code, broken] of mutants) {
    if (only && !`${rule} ${what}`.includes(only)) continue;
    const path = join(copy, file);
    const original = readFileSync(path, 'utf8');
    if (!original.includes(code)) {
      report('GONE', rule, `${what} (${file} has no "${code}")`);
      unnoticed += 1;
      continue;
    }
    writeFileSync(
      path,
      original.replace(code, () => broken),
    );
    const survived = runs();
    writeFileSync(path, original);
    report(survived ? 'UNNOTICED' : 'caught', rule, what);
    if (survived) unnoticed += 1;
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`\n${mutants.length} broken rules, ${unnoticed} unnoticed`);
process.exitCode = unnoticed > 0 ? 1 : 0;

/** True when every test passes. */
function runs() {
  const { status } = spawnSync('node_modules/.bin/vitest', ['run', '--bail', '1', ...suites], {
    cwd: copy,
    env: { ...process.env, PROPERTY_RUNS: '300', SIM_SEEDS: '100' },
    timeout: 120_000,
    stdio: 'ignore',
  });
  return status === 0;
}

function report(outcome, rule, what) {
  console.log(`${outcome.padEnd(10)} ${rule.padEnd(4)} ${what}`);
}
