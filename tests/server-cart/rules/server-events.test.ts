import { describe, expect, test } from 'vitest';
import type { OrderDetail, OrderItem } from '#contract/order-fields.ts';
import { clockStart, compareStamps, maxAheadMs } from '#events/log/clock.ts';
import type { Item } from '#events/item.ts';
import { append, type Knowledge, type Log } from '#events/records/log.ts';
import { cartView, type CartView } from '#projections/merge/cart-view.ts';
import { settledPrefix } from '#projections/merge/settled.ts';
import { viewJson } from '#projections/merge/view-json.ts';
import { moveDrafts } from '#server/ordering/cart/move-drafts.ts';
import { draftsFor as draftsOnMenu } from '#server/ordering/cart/plain-phone.ts';
import { mintOnServer, type ServerDraft } from '#server/ordering/cart/server-events.ts';
import { syncOf } from '#server/ordering/cart/log/snapshot.ts';
import { bowl, given, noodles, noon, phone } from '../given.ts';

function take(before: Log, drafts: readonly ServerDraft[]) {
  const { known } = cartView(before);
  const stamps = [...before.entries.values()].map(({ event }) => event.at);
  const clock = stamps.sort(compareStamps).at(-1) ?? clockStart;
  const minted = mintOnServer({ known, clock }, drafts, noon);
  const { log } = append(
    before,
    minted.map((event) => ({ t: noon, from: 'server', event })),
  );
  return { log, minted };
}

function orderItem(id: string, item: Item, quantity: number): OrderItem {
  const { productId, categoryId, notes, modifiers } = item;
  return {
    id,
    orderId: undefined,
    productId,
    categoryId,
    notes,
    quantity,
    orderItemModifiers: modifiers.map((modifier) => ({ id: undefined, ...modifier })),
  };
}

function detail(...orderItems: OrderItem[]): OrderDetail {
  return { id: undefined, tableId: undefined, orderItems };
}

const diner = { id: 'pia', name: 'Pia' };

/** On a menu that says nothing of the dishes. */
const draftsFor = (view: CartView, by: typeof diner, wanted: OrderDetail) =>
  draftsOnMenu(view, by, wanted, new Map());

function cartOf(log: Log, userId: string) {
  const cart = viewJson(cartView(log)).carts.find((each) => each.userId === userId);
  return cart?.lines.map(({ lineId, notes, quantity }) => [lineId, notes, quantity]) ?? [];
}

describe('P1: a phone that knows nothing of events', () => {
  // CB5
  test('new lines are added, raised, lowered, renamed and taken away', () => {
    let log = given(phone('ra', 'ann').add());
    const want = (...items: OrderItem[]) => {
      log = take(log, draftsFor(cartView(log), diner, detail(...items))).log;
    };
    const hot = { ...noodles, notes: ' hot ' };
    want(orderItem('0', noodles, 2), orderItem('0', bowl(['31', 1]), 1));
    expect(cartOf(log, 'pia')).toEqual([
      ['server:1', '', 2],
      ['server:2', '', 1],
    ]);
    want(orderItem('server:1', hot, 5), orderItem('server:2', bowl(['31', 1]), 1));
    expect(cartOf(log, 'pia')).toEqual([
      ['server:1', 'hot', 5],
      ['server:2', '', 1],
    ]);
    want(orderItem('server:1', hot, 1));
    expect(cartOf(log, 'pia')).toEqual([['server:1', 'hot', 1]]);
    want();
    expect(cartOf(log, 'pia')).toEqual([]);
    expect(cartOf(log, 'ann')).toEqual([['ra:1', '', 1]]);
  });

  test('the same request again changes nothing', () => {
    const request = detail(orderItem('0', noodles, 2));
    const { log, minted } = take(given(), draftsFor(cartView(given()), diner, request));
    expect(minted).toHaveLength(1);
    expect(take(log, draftsFor(cartView(log), diner, request)).minted).toEqual([]);
  });

  // CB5
  test.each([
    ['by its id', 'server:1'],
    ['by what it is', '0'],
  ])('a negative quantity takes that many off the line, named %s, and leaves the others', (_, id) => {
    let log = given(phone('ra', 'ann').add());
    const want = (...items: OrderItem[]) => {
      log = take(log, draftsFor(cartView(log), diner, detail(...items))).log;
    };
    want(orderItem('0', noodles, 3), orderItem('0', bowl(['31', 1]), 1));
    want(orderItem(id, noodles, -1));
    expect(cartOf(log, 'pia')).toEqual([
      ['server:1', '', 2],
      ['server:2', '', 1],
    ]);
    want(orderItem('0', { ...noodles, notes: 'hot' }, -1), orderItem('0', bowl(['32', 1]), -1));
    expect(cartOf(log, 'pia')).toHaveLength(2);
    // There is never less than nothing of a dish.
    want(orderItem(id, noodles, -9));
    expect(cartOf(log, 'pia')).toEqual([['server:2', '', 1]]);
    expect(cartOf(log, 'ann')).toEqual([['ra:1', '', 1]]);
  });

  test('a negative quantity beside the lines of the cart counts against those', () => {
    const { log } = take(
      given(),
      draftsFor(
        cartView(given()),
        diner,
        detail(orderItem('0', noodles, 3), orderItem('0', bowl(['31', 1]), 1)),
      ),
    );
    const request = detail(orderItem('server:1', noodles, 3), orderItem('0', noodles, -1));
    expect(cartOf(take(log, draftsFor(cartView(log), diner, request)).log, 'pia')).toEqual([
      ['server:1', '', 2],
    ]);
  });

  test('a line that was ordered meanwhile does not come back', () => {
    const wanted = take(given(), draftsFor(cartView(given()), diner, detail(orderItem('0', noodles, 2)))).log;
    const event = { ...phone('server', 'bob').order(cartView(wanted).known), id: 'server:2' };
    const { log } = append(wanted, [{ t: noon, from: 'server', event }]);
    expect(draftsFor(cartView(log), diner, detail(orderItem('server:1', noodles, 2)))).toEqual([]);
  });

  test("guests and order type travel in the order's own fields", () => {
    const { log } = take(given(), draftsFor(cartView(given()), diner, { ...detail(), guests: 4, type: 0 }));
    expect(cartView(log)).toMatchObject({ guests: 4, orderType: 0 });
    expect(draftsFor(cartView(log), diner, { ...detail(), guests: 4, type: 0 })).toEqual([]);
  });
});

describe('events of the server', () => {
  test('T2, T3: the sequence has no gap and the clock is past everything known', () => {
    const ahead = { ...phone('ra', 'ann').add(), at: [noon + maxAheadMs, 3] as const };
    const before = given(ahead);
    const { log, minted } = take(
      before,
      draftsFor(
        cartView(before),
        diner,
        detail(orderItem('0', noodles, 1), orderItem('0', bowl(['31', 1]), 1)),
      ),
    );
    expect(minted.map(({ id, at, seen }) => ({ id, at, seen }))).toEqual([
      { id: 'server:1', at: [noon + maxAheadMs, 4], seen: { ra: 1 } },
      { id: 'server:2', at: [noon + maxAheadMs, 5], seen: { ra: 1, server: 1 } },
    ]);
    expect(cartView(log).waiting).toEqual([]);
  });

  test("O4: the guest's lines become the member's, on the lines that the member has already (E4)", () => {
    const before = given(
      phone('rg', 'guest').add({ ...noodles, notes: 'hot' }, 2),
      phone('rh', 'guest').add(noodles, 1),
      phone('rm', 'member').add(noodles, 3),
    );
    const { log } = take(before, moveDrafts(cartView(before), 'guest', { id: 'member', name: 'Mia' }));
    expect(cartOf(log, 'guest')).toEqual([]);
    expect(cartOf(log, 'member')).toEqual([
      ['rm:1', '', 4],
      ['server:2', 'hot', 2],
    ]);
    expect(moveDrafts(cartView(log), 'guest', { id: 'member', name: 'Mia' })).toEqual([]);
  });
});

const sessionOf = (log: Knowledge) => ({
  sessionId: 's',
  version: 6,
  knowledge: log,
  owners: new Map<string, string>(),
  view: cartView(log),
  settled: settledPrefix(log),
});

describe('what a phone lacks', () => {
  test('F1: the events beyond its knowledge, the stamps of the values, and rejected ids as facts (F2)', () => {
    const ann = phone('ra', 'ann');
    const bob = phone('rb', 'bob');
    const events = [ann.add(), ann.guests(2), bob.guests(5), bob.add()] as const;
    const rejected = { ids: ['rb:3', 'rc:1'], code: 2025 };
    const { log } = append(given(...events), [{ t: noon, from: 'server', rejected }]);
    const session = sessionOf(log);
    const sync = syncOf(session, { known: { ra: 2, rb: 1, rc: 1 }, now: noon });
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

  test('G5: a phone that takes in what it lacked shows what the server shows, and has its digest', () => {
    const ann = phone('ra', 'ann');
    const bob = phone('rb', 'bob');
    const first = ann.add();
    const events = [first, bob.add(noodles, 2, { ra: 1 }), bob.clear('user'), bob.add(), bob.guests(3)];
    const refused = { ids: ['ra:2'], code: 1997 };
    const { log } = append(given(...events), [{ t: noon, from: 'server', rejected: refused }]);
    const session = sessionOf(log);
    const sync = syncOf(session, { known: { ra: 1 }, now: noon });
    const { log: phoneLog } = append(given(first), [
      ...(sync.rejected ?? []).map((rejected) => ({ t: noon, from: 'server' as const, rejected })),
      { t: noon, from: 'server', snapshot: sync.snapshot! },
    ]);
    expect(cartView(phoneLog)).toEqual(cartView(log));
    expect(cartView(phoneLog).known).toEqual(sync.known);
  });
});
