import { beforeEach, describe, expect, test } from 'vitest';
import type { OrderDetail, OrderItem } from '#contract/order-fields.ts';
import { clockStart, compareStamps, maxAheadMs } from '#events/log/clock.ts';
import { append, type Knowledge, type Log } from '#events/records/log.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { findStablePrefix } from '#projections/merge/stable-prefix.ts';
import { convertViewToJson } from '#projections/merge/view-json.ts';
import { draftMove } from '#server/ordering/cart/draft-move.ts';
import { draftRequestedChanges } from '#server/ordering/cart/draft-changes.ts';
import { createServerEvents, type ServerDraft } from '#server/ordering/cart/server-events.ts';
import { syncOf } from '#server/ordering/cart/log/snapshot.ts';
import { createBowl, createLog, noodles, noon, orderLine, createPhone } from '../given.ts';

function take(before: Log, drafts: readonly ServerDraft[]) {
  const { known } = projectCartView(before);
  const stamps = [...before.entries.values()].map(({ event }) => event.at);
  const clock = stamps.sort(compareStamps).at(-1) ?? clockStart;
  const created = createServerEvents({ known, clock }, drafts, noon);
  const { log } = append(
    before,
    created.map((event) => ({ t: noon, from: 'server', event })),
  );
  return { log, created };
}

/** The server's events for these lines of Pia, whose phone sends no events. The menu is empty. */
function createWanted(before: Log, orderItems: OrderItem[], more: Partial<OrderDetail> = {}) {
  const detail: OrderDetail = { id: undefined, tableId: undefined, orderItems, ...more };
  return take(
    before,
    draftRequestedChanges(projectCartView(before), { id: 'pia', name: 'Pia' }, detail, new Map()),
  );
}

function listCartLines(log: Log, userId: string) {
  const cart = convertViewToJson(projectCartView(log)).carts.find((each) => each.userId === userId);
  return cart?.lines.map(({ lineId, notes, quantity }) => [lineId, notes, quantity]) ?? [];
}

const small = createBowl(['31', 1]);

describe('P1: a snapshot phone', () => {
  let log: Log;
  const want = (...items: OrderItem[]) => {
    ({ log } = createWanted(log, items));
    return listCartLines(log, 'pia');
  };
  const expectAnnsCart = () => expect(listCartLines(log, 'ann')).toEqual([['ra:1', '', 1]]);
  beforeEach(() => {
    log = createLog(createPhone('ra', 'ann').add());
  });

  // CB5
  test('adds, raises, lowers, edits and removes lines', () => {
    const hot = { ...noodles, notes: ' hot ' };
    expect(want(orderLine(noodles, 2), orderLine(small, 1))).toEqual([
      ['server:1', '', 2],
      ['server:2', '', 1],
    ]);
    expect(want(orderLine(hot, 5, 'server:1'), orderLine(small, 1, 'server:2'))).toEqual([
      ['server:1', 'hot', 5],
      ['server:2', '', 1],
    ]);
    expect(want(orderLine(hot, 1, 'server:1'))).toEqual([['server:1', 'hot', 1]]);
    expect(want()).toEqual([]);
    expectAnnsCart();
  });

  test('changes nothing by sending the same request again', () => {
    const first = createWanted(log, [orderLine(noodles, 2)]);
    expect(first.created).toHaveLength(1);
    expect(createWanted(first.log, [orderLine(noodles, 2)]).created).toEqual([]);
  });

  // CB5
  test.each([
    ['by its id', 'server:1'],
    ['by what it is', '0'],
  ])('lowers the line named %s by a negative quantity, and keeps the others', (_, id) => {
    want(orderLine(noodles, 3), orderLine(small, 1));
    const left = [
      ['server:1', '', 2],
      ['server:2', '', 1],
    ];
    expect(want(orderLine(noodles, -1, id))).toEqual(left);
    expect(want(orderLine({ ...noodles, notes: 'hot' }, -1), orderLine(createBowl(['32', 1]), -1))).toEqual(
      left,
    );
    // A quantity never falls below 0.
    expect(want(orderLine(noodles, -9, id))).toEqual([['server:2', '', 1]]);
    expectAnnsCart();
  });

  test('sends a negative quantity next to the lines of the cart, and it counts against those', () => {
    want(orderLine(noodles, 3), orderLine(small, 1));
    expect(want(orderLine(noodles, 3, 'server:1'), orderLine(noodles, -1))).toEqual([['server:1', '', 2]]);
  });

  test('does not bring back a line that was ordered meanwhile', () => {
    want(orderLine(noodles, 2));
    const event = { ...createPhone('server', 'bob').order(projectCartView(log).known), id: 'server:2' };
    const ordered = append(log, [{ t: noon, from: 'server', event }]).log;
    expect(createWanted(ordered, [orderLine(noodles, 2, 'server:1')]).created).toEqual([]);
  });

  test('sends guests and order type in the order’s own fields', () => {
    const said = { guests: 4, type: 0 };
    const first = createWanted(log, [], said);
    expect(projectCartView(first.log)).toMatchObject({ guests: 4, orderType: 0 });
    expect(createWanted(first.log, [], said).created).toEqual([]);
  });
});

describe('events of the server', () => {
  test('T2, T3: have a sequence without gaps and a clock after every known stamp', () => {
    const ahead = { ...createPhone('ra', 'ann').add(), at: [noon + maxAheadMs, 3] as const };
    const { log, created } = createWanted(createLog(ahead), [orderLine(noodles, 1), orderLine(small, 1)]);
    expect(created.map(({ id, at, seen }) => ({ id, at, seen }))).toEqual([
      { id: 'server:1', at: [noon + maxAheadMs, 4], seen: { ra: 1 } },
      { id: 'server:2', at: [noon + maxAheadMs, 5], seen: { ra: 1, server: 1 } },
    ]);
    expect(projectCartView(log).blocked).toEqual([]);
  });

  test('E4, O4: move the guest’s lines to the member, onto the lines that the member has already', () => {
    const before = createLog(
      createPhone('rg', 'guest').add({ ...noodles, notes: 'hot' }, 2),
      createPhone('rh', 'guest').add(noodles, 1),
      createPhone('rm', 'member').add(noodles, 3),
    );
    const { log } = take(before, draftMove(projectCartView(before), 'guest', { id: 'member', name: 'Mia' }));
    expect(listCartLines(log, 'guest')).toEqual([]);
    expect(listCartLines(log, 'member')).toEqual([
      ['rm:1', '', 4],
      ['server:2', 'hot', 2],
    ]);
    expect(draftMove(projectCartView(log), 'guest', { id: 'member', name: 'Mia' })).toEqual([]);
  });
});

const createSession = (log: Knowledge) => ({
  sessionId: 's',
  version: 6,
  knowledge: log,
  owners: new Map<string, string>(),
  view: projectCartView(log),
  stable: findStablePrefix(log),
});

describe('the events that a phone lacks', () => {
  test('F1, F2: are those beyond its knowledge, the stamps of the values, and rejected ids as facts', () => {
    const ann = createPhone('ra', 'ann');
    const bob = createPhone('rb', 'bob');
    const events = [ann.add(), ann.guests(2), bob.guests(5), bob.add()] as const;
    const rejected = { ids: ['rb:3', 'rc:1'], code: 2025 };
    const { log } = append(createLog(...events), [{ t: noon, from: 'server', rejected }]);
    const sync = syncOf(createSession(log), { known: { ra: 2, rb: 1, rc: 1 }, now: noon });
    expect(sync).toMatchObject({
      sessionId: 's',
      version: 6,
      serverTime: noon,
      known: { ra: 2, rb: 3, rc: 1 },
      rejected: [{ ids: ['rb:3'], code: 2025 }],
      snapshot: {
        version: 6,
        covers: { rc: 1 },
        userCarts: [],
        events: [events[3]],
        guestsAt: [noon + 1, 0, 'ra'],
      },
    });
    expect(sync.accepted).toBeUndefined();
    expect(sync.missing).toBeUndefined();
  });
});
