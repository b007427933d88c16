// @module-tag long
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CartEvent } from '#events/cart/registry.ts';
import { condense } from '#events/records/condense.ts';
import { append, emptyLog, forgetCovered, logOf, type Log } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { hasAllEvents, reach, type VersionVector } from '#events/log/version-vector.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { emptyReading, readMore, type Reading } from '#projections/merge/reading.ts';
import { findStablePrefix } from '#projections/merge/stable-prefix.ts';
import { convertViewToJson } from '#projections/merge/view-json.ts';
import { answerOf, createServerLog, table } from './served-tables.ts';
import { forAll, runs } from './for-all.ts';

function learn(before: Log, { rejected = [], snapshot }: ReturnType<typeof answerOf>): Log {
  let log = before;
  for (const each of rejected) log = append(log, [{ t: 0, from: 'server', rejected: each }]).log;
  return snapshot ? append(log, [{ t: 0, from: 'server', snapshot }]).log : log;
}

test('F1, F4: a snapshot of an event server at any point, plus the rest, shows a newcomer the same as all events', () => {
  forAll(table, fc.nat(40), (all, length) => {
    let newcomer = emptyLog;
    newcomer = learn(
      newcomer,
      answerOf(createServerLog({ ...all, events: all.events.slice(0, length) }), {}),
    );
    const known = projectCartView(newcomer).known;
    newcomer = learn(newcomer, answerOf(createServerLog(all), known));
    expect(convertViewToJson(projectCartView(newcomer))).toEqual(
      convertViewToJson(projectCartView(createServerLog(all))),
    );
  });
});

test('F1, F4: the same holds for a phone with own events that the server lacks', () => {
  forAll(table, fc.nat(40), (all, length) => {
    let phone = emptyLog;
    const pending = all.events
      .slice(length)
      .filter(({ id, userId }) => userId === 'u1' && !all.rejected.has(id));
    for (const event of pending) phone = append(phone, [{ t: 0, from: 'local', event }]).log;
    phone = learn(phone, answerOf(createServerLog({ ...all, events: all.events.slice(0, length) }), {}));
    let plain = createServerLog({ ...all, events: all.events.slice(0, length) });
    for (const event of pending) plain = append(plain, [{ t: 0, from: 'local', event }]).log;
    expect(convertViewToJson(projectCartView(phone))).toEqual(convertViewToJson(projectCartView(plain)));
  });
});

test('F4: every stable event is rejected, removed, a register value, or a removal with all that it removes; the set never shrinks', () => {
  forAll(table, (all) => {
    let before: VersionVector = {};
    for (let length = 0; length <= all.events.length; length += 4) {
      const log = createServerLog({ ...all, events: all.events.slice(0, length) });
      const stable = findStablePrefix(log);
      for (const replica in before) expect(reach(stable, replica)).toBeGreaterThanOrEqual(before[replica]!);
      before = stable;
      const isSettled = (replica: string, seq: number) => seq <= reach(stable, replica);
      const live = [...log.entries.values()].filter(
        ({ event, replicaId, seq }) =>
          !log.rejected.has(event.id) && seq <= reach(projectCartView(log).known, replicaId),
      );
      for (const entry of live) {
        const { upcast: event, replicaId, seq } = entry;
        if (!event || !isSettled(replicaId, seq)) continue;
        if (event.type === 'cartCleared' || event.type === 'orderPlaced') {
          for (const voided of live)
            if (isVoidBy(voided.upcast!, voided.replicaId, voided.seq, event))
              expect(isSettled(voided.replicaId, voided.seq)).toBe(true);
        } else if (event.type.startsWith('item') || event.type === 'notesEdited') {
          expect(live.some(({ upcast: removal }) => isVoidBy(event, replicaId, seq, removal!))).toBe(true);
        }
      }
    }
  });
});

function isVoidBy(event: CartEvent, replicaId: string, seq: number, removal: CartEvent): boolean {
  if (event.type !== 'itemAdded' && event.type !== 'itemDecreased' && event.type !== 'notesEdited')
    return false;
  if (removal.type !== 'cartCleared' && removal.type !== 'orderPlaced') return false;
  if (removal.type === 'orderPlaced' && removal.kept?.includes(event.id)) return false;
  const isInScope =
    removal.type === 'orderPlaced' || removal.scope === 'table' || removal.userId === event.userId;
  return isInScope && reach(removal.seen, replicaId) >= seq;
}

test('F4: the stable set is the same, and keeps growing, if a snapshot covers an earlier one', () => {
  let covered = 0;
  forAll(table, fc.nat(40), fc.nat(40), (all, one, other) => {
    const [early, late] = [Math.min(one, other), Math.max(one, other)];
    const first = findStablePrefix(createServerLog({ ...all, events: all.events.slice(0, early) }));
    const whole = createServerLog({ ...all, events: all.events.slice(0, late) });
    const snapshot = { version: 1, covers: first, userCarts: [] };
    const standing = append(whole, [{ t: 0, from: 'server', snapshot }]).log;
    const stable = findStablePrefix(whole);
    expect(hasAllEvents(stable, first)).toBe(true);
    for (const log of [standing, forgetCovered(standing).log]) expect(findStablePrefix(log)).toEqual(stable);
    expect(convertViewToJson(projectCartView(standing)).carts).toEqual(
      convertViewToJson(projectCartView(whole)).carts,
    );
    if (Object.keys(first).length > 0 && late > early) covered += 1;
  });
  expect(covered).toBeGreaterThan(runs.numRuns / 10);
});

test('G2: a compacted log and a log rewritten from the rest show the same from then on', () => {
  forAll(table, fc.nat(40), (all, length) => {
    let whole = emptyLog;
    let short: Reading = emptyReading;
    const appendToBoth = (record: LogRecord) => {
      whole = append(whole, [record]).log;
      short = readMore(short, [record]);
    };
    all.events.slice(0, length).forEach((event, index) => {
      if (!all.rejected.has(event.id))
        appendToBoth({ t: index, from: event.userId === 'u1' ? 'local' : 'peer', event });
    });
    const { rejected = [], snapshot } = answerOf(
      createServerLog({ ...all, events: all.events.slice(0, length) }),
      {},
    );
    for (const each of rejected) appendToBoth({ t: 0, from: 'server', rejected: each });
    appendToBoth({ t: 0, from: 'server', snapshot: snapshot! });
    appendToBoth({
      t: 0,
      from: 'server',
      accepted: { ids: all.events.slice(0, length - 2).map(({ id }) => id), version: 1 },
    });
    const { log: left, forgotten } = forgetCovered(short.log);
    expect(left.entries.size).toBe(whole.entries.size - forgotten);
    expect([...left.pending]).toEqual([...whole.pending]);
    short = { ...short, log: left };
    expect(convertViewToJson(short.merged.view)).toEqual(convertViewToJson(projectCartView(whole)));

    let rewritten = logOf(condense(left, 0));
    expect([...rewritten.pending]).toEqual([...left.pending]);
    for (const event of all.events.slice(length)) {
      if (all.rejected.has(event.id)) continue;
      appendToBoth({ t: 0, from: 'peer', event });
      rewritten = append(rewritten, [{ t: 0, from: 'peer', event }]).log;
      expect(convertViewToJson(short.merged.view)).toEqual(convertViewToJson(projectCartView(whole)));
    }
    expect(convertViewToJson(projectCartView(rewritten))).toEqual(convertViewToJson(projectCartView(whole)));
  });
});
