/** G7, P2: a server that answers slowly, or that carries a request out after the phone gave it up, costs no tap. */
import { describe, expect, test } from 'vitest';
import type { Order } from '#contract/order-fields.ts';
import type { ServerCall } from '#sync/ports/transport.ts';
import type { SnapshotTable } from '#testing/snapshot-table.ts';
import { add, Phone } from '#testing/phones/stepped-phone.ts';
import { shownOf } from '#testing/honest-server.ts';

const snapshotServer = () => new Phone({ isPlain: true }).loaded();
const posts = (phone: Phone) => phone.sent('post').length;
const nthPost = (phone: Phone, n: number): ServerCall => phone.sent('post')[n - 1]!;
const dishes = (phone: Phone) => (shownOf(phone.server.carts)['u1'] ?? []).map((line) => line.trim());

/** Until nothing is under way and nothing waits, the server answers all calls at once. */
function serveAll(phone: Phone): void {
  for (let quiet = 0; quiet < 30;) {
    const kind = (['post', 'clear', 'snapshot', 'openOrder'] as const).find((each) => phone.has(each));
    if (kind) phone.serve(kind);
    else phone.pass(500);
    quiet = kind === 'post' || kind === 'clear' ? 0 : quiet + 1;
  }
}

/** The first change is given up; what was tapped meanwhile is accepted; then the server carries the first one out. */
function overtaken(phone: Phone, ...meanwhile: (() => void)[]): void {
  phone.add('p0');
  const late = nthPost(phone, 1);
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

  test('an answer after 6 s is waited for: two taps are two dishes', () => {
    const phone = snapshotServer();
    phone.add('p0');
    phone.pass(2_000);
    phone.add('p0');
    phone.pass(4_000);
    expect([posts(phone), phone.of('giveUp')]).toEqual([1, []]);
    phone.serve('post');
    serveAll(phone);
    expect([phone.shown(), dishes(phone), phone.pending]).toEqual([['2×p0'], ['2×p0'], []]);
  });

  test('P2: a request that is carried out after a newer one is noticed, and the newer change is sent again', () => {
    const phone = snapshotServer();
    overtaken(
      phone,
      () => phone.add('p0'),
      () => phone.add('p1'),
    );
    expect(dishes(phone)).toEqual(['1×p0']);
    const seen: string[][] = [];
    const before = posts(phone);
    phone.passUntil(() => {
      seen.push(phone.shown().toSorted());
      if (phone.has('snapshot')) phone.serve('snapshot');
      return posts(phone) > before;
    });
    serveAll(phone);
    const both = ['1×p1', '2×p0'];
    expect(dishes(phone)).toEqual(both);
    expect(new Set(seen.map(String)), 'the diner sees no step back').toEqual(new Set([String(both)]));
    const told = phone.of('publish').flatMap(({ data }) => data.events ?? []);
    expect(told, 'the table hears of each change once').toHaveLength(3);
  });

  test('P2: of two requests without an answer, the one that the cart shows was carried out', () => {
    const phone = new Phone({ isPlain: true });
    const [, lineId] = phone.add('p0', 'p1');
    phone.loaded();
    const late = nthPost(phone, 1);
    phone.passUntil(() => phone.has('snapshot'));
    phone.wish({ kind: 'decrease', lineId: lineId!, quantity: 1 });
    phone.serve('snapshot');
    phone.passUntil(() => posts(phone) === 2);
    phone.passUntil(() => phone.has('snapshot'));
    phone.server.answer('u1', late);
    phone.serve('snapshot');
    expect([phone.shown(), phone.pending.length], 'the removal is still to be sent').toEqual([['1×p0'], 1]);
    serveAll(phone);
    expect([phone.shown(), dishes(phone), phone.pending]).toEqual([['1×p0'], ['1×p0'], []]);
  });

  test('what it sends again it sends once: a cart that was changed there by somebody else stands', () => {
    const phone = snapshotServer();
    overtaken(phone, () => phone.add('p0'));
    serveAll(phone);
    const before = posts(phone);
    // A waiter takes one away.
    phone.server.answer('u1', nthPost(phone, 1));
    serveAll(phone);
    expect([posts(phone), phone.shown(), dishes(phone)]).toEqual([before, ['1×p0'], ['1×p0']]);
  });

  test('another diner’s dishes and guests of meanwhile stay', () => {
    const phone = snapshotServer();
    overtaken(
      phone,
      () => phone.add('p0'),
      () => phone.wish({ kind: 'setGuests', guests: 4 }),
    );
    (phone.server as SnapshotTable).addLine('u2', 'p3', 2);
    serveAll(phone);
    expect([phone.shown(), phone.shown('u2'), dishes(phone)]).toEqual([['2×p0'], ['2×p3'], ['2×p0']]);
    expect(phone.state.knowledge.merged.view.guests).toBe(4);
  });

  test('a repeat without an answer is tried until the cart says that it arrived', () => {
    const phone = snapshotServer();
    overtaken(phone, () => phone.add('p0'));
    const before = posts(phone);
    phone.passUntil(() => {
      if (phone.has('snapshot')) phone.serve('snapshot');
      return posts(phone) > before;
    });
    phone.fail('post');
    phone.passUntil(() => {
      if (phone.has('snapshot')) phone.serve('snapshot');
      return posts(phone) > before + 1;
    });
    serveAll(phone);
    expect([phone.shown(), dishes(phone)]).toEqual([['2×p0'], ['2×p0']]);
  });

  test('a repeat that the server refuses is told, and its cart stands', () => {
    const phone = snapshotServer();
    overtaken(phone, () => phone.add('p0'));
    const before = posts(phone);
    phone.passUntil(() => {
      if (phone.has('snapshot')) phone.serve('snapshot');
      return posts(phone) > before;
    });
    phone.refuse('post', 4711);
    serveAll(phone);
    expect(phone.notices).toContainEqual(expect.objectContaining({ kind: 'callRefused', call: 'update' }));
    expect([posts(phone), phone.shown()]).toEqual([before + 1, ['1×p0']]);
  });

  test('it is noticed after a reload, too', () => {
    const phone = snapshotServer();
    overtaken(phone, () => phone.add('p0'));
    const late = nthPost(phone, 1);
    const { state } = phone.of('store').at(-1)!.batch;
    const records = phone.of('store').flatMap(({ batch }) => batch.records);
    const own = { replicaId: 'r1', state, records, summary: 0, nextIndex: 99, isDamaged: false };
    const claim = { replicaId: 'r1', own, orphans: [], orphansAreDead: true };
    const reloaded = new Phone({ isPlain: true, claim });
    reloaded.server.answer('u1', late);
    expect(reloaded.shown()).toEqual(['2×p0']);
    serveAll(reloaded);
    expect([reloaded.shown(), dishes(reloaded)]).toEqual([['2×p0'], ['2×p0']]);
  });

  test('a request that an older version kept is forgotten once its changes are settled', () => {
    const phone = snapshotServer();
    phone.add('p0');
    phone.fail('post');
    const { state } = phone.of('store').at(-1)!.batch;
    const records = phone.of('store').flatMap(({ batch }) => batch.records);
    const unanswered = state.unanswered.map(({ result: _result, ...post }) => post);
    const own = {
      replicaId: 'r1',
      state: { ...state, unanswered },
      records,
      summary: 0,
      nextIndex: 99,
      isDamaged: false,
    };
    const reloaded = new Phone({
      isPlain: true,
      claim: { replicaId: 'r1', own, orphans: [], orphansAreDead: true },
    });
    serveAll(reloaded);
    expect([unanswered.length, reloaded.state.outbox.unanswered, dishes(reloaded)]).toEqual([
      1,
      [],
      ['1×p0'],
    ]);
  });

  describe('an empty cart may have been ordered', () => {
    const emptied = () => {
      const phone = snapshotServer();
      phone.add('p0');
      phone.serve('post');
      phone.serve('snapshot');
      const { lineId } = phone.state.knowledge.merged.view.carts[0]!.lines[0]!;
      phone.wish({ kind: 'decrease', lineId, quantity: 1 });
      const late = nthPost(phone, 2);
      phone.pass(10_000);
      phone.add('p1');
      serveAll(phone);
      expect(dishes(phone)).toEqual(['1×p1']);
      phone.server.answer('u1', late);
      phone.passUntil(() => {
        if (phone.has('snapshot')) phone.serve('snapshot');
        return phone.has('openOrder');
      });
      return phone;
    };

    test('what is in no order is sent again', () => {
      const phone = emptied();
      serveAll(phone);
      expect([phone.shown(), dishes(phone)]).toEqual([['1×p1'], ['1×p1']]);
    });

    test('what somebody else has ordered is not, and the diner may add it again', () => {
      const phone = emptied();
      const value = { id: 'o9', rowVersion: 1, orderItems: [] } as unknown as Order;
      const before = posts(phone);
      phone.answer('openOrder', { ok: true, value });
      serveAll(phone);
      expect([posts(phone), phone.shown(), dishes(phone)]).toEqual([before, [], []]);
      const again = { item: expect.objectContaining({ productId: 'p1' }), quantity: 1 };
      expect(phone.notices).toContainEqual(expect.objectContaining({ kind: 'changeRejected', again }));
    });
  });

  test('a clear that is carried out late takes nothing away that was added since', () => {
    const phone = snapshotServer();
    phone.add('p0');
    phone.serve('post');
    phone.serve('snapshot');
    phone.wish({ kind: 'clear', scope: 'table' });
    const late = phone.sent('clear')[0]!;
    phone.pass(10_000);
    phone.wish(add('p1'));
    serveAll(phone);
    expect(dishes(phone)).toEqual(['1×p1']);
    phone.server.answer('u1', late);
    serveAll(phone);
    expect([phone.shown(), dishes(phone)]).toEqual([['1×p1'], ['1×p1']]);
  });
});

describe('a server that answers every call after 6 s', () => {
  /** Every call is answered 6 s after it left, unless the phone does not listen any more. */
  function slowly(phone: Phone, ms: number): void {
    const since = new Map<number, number>();
    for (let passed = 0; passed < ms; passed += 100) {
      for (const [number, call] of phone.calls) {
        if (!since.has(number)) since.set(number, phone.uptime);
        if (phone.uptime - since.get(number)! >= 6_000) phone.serveNumber(number, call);
      }
      phone.pass(100);
    }
  }

  test.each([true, false])('is asked, and takes what was tapped before it had answered (snapshot: %s)', (isPlain) => {
    const phone = new Phone({ isPlain });
    phone.add('p0', 'p0');
    slowly(phone, 60_000);
    expect([phone.pending, phone.shown(), dishes(phone)]).toEqual([[], ['2×p0'], ['2×p0']]);
  }); // prettier-ignore
});
