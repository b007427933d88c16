import { beforeEach, expect, test, vi } from 'vitest';
import type { LogRecord } from '#events/records/records.ts';
import { BehaviorSubject } from 'rxjs';
import { watchMissedChanges } from '#client/cart/missed-changes.ts';
import type { Effect } from '#sync/ports/effect.ts';
import { emptyClaim, Phone, createStoredReplica } from '#testing/phones/stepped-phone.ts';
import { add, createGuests, createDecrease, noodles, createNotesEdit, tea } from '../../projections/given.ts';

const now = 100_000;
let shown: LogRecord[];

beforeEach(() => {
  shown = [];
});

function createPhone(isNew = false) {
  const earlier: LogRecord = { t: 1, from: 'server', snapshot: { version: 0, covers: {}, userCarts: [] } };
  const own = createStoredReplica({ records: isNew ? [] : [earlier] });
  const stepped = new Phone({ claim: { ...emptyClaim, own }, now });
  const notifying = new BehaviorSubject(stepped.state.notifying);
  const show = (effects: readonly Effect[]) => {
    notifying.next(stepped.state.notifying);
    for (const effect of effects)
      if (effect.kind === 'notice' && effect.notice.kind === 'peersChanged')
        shown.push(...effect.notice.records);
  };
  return {
    missed: watchMissedChanges(notifying),
    looksAway: () => (stepped.looking = false),
    learnt: (records: readonly LogRecord[]) => show(stepped.learn(records)),
    seen: () => show(stepped.take({ kind: 'sawMissed' })),
  };
}

const record = (event: Extract<LogRecord, { event: unknown }>['event']): LogRecord => ({
  t: now,
  from: 'peer',
  event,
});
const mei = { userId: 'u2' };

/** Resolves after the counter has loaded its code, which it needs to count. */
async function waitForCounter(): Promise<void> {
  await import('#projections/feed/activity.ts');
  await new Promise((resolve) => setTimeout(resolve));
}

test('a change that the diner saw happen is not missed', async () => {
  const { missed, learnt } = createPhone();
  learnt([record(add('rb:1', tea, 1, { ...mei, at: 99_000 }))]);
  await waitForCounter();
  expect(missed.value.changes).toBe(0);
});

test('a change in view of the diner is shown once, whichever source delivers it first', () => {
  const { learnt } = createPhone();
  const event = createDecrease('rb:2', 'rb:1', tea, 1, { ...mei, at: 99_000 });
  learnt([record(event)]);
  const events = [event, add('rx:1', tea, 1, { at: 99_500 })];
  learnt([{ t: now, from: 'server', snapshot: { version: 1, covers: {}, userCarts: [], events } }]);
  expect(shown).toEqual([record(event)]);
});

test('a change that arrives late, or while the diner does not look, is not shown', () => {
  const { learnt, looksAway } = createPhone();
  learnt([record(createDecrease('rb:1', 'rb:0', tea, 1, { ...mei, at: 1_000 }))]);
  looksAway();
  learnt([record(createDecrease('rb:2', 'rb:0', tea, 1, { ...mei, at: now }))]);
  expect(shown).toEqual([]);
});

test('late changes are counted as the feed shows them, whatever record they arrive in', async () => {
  const { missed, learnt, seen } = createPhone();
  const events = [
    add('rb:1', tea, 1, { ...mei, at: 1_000 }),
    add('rb:2', tea, 1, { ...mei, at: 2_000, lineId: 'rb:1' }),
  ];
  learnt([{ t: now, from: 'server', snapshot: { version: 1, covers: {}, userCarts: [], events } }]);
  await vi.waitFor(() => expect(missed.value).toEqual({ changes: 1, since: 2_000, beforeComing: false }));
  learnt([record(createDecrease('rb:3', 'rb:1', tea, 1, { ...mei, at: 80_000 }))]);
  await vi.waitFor(() => expect(missed.value.changes).toBe(2));
  seen();
  expect(missed.value.changes).toBe(0);
  learnt([record(add('rb:4', noodles, 1, { ...mei, at: 81_000 }))]);
  await vi.waitFor(() => expect(missed.value.changes).toBe(1));
});

test('the diner’s own changes on other devices and the number of guests are not counted as news', async () => {
  const { missed, learnt } = createPhone();
  learnt([record(add('rx:1', tea, 1, { at: 1 })), record(createGuests('rb:1', 3, { ...mei, at: 1 }))]);
  await waitForCounter();
  expect(missed.value.changes).toBe(0);
});

test('a diner who joins late sees what happened before', async () => {
  const { missed, learnt } = createPhone(true);
  const events = [add('rb:1', tea, 1, { ...mei, at: now - 1 })];
  learnt([{ t: now, from: 'server', snapshot: { version: 1, covers: {}, userCarts: [], events } }]);
  learnt([record(add('rb:2', noodles, 1, { ...mei, at: now }))]);
  await vi.waitFor(() => expect(missed.value).toMatchObject({ changes: 1, beforeComing: true }));
});

test('changes of a session in which the diner was present do not count as “before they joined”', async () => {
  const { missed, learnt, looksAway } = createPhone(true);
  learnt([{ t: now, from: 'server', snapshot: { version: 1, covers: {}, userCarts: [], events: [] } }]);
  looksAway();
  learnt([record(add('rb:1', tea, 1, { ...mei, at: now }))]);
  await vi.waitFor(() => expect(missed.value).toMatchObject({ changes: 1, beforeComing: false }));
});

test('a quantity change and a notes change in a row count as two', async () => {
  const { missed, learnt, looksAway } = createPhone();
  looksAway();
  learnt([record(add('rb:2', tea, 1, { ...mei, at: now, lineId: 'rb:1' }))]);
  learnt([record(createNotesEdit('rb:3', 'rb:1', tea, 'warm', { ...mei, at: now + 1 }))]);
  await vi.waitFor(() => expect(missed.value.changes).toBe(2));
});
