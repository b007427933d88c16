import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { OrderItem } from '#contract/order-fields.ts';
import type { CartEvent } from '#events/catalogue.ts';
import type { Item } from '#events/item.ts';
import type { Log } from '#events/log.ts';
import type { VersionVector } from '#events/version-vector.ts';
import { cartView } from '#projections/merge/cart-view.ts';
import { judgeOrder } from '#server/orders/placement-rules.ts';
import { bowl, given, menu, noodles, phone } from '../given.ts';

function line(item: Item, quantity: number): OrderItem {
  const { productId, categoryId, notes, modifiers } = item;
  return {
    id: '0',
    orderId: undefined,
    productId,
    categoryId,
    notes,
    quantity,
    orderItemModifiers: modifiers.map((modifier) => ({ id: undefined, ...modifier })),
  };
}

function judge(log: Log, seen: VersionVector | undefined, ...orderItems: OrderItem[]) {
  const verdict = judgeOrder(log, cartView(log).known, menu, { seen, orderItems });
  return verdict.ok ? 'placed' : verdict.code;
}

describe('O1: what an order takes', () => {
  test('the lines of the cut, whoever picked them', () => {
    const log = given(phone('ra', 'ann').add(), phone('rb', 'bob').add(noodles, 2));
    expect(judge(log, { ra: 1, rb: 1 }, line(noodles, 3))).toBe('placed');
    expect(judge(log, undefined, line(noodles, 1), line(noodles, 2))).toBe('placed');
  });

  test('other lines or quantities are not what the diner saw', () => {
    const log = given(phone('ra', 'ann').add());
    const { shoppingCartUpdated } = codes;
    expect(judge(log, { ra: 1 }, line(noodles, 2))).toBe(shoppingCartUpdated);
    expect(judge(log, { ra: 1 })).toBe(shoppingCartUpdated);
    expect(judge(log, { ra: 1 }, line({ ...noodles, notes: 'hot' }, 1))).toBe(shoppingCartUpdated);
    expect(judge(log, { ra: 1 }, line(noodles, 1), line(bowl(['31', 1]), 1))).toBe(shoppingCartUpdated);
  });

  test('a cut that the server does not know is refused', () => {
    const log = given(phone('ra', 'ann').add());
    expect(judge(log, { ra: 2 }, line(noodles, 1))).toBe(codes.shoppingCartUpdated);
    expect(judge(log, { ra: 1, rb: 1 }, line(noodles, 1))).toBe(codes.shoppingCartUpdated);
    const odd = JSON.parse('{"ra":1,"constructor":1}') as VersionVector;
    expect(judge(log, odd, line(noodles, 1))).toBe(codes.shoppingCartUpdated);
  });

  test("a cut without what its own events had seen is nobody's view", () => {
    const log = given(phone('ra', 'ann').add(), phone('rb', 'bob').add(noodles, 2, { ra: 1 }));
    expect(judge(log, { rb: 1 })).toBe(codes.shoppingCartUpdated);
  });

  test('unseen additions, guests and order type are no reason to refuse', () => {
    const bob = phone('rb', 'bob');
    const log = given(phone('ra', 'ann').add(), bob.add(), bob.guests(3));
    expect(judge(log, { ra: 1 }, line(noodles, 1))).toBe('placed');
  });

  test('an unseen addition to a line of the cut stays for the next round', () => {
    const ann = phone('ra', 'ann');
    const log = given(ann.add(), ann.add(noodles, 4, {}, 'ra:1'));
    expect(judge(log, { ra: 1 }, line(noodles, 1))).toBe('placed');
  });

  test('unseen changes that take away from the cut are a reason', () => {
    const cases: ((ann: ReturnType<typeof phone>) => CartEvent)[] = [
      (ann) => ann.decrease('ra:1'),
      (ann) => ann.note('ra:1', 'hot'),
      (ann) => ann.clear('user'),
      (ann) => ann.clear('table'),
      () => phone('rb', 'bob').clear('table', { ra: 1 }),
      () => phone('server', 'bob').order({ ra: 1 }),
    ];
    for (const taker of cases) {
      const ann = phone('ra', 'ann');
      const log = given(ann.add(noodles, 2), taker(ann));
      expect(judge(log, { ra: 1 }, line(noodles, 2))).toBe(codes.shoppingCartUpdated);
    }
  });

  test('also when the line goes by another name since an unseen addition', () => {
    const ann = phone('ra', 'ann');
    const tab = phone('rt', 'ann');
    const log = given(ann.add(noodles, 3), tab.add(), tab.decrease('rt:1', 2, { ra: 1 }));
    expect(judge(log, { ra: 1 }, line(noodles, 3))).toBe(codes.shoppingCartUpdated);
  });

  test('unseen changes that take from what is not in the cut do not matter', () => {
    const bob = phone('rb', 'bob');
    const log = given(phone('ra', 'ann').add(), bob.add(), bob.decrease('rb:1'), bob.clear('user'));
    expect(judge(log, { ra: 1 }, line(noodles, 1))).toBe('placed');
    const early = given(phone('rb', 'bob').clear('table'), phone('ra', 'ann').add());
    expect(judge(early, { ra: 1 }, line(noodles, 1))).toBe('placed');
  });

  test('nor does a neighbour’s unseen clear of their own cart, who had seen the lines of the cut', () => {
    const bob = phone('rb', 'bob');
    const log = given(phone('ra', 'ann').add(), bob.add(), bob.clear('user', { ra: 1 }));
    expect(judge(log, { ra: 1 }, line(noodles, 1))).toBe('placed');
  });

  test('an empty cart is no order', () => {
    expect(judge(given(), {})).toBe(codes.badRequest);
  });

  test('sold out and gone is 2025, choices that no longer fit are 1997', () => {
    const soldOut = { ...noodles, productId: '13' };
    const gone = { ...noodles, productId: '99', name: 'Pie' };
    const unfit = bowl();
    for (const [item, code] of [
      [soldOut, codes.soldOut],
      [gone, codes.soldOut],
      [unfit, codes.pleaseAddItAgainToYourCart],
    ] as const) {
      const log = given(phone('ra', 'ann').add(item));
      expect(judge(log, { ra: 1 }, line(item, 1))).toBe(code);
    }
    const log = given(phone('ra', 'ann').add(gone));
    expect(judgeOrder(log, { ra: 1 }, menu, { orderItems: [line(gone, 1)] })).toMatchObject({
      msg: 'Sold out: Pie',
    });
  });
});
