/** Slow servers, and servers that execute a request after the phone has given it up. */
import { describe, expect, test } from 'vitest';
import type { Order } from '#contract/order-fields.ts';
import type { ServerCall } from '#sync/ports/transport.ts';
import type { SnapshotTable } from '#testing/snapshot-table.ts';
import {
  add,
  emptyClaim,
  createLoadedPhone,
  Phone,
  createStoredReplica,
} from '#testing/phones/stepped-phone.ts';
import type { ReplicaState } from '#sync/ports/storage.ts';
import { readShown } from '#testing/honest-server.ts';

const snapshotServer = () => createLoadedPhone({ isPlain: true });
const countPosts = (phone: Phone) => phone.sent('post').length;
const getPost = (phone: Phone, n: number): ServerCall => phone.sent('post')[n - 1]!;
const listDishes = (phone: Phone) => (readShown(phone.server.carts)['u1'] ?? []).map((line) => line.trim());

/** The server answers all calls at once until no change has been sent for a while. */
function serveAll(phone: Phone): void {
  for (let quiet = 0; quiet < 30;) {
    const kind = (['post', 'clear', 'snapshot', 'openOrder'] as const).find((each) => phone.has(each));
    if (kind) phone.serve(kind);
    else phone.pass(500);
    quiet = kind === 'post' || kind === 'clear' ? 0 : quiet + 1;
  }
}

/** The server answers requests for the cart until the phone sends the next change. */
function serveUntilSent(phone: Phone, look: () => void = () => {}): void {
  const before = countPosts(phone);
  phone.passUntil(() => {
    look();
    if (phone.has('snapshot')) phone.serve('snapshot');
    return countPosts(phone) > before;
  });
}

function reloadPhone(phone: Phone, change: (state: ReplicaState) => ReplicaState = (state) => state): Phone {
  const stores = phone.of('store');
  const records = stores.flatMap(({ batch }) => batch.records);
  const state = change(stores.at(-1)!.batch.state);
  const own = createStoredReplica({ state, records, nextIndex: 99 });
  return new Phone({ isPlain: true, claim: { ...emptyClaim, own } });
}

/** The phone gives up its first change. The server accepts later ones and then executes the first one. */
function overtakeChange(phone: Phone, ...meanwhile: (() => void)[]): void {
  phone.add('p0');
  const late = getPost(phone, 1);
  phone.pass(10_000);
  for (const tap of meanwhile) tap();
  serveAll(phone);
  phone.server.answer('u1', late);
}

describe('a snapshot server', () => {
  test('G7: a change waits 10 s for its answer, and each further one twice as long', () => {
    const phone = snapshotServer();
    phone.add('p0');
    const waits = Array.from({ length: 4 }, () => {
      const before = phone.of('giveUp').length;
      const waited = phone.passUntil(() => phone.of('giveUp').length > before);
      phone.serve('snapshot');
      phone.passUntil(() => phone.has('post'));
      return waited;
    });
    expect(waits).toEqual([10_000, 20_000, 40_000, 60_000]);
    phone.serve('post');
    phone.serve('snapshot');
    phone.add('p1');
    expect(phone.passUntil(() => phone.of('giveUp').length > 4)).toBe(10_000);
  });

  test('the phone waits for an answer after 6 s, and two taps are two dishes', () => {
    const phone = snapshotServer();
    phone.add('p0');
    phone.pass(2_000);
    phone.add('p0');
    phone.pass(4_000);
    expect([countPosts(phone), phone.of('giveUp')]).toEqual([1, []]);
    phone.serve('post');
    serveAll(phone);
    expect([phone.shown(), listDishes(phone), phone.pending]).toEqual([['2×p0'], ['2×p0'], []]);
  });

  test('P2: the phone notices a request that was carried out after a newer one, and sends the newer change again', () => {
    const phone = snapshotServer();
    overtakeChange(
      phone,
      () => phone.add('p0'),
      () => phone.add('p1'),
    );
    expect(listDishes(phone)).toEqual(['1×p0']);
    const seen: string[][] = [];
    serveUntilSent(phone, () => seen.push(phone.shown().toSorted()));
    serveAll(phone);
    const both = ['1×p1', '2×p0'];
    expect(listDishes(phone)).toEqual(both);
    expect(new Set(seen.map(String)), 'the diner sees no step back').toEqual(new Set([String(both)]));
    const published = phone.of('publish').flatMap(({ data }) => data.events ?? []);
    expect(published, 'each change is published once').toHaveLength(3);
  });

  test('P2: of two unanswered requests, the one that the cart shows was carried out', () => {
    const phone = new Phone({ isPlain: true });
    const [, lineId] = phone.add('p0', 'p1');
    phone.loaded();
    const late = getPost(phone, 1);
    phone.passUntil(() => phone.has('snapshot'));
    phone.wish({ kind: 'decrease', lineId: lineId!, quantity: 1 });
    phone.serve('snapshot');
    phone.passUntil(() => countPosts(phone) === 2);
    phone.passUntil(() => phone.has('snapshot'));
    phone.server.answer('u1', late);
    phone.serve('snapshot');
    expect([phone.shown(), phone.pending.length], 'the removal is still to be sent').toEqual([['1×p0'], 1]);
    serveAll(phone);
    expect([phone.shown(), listDishes(phone), phone.pending]).toEqual([['1×p0'], ['1×p0'], []]);
  });

  test('the phone resends a change once; a line that somebody else changed there stays', () => {
    const phone = snapshotServer();
    overtakeChange(phone, () => phone.add('p0'));
    serveAll(phone);
    const before = countPosts(phone);
    // The old request sets the quantity back to one, as a waiter would.
    phone.server.answer('u1', getPost(phone, 1));
    serveAll(phone);
    expect([countPosts(phone), phone.shown(), listDishes(phone)]).toEqual([before, ['1×p0'], ['1×p0']]);
  });

  test('dishes and guests that another diner added in between stay', () => {
    const phone = snapshotServer();
    overtakeChange(
      phone,
      () => phone.add('p0'),
      () => phone.wish({ kind: 'setGuests', guests: 4 }),
    );
    (phone.server as SnapshotTable).addLine('u2', 'p3', 2);
    serveAll(phone);
    expect([phone.shown(), phone.shown('u2'), listDishes(phone)]).toEqual([['2×p0'], ['2×p3'], ['2×p0']]);
    expect(phone.state.knowledge.merged.view.guests).toBe(4);
  });

  test('an unanswered repeat is tried until the cart shows that it arrived', () => {
    const phone = snapshotServer();
    overtakeChange(phone, () => phone.add('p0'));
    serveUntilSent(phone);
    phone.fail('post');
    serveUntilSent(phone);
    serveAll(phone);
    expect([phone.shown(), listDishes(phone)]).toEqual([['2×p0'], ['2×p0']]);
  });

  test('a refused repeat is reported, and the server’s cart stays', () => {
    const phone = snapshotServer();
    overtakeChange(phone, () => phone.add('p0'));
    serveUntilSent(phone);
    const sent = countPosts(phone);
    phone.refuse('post', 4711);
    serveAll(phone);
    expect(phone.notices).toContainEqual(expect.objectContaining({ kind: 'callRefused', call: 'update' }));
    expect([countPosts(phone), phone.shown()]).toEqual([sent, ['1×p0']]);
  });

  test('the phone notices it after a reload, too', () => {
    const phone = snapshotServer();
    overtakeChange(phone, () => phone.add('p0'));
    const again = reloadPhone(phone);
    again.server.answer('u1', getPost(phone, 1));
    expect(again.shown()).toEqual(['2×p0']);
    serveAll(again);
    expect([again.shown(), listDishes(again)]).toEqual([['2×p0'], ['2×p0']]);
  });

  test('a request stored by an older version is deleted once its changes are decided', () => {
    const phone = snapshotServer();
    phone.add('p0');
    phone.fail('post');
    const again = reloadPhone(phone, (state) => ({
      ...state,
      unanswered: state.unanswered.map(({ result: _result, ...post }) => post),
    }));
    expect(again.state.outbox.unanswered).toHaveLength(1);
    serveAll(again);
    expect([again.state.outbox.unanswered, listDishes(again)]).toEqual([[], ['1×p0']]);
  });

  test('P2: an unanswered change that arrived before a reload counts once', () => {
    const phone = snapshotServer();
    phone.add('p0');
    const again = reloadPhone(phone);
    again.server.answer('u1', getPost(phone, 1));
    serveAll(again);
    expect([again.shown(), listDishes(again), countPosts(again)]).toEqual([['1×p0'], ['1×p0'], 0]);
  });

  describe('an empty cart may have been ordered', () => {
    const createEmptiedPhone = () => {
      const phone = snapshotServer();
      phone.add('p0');
      phone.serve('post');
      phone.serve('snapshot');
      const { lineId } = phone.state.knowledge.merged.view.carts[0]!.lines[0]!;
      phone.wish({ kind: 'decrease', lineId, quantity: 1 });
      const late = getPost(phone, 2);
      phone.pass(10_000);
      phone.add('p1');
      serveAll(phone);
      expect(listDishes(phone)).toEqual(['1×p1']);
      phone.server.answer('u1', late);
      phone.passUntil(() => {
        if (phone.has('snapshot')) phone.serve('snapshot');
        return phone.has('openOrder');
      });
      return phone;
    };

    test('changes that are in no order are sent again', () => {
      const phone = createEmptiedPhone();
      serveAll(phone);
      expect([phone.shown(), listDishes(phone)]).toEqual([['1×p1'], ['1×p1']]);
    });

    test('changes that somebody else ordered are not, and the diner may add them again', () => {
      const phone = createEmptiedPhone();
      const value = { id: 'o9', rowVersion: 1, orderItems: [] } as unknown as Order;
      const before = countPosts(phone);
      phone.answer('openOrder', { ok: true, value });
      serveAll(phone);
      expect([countPosts(phone), phone.shown(), listDishes(phone)]).toEqual([before, [], []]);
      const again = { item: expect.objectContaining({ productId: 'p1' }), quantity: 1 };
      expect(phone.notices).toContainEqual(expect.objectContaining({ kind: 'changeRejected', again }));
    });
  });

  test('a clear that is carried out late does not remove later additions', () => {
    const phone = snapshotServer();
    phone.add('p0');
    phone.serve('post');
    phone.serve('snapshot');
    phone.wish({ kind: 'clear', scope: 'table' });
    const late = phone.sent('clear')[0]!;
    phone.pass(10_000);
    phone.wish(add('p1'));
    serveAll(phone);
    expect(listDishes(phone)).toEqual(['1×p1']);
    phone.server.answer('u1', late);
    serveAll(phone);
    expect([phone.shown(), listDishes(phone)]).toEqual([['1×p1'], ['1×p1']]);
  });
});

describe('a server that answers every call after 6 s', () => {
  /** The server answers each call after 6 s, unless the phone has given it up. */
  function serveSlowly(phone: Phone, ms: number): void {
    const since = new Map<number, number>();
    for (let passed = 0; passed < ms; passed += 100) {
      for (const [number, call] of phone.calls) {
        if (!since.has(number)) since.set(number, phone.uptime);
        if (phone.uptime - since.get(number)! >= 6_000) phone.serveNumber(number, call);
      }
      phone.pass(100);
    }
  }

  test.each([true, false])('is used, and receives the taps that were made before its first answer (snapshot: %s)', (isPlain) => {
    const phone = new Phone({ isPlain });
    phone.add('p0', 'p0');
    serveSlowly(phone, 60_000);
    expect([phone.pending, phone.shown(), listDishes(phone)]).toEqual([[], ['2×p0'], ['2×p0']]);
  }); // prettier-ignore
});
