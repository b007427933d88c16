import { describe, expect, test } from 'vitest';
import { codes, rejections } from '#contract/codes.ts';
import type { Order } from '#contract/order-fields.ts';
import type { SnapshotCart } from '#events/records/records.ts';
import type { SnapshotCartAnswer, ServerVersion } from '#sync/ports/transport.ts';
import { add, createDish, createLoadedPhone, Phone } from '#testing/phones/stepped-phone.ts';

const createSnapshotPhone = () => createLoadedPhone({ isPlain: true });
const line = (lineId: string, productId: string, quantity: number) => ({
  lineId,
  item: createDish(productId),
  quantity,
});
const createCart = (userId: string, ...lines: SnapshotCart['lines']): SnapshotCart => ({ userId, lines });
const createAnswer = (carts: readonly SnapshotCart[], serverVersion: ServerVersion = {}) =>
  ({ ok: true, value: { plain: true, serverVersion, carts } satisfies SnapshotCartAnswer }) as const;
const order = (...lines: readonly ReturnType<typeof line>[]) => {
  const orderItems = lines.map(({ lineId, item, quantity }) => ({
    ...item,
    id: lineId,
    quantity,
    orderItemModifiers: [],
  }));
  return { ok: true, value: { id: 'o9', rowVersion: 1, orderItems } as unknown as Order } as const;
};
const listRejections = (phone: Phone) =>
  phone.notices.flatMap((notice) => (notice.kind === 'changeRejected' ? [notice.code] : []));
/** The phone sends the change, and the server refuses it. */
const refusePost = (phone: Phone, code: number) => {
  phone.passUntil(() => phone.has('post'));
  phone.refuse('post', code);
};

/** The phone sends the change and gets no answer. */
const failPost = (phone: Phone) => {
  phone.passUntil(() => phone.has('post'));
  phone.fail('post');
};

describe('P4: a server refuses a change', () => {
  test('with an unknown code: the change is tried twice more, then the diner is notified', () => {
    const phone = createSnapshotPhone();
    phone.add('p0', 'p1');
    let times = 0;
    for (; times < 9 && phone.pending.length === 2; times += 1) {
      phone.passUntil(() => phone.has('post'));
      phone.fail('post', { kind: 'refused', code: 5_001, msg: 'At most 4 of this dish' });
      phone.serve('snapshot');
    }
    expect(times, 'the first time the second dish was not with it').toBe(4);
    expect(phone.notices).toEqual([
      { kind: 'callRefused', call: 'update', code: 5_001, msg: 'At most 4 of this dish' },
      { kind: 'changeRejected', code: 5_001, product: 'p0', again: { item: createDish('p0'), quantity: 1 } },
    ]);
    phone.passUntil(() => phone.has('post'));
    phone.serve('post');
    expect(phone.shown(), 'the waiting change is sent').toEqual(['1×p1']);
  });

  test('because a dish is sold out: the change is not tried again', () => {
    const phone = createSnapshotPhone();
    phone.add('p0');
    refusePost(phone, codes.soldOut);
    expect(phone.notices.filter(({ kind }) => kind === 'changeRejected')).toEqual([
      { kind: 'changeRejected', code: codes.soldOut, product: 'p0' },
    ]);
  });

  test('because the login has ended: that decides nothing about the change, however often it is repeated', () => {
    const phone = createSnapshotPhone();
    phone.add('p0');
    for (let times = 0; times < 5; times += 1) {
      phone.passUntil(() => {
        if (phone.has('snapshot')) phone.serve('snapshot');
        return phone.has('post');
      });
      phone.refuse('post', codes.unauthorized);
    }
    expect(phone.pending).toHaveLength(1);
    expect(listRejections(phone)).toEqual([]);
  });

  test('because it has no name yet: the change is sent once the diner has given one', () => {
    const phone = createSnapshotPhone();
    phone.take({ kind: 'wish', author: { userId: 'u1' }, command: { kind: 'setGuests', guests: 3 } });
    refusePost(phone, codes.badRequest);
    phone.serve('snapshot');
    phone.pass(30_000);
    expect(phone.sent('post')).toHaveLength(1);
    expect(phone.notices).toEqual([]);
    expect(phone.state.knowledge.merged.view.guests).toBe(3);
    phone.add('p0');
    phone.passUntil(() => {
      // The phone needs a fresh cart first.
      if (phone.has('snapshot')) phone.serve('snapshot');
      return phone.has('post');
    });
    expect(phone.sent('post').at(-1)!.detail).toMatchObject({ guests: 3, orderItems: [{ productId: 'p0' }] });
  });

  test('P2: a refused change is not in doubt, so the phone does not look for it in an order', () => {
    const phone = createSnapshotPhone();
    phone.take({ kind: 'refresh' });
    phone.answer('snapshot', createAnswer([createCart('u2', line('5', 'p3', 1))]));
    phone.add('p0');
    refusePost(phone, 5_001);
    expect(phone.state.outbox.unanswered).toEqual([]);
    phone.answer('snapshot', createAnswer([]));
    expect(phone.sent('openOrder')).toEqual([]);
  });
});

describe('P4: 66666', () => {
  test.each([
    ['the diner’s own lines are unchanged: the change is applied to the new cart', createCart('u2', line('5', 'p3', 1)), ['1×p0'], []],
    ['somebody else changed the line that the change is about: the diner is asked', createCart('u1', line('5', 'p0', 2)), ['2×p0'], [codes.shoppingCartUpdated]],
    ['somebody else changed another line of the diner’s: the change is applied to it', createCart('u1', line('5', 'p3', 2)), ['1×p0', '2×p3'], []],
  ])('%s', (_what, cart, shown, refused) => {
    const phone = createSnapshotPhone();
    phone.add('p0');
    refusePost(phone, codes.shoppingCartUpdated);
    phone.answer('snapshot', createAnswer([cart]));
    expect([phone.shown(), listRejections(phone)]).toEqual([shown, refused]);
    if (refused.length === 0) phone.passUntil(() => phone.has('post'));
  }); // prettier-ignore

  test('after five times the phone asks the server', () => {
    const phone = createSnapshotPhone();
    phone.add('p0');
    for (let times = 1; times <= 5; times += 1) {
      expect(listRejections(phone), `before the ${times}th`).toEqual([]);
      refusePost(phone, codes.shoppingCartUpdated);
      phone.answer('snapshot', createAnswer([]));
    }
    expect(listRejections(phone)).toEqual([codes.shoppingCartUpdated]);
  });
});

describe('P2: a change without an answer', () => {
  test('of several, the newest that matches the cart was written, and so were all before it', () => {
    const phone = createSnapshotPhone();
    phone.add('p0');
    failPost(phone);
    phone.add('p1');
    phone.answer('snapshot', createAnswer([]));
    failPost(phone);
    phone.answer('snapshot', createAnswer([createCart('u1', line('5', 'p0', 1), line('6', 'p1', 1))]));
    expect(phone.pending).toEqual([]);
    expect(phone.shown()).toEqual(['1×p0', '1×p1']);
  });

  test('if the cart has half of the change, its outcome stays open and it is not resent automatically', () => {
    const phone = createSnapshotPhone();
    phone.wish({ kind: 'add', item: createDish('p0'), quantity: 2 });
    failPost(phone);
    phone.add('p1');
    phone.answer('snapshot', createAnswer([createCart('u1', line('5', 'p0', 1))]));
    expect(phone.sent('openOrder')).toHaveLength(1);
  });

  test('a cart with one of two sent dishes has half of the change', () => {
    const phone = createSnapshotPhone();
    phone.take({ kind: 'refresh' });
    phone.add('p0', 'p1');
    phone.answer('snapshot', createAnswer([]));
    failPost(phone);
    phone.answer('snapshot', createAnswer([createCart('u1', line('5', 'p0', 1))]));
    expect(phone.pending).toHaveLength(2);
    expect(phone.sent('openOrder')).toHaveLength(1);
  });

  test('an order that contains the change proves that it was accepted, and the diner is not asked', () => {
    const phone = createSnapshotPhone();
    phone.add('p0');
    failPost(phone);
    phone.hear('placeOrder', { userName: 'Ben', orderId: 'o9' });
    phone.answer('snapshot', createAnswer([]));
    phone.answer('openOrder', order(line('5', 'p0', 1)));
    expect(phone.pending).toEqual([]);
    expect(listRejections(phone)).not.toContain(rejections.unanswered);
  });
});

describe('P2: names of the server’s version field', () => {
  const readSentVersion = (phone: Phone) => {
    phone.passUntil(() => phone.has('post'));
    const { cartRowVersion, updateAt } = phone.sent('post').at(-1)!.detail as ServerVersion;
    return { cartRowVersion, updateAt };
  };

  test.each([7, '0x000000000000000A'])(
    'a GET with only a time keeps the version of the last POST (%s) if nothing changed since',
    (cartRowVersion) => {
      const phone = createSnapshotPhone();
      phone.add('p0');
      phone.passUntil(() => phone.has('post'));
      const version = { cartRowVersion, updateAt: 500 };
      phone.answer('post', { ok: true, value: { plain: true, serverVersion: version } });
      phone.answer('snapshot', createAnswer([createCart('u1', line('5', 'p0', 1))], { updateAt: 500 }));
      phone.add('p1');
      expect(readSentVersion(phone)).toEqual(version);
    },
  );

  test('a version from one field is never sent in the other', () => {
    const phone = createSnapshotPhone();
    phone.add('p0');
    phone.passUntil(() => phone.has('post'));
    const version = { cartRowVersion: 7, updateAt: 500 };
    phone.answer('post', { ok: true, value: { plain: true, serverVersion: version } });
    phone.answer('snapshot', createAnswer([createCart('u1', line('5', 'p0', 2))], { updateAt: 600 }));
    phone.wish(add('p1'));
    expect(readSentVersion(phone)).toEqual({ cartRowVersion: undefined, updateAt: 600 });
  });
});

describe('P2: one tab numbers the carts', () => {
  const createCartRecord = (version: number, covers = {}) => ({
    t: 1,
    from: 'server' as const,
    snapshot: {
      version,
      plain: true as const,
      covers,
      userCarts: [createCart('u2', line('9', 'p9', 1))],
      guests: null,
      orderType: null,
      lastOrderId: null,
    },
  });

  test('a leading tab takes even numbers, any other tab odd ones', () => {
    const numbers = [true, false].map((leads) => {
      const phone = new Phone({ isPlain: true, leads });
      return phone.state.catchUp.lastVersion % 2;
    });
    expect(numbers).toEqual([0, 1]);
  });

  test('the leader loads its own cart even if another tab has loaded one', () => {
    const phone = createSnapshotPhone();
    const before = phone.sent('snapshot').length;
    const newest = phone.state.knowledge.log.snapshot!.version;
    phone.hearTab({ kind: 'learnt', records: [createCartRecord(newest + 99)] });
    expect(phone.shown('u2')).toEqual([]);
    phone.pass(1_000);
    expect(phone.sent('snapshot')).toHaveLength(before + 1);
    phone.serve('snapshot');
    expect(phone.state.knowledge.log.snapshot!.version).toBeGreaterThan(newest + 99);
  });
});
