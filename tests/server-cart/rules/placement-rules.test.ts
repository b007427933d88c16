import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { OrderItem } from '#contract/order-fields.ts';
import type { CartEvent } from '#events/cart/registry.ts';
import type { Item } from '#events/item.ts';
import type { Log } from '#events/records/log.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { validateOrder } from '#server/ordering/orders/placing/placement-rules.ts';
import { createBowl, createLog, menu, noodles, orderLine as line, createPhone } from '../given.ts';

function validateLines(log: Log, seen: VersionVector | undefined, ...orderItems: OrderItem[]) {
  const decision = validateOrder(log, projectCartView(log).known, menu, { seen, orderItems });
  return decision.ok ? 'placed' : decision.code;
}

describe('O1: contents of an order', () => {
  test('has the lines of the cart that the diner saw, whoever added them', () => {
    const log = createLog(createPhone('ra', 'ann').add(), createPhone('rb', 'bob').add(noodles, 2));
    expect(validateLines(log, { ra: 1, rb: 1 }, line(noodles, 3))).toBe('placed');
    expect(validateLines(log, undefined, line(noodles, 1), line(noodles, 2))).toBe('placed');
  });

  test('with other lines or quantities differs from what the diner saw', () => {
    const log = createLog(createPhone('ra', 'ann').add());
    const { shoppingCartUpdated } = codes;
    expect(validateLines(log, { ra: 1 }, line(noodles, 2))).toBe(shoppingCartUpdated);
    expect(validateLines(log, { ra: 1 })).toBe(shoppingCartUpdated);
    expect(validateLines(log, { ra: 1 }, line({ ...noodles, notes: 'hot' }, 1))).toBe(shoppingCartUpdated);
    expect(validateLines(log, { ra: 1 }, line(noodles, 1), line(createBowl(['31', 1]), 1))).toBe(
      shoppingCartUpdated,
    );
  });

  test('with events that the server does not know is refused', () => {
    const log = createLog(createPhone('ra', 'ann').add());
    expect(validateLines(log, { ra: 2 }, line(noodles, 1))).toBe(codes.shoppingCartUpdated);
    expect(validateLines(log, { ra: 1, rb: 1 }, line(noodles, 1))).toBe(codes.shoppingCartUpdated);
    const odd = JSON.parse('{"ra":1,"constructor":1}') as VersionVector;
    expect(validateLines(log, odd, line(noodles, 1))).toBe(codes.shoppingCartUpdated);
  });

  test('with events but not their predecessors is nobody’s view', () => {
    const log = createLog(
      createPhone('ra', 'ann').add(),
      createPhone('rb', 'bob').add(noodles, 2, { ra: 1 }),
    );
    expect(validateLines(log, { rb: 1 })).toBe(codes.shoppingCartUpdated);
  });

  test('is not refused for unseen additions, guests or order type', () => {
    const bob = createPhone('rb', 'bob');
    const log = createLog(createPhone('ra', 'ann').add(), bob.add(), bob.guests(3));
    expect(validateLines(log, { ra: 1 }, line(noodles, 1))).toBe('placed');
  });

  test('leaves an unseen addition to an ordered line for the next round', () => {
    const ann = createPhone('ra', 'ann');
    const log = createLog(ann.add(), ann.add(noodles, 4, {}, 'ra:1'));
    expect(validateLines(log, { ra: 1 }, line(noodles, 1))).toBe('placed');
  });

  test.each<[what: string, taker: (ann: ReturnType<typeof createPhone>) => CartEvent]>([
    ['decrease', (ann) => ann.decrease('ra:1')],
    ['new notes', (ann) => ann.note('ra:1', 'hot')],
    ['clear of the diner', (ann) => ann.clear('user')],
    ['clear of the table', (ann) => ann.clear('table')],
    ['clear by somebody else', () => createPhone('rb', 'bob').clear('table', { ra: 1 })],
    ['order', () => createPhone('server', 'bob').order({ ra: 1 })],
  ])('unseen changes that take away from the cut are a reason: a %s', (_, taker) => {
    const ann = createPhone('ra', 'ann');
    const log = createLog(ann.add(noodles, 2), taker(ann));
    expect(validateLines(log, { ra: 1 }, line(noodles, 2))).toBe(codes.shoppingCartUpdated);
  });

  test('does so even if the line has another name since an unseen addition', () => {
    const ann = createPhone('ra', 'ann');
    const tab = createPhone('rt', 'ann');
    const log = createLog(ann.add(noodles, 3), tab.add(), tab.decrease('rt:1', 2, { ra: 1 }));
    expect(validateLines(log, { ra: 1 }, line(noodles, 3))).toBe(codes.shoppingCartUpdated);
  });

  test('is not affected by unseen decreases of lines outside it', () => {
    const bob = createPhone('rb', 'bob');
    const log = createLog(createPhone('ra', 'ann').add(), bob.add(), bob.decrease('rb:1'), bob.clear('user'));
    expect(validateLines(log, { ra: 1 }, line(noodles, 1))).toBe('placed');
    const early = createLog(createPhone('rb', 'bob').clear('table'), createPhone('ra', 'ann').add());
    expect(validateLines(early, { ra: 1 }, line(noodles, 1))).toBe('placed');
    const cem = createPhone('rc', 'cem');
    const neighbour = createLog(createPhone('ra', 'ann').add(), cem.add(), cem.clear('user', { ra: 1 }));
    expect(validateLines(neighbour, { ra: 1 }, line(noodles, 1))).toBe('placed');
  });

  test('is refused if the cart is empty', () => {
    expect(validateLines(createLog(), {})).toBe(codes.badRequest);
  });

  test('with sold-out or removed dishes is 2025, with choices that no longer fit 1997', () => {
    const validatePlacement = (item: Item) =>
      validateOrder(createLog(createPhone('ra', 'ann').add(item)), { ra: 1 }, menu, {
        orderItems: [line(item, 1)],
      });
    expect(validatePlacement({ ...noodles, productId: '13' })).toMatchObject({ code: codes.soldOut });
    expect(validatePlacement({ ...noodles, productId: '99', name: 'Pie' })).toMatchObject({
      code: codes.soldOut,
      msg: 'Sold out: Pie',
    });
    expect(validatePlacement(createBowl())).toMatchObject({ code: codes.pleaseAddItAgainToYourCart });
  });
});

describe('O5: lines that an order leaves out', () => {
  const hot = { ...noodles, notes: 'hot' };
  /** Two dishes of Ann's and three of Bob's. */
  function createTable() {
    const ann = createPhone('ra', 'ann');
    const bob = createPhone('rb', 'bob');
    return { ann, bob, both: [ann.add(noodles, 2), bob.add(hot, 3)] };
  }
  const seen = { ra: 1, rb: 1 };
  const whole = [line(noodles, 2), line(hot, 3)];
  const validateWithout = (log: Log, without: readonly string[], orderItems: readonly OrderItem[] = whole) =>
    validateOrder(log, projectCartView(log).known, menu, { seen, orderItems, without });
  const getOutcome = (...[log, without, items]: Parameters<typeof validateWithout>) => {
    const decision = validateWithout(log, without, items);
    return decision.ok ? 'placed' : decision.code;
  };

  test('stay, while it takes the other lines and names the events that stay', () => {
    const { both } = createTable();
    expect(validateWithout(createLog(...both), ['rb:1'])).toMatchObject({
      ok: true,
      seen,
      kept: ['rb:1'],
      view: { carts: [{ userId: 'ann', lines: [{ lineId: 'ra:1', quantity: 2 }] }] },
    });
    expect(validateWithout(createLog(...both), [])).toMatchObject({ ok: true, kept: undefined });
  });

  test('are still part of the named cart, and a name of no line refuses the order', () => {
    const { both } = createTable();
    expect(getOutcome(createLog(...both), ['rb:1'], [line(noodles, 2)])).toBe(codes.shoppingCartUpdated);
    expect(getOutcome(createLog(...both), ['rb:1', 'rb:9'])).toBe(codes.shoppingCartUpdated);
  });

  test('may not be all lines', () => {
    const { both } = createTable();
    expect(getOutcome(createLog(...both), ['ra:1', 'rb:1'])).toBe(codes.badRequest);
  });

  test('may be unavailable: only unavailable ordered dishes refuse the order', () => {
    const soldOut = { ...noodles, productId: '13' };
    const log = createLog(createPhone('ra', 'ann').add(), createPhone('rb', 'bob').add(soldOut));
    const items = [line(noodles, 1), line(soldOut, 1)];
    expect(getOutcome(log, ['rb:1'], items)).toBe('placed');
    expect(getOutcome(log, ['ra:1'], items)).toBe(codes.soldOut);
  });

  test.each<[what: string, change: (bob: ReturnType<typeof createPhone>) => CartEvent]>([
    ['a decrease', (bob) => bob.decrease('rb:1', 1, {}, hot)],
    ['new notes', (bob) => bob.note('rb:1', 'mild', {}, hot)],
    ['a clear', (bob) => bob.clear('user')],
  ])('%s of a line that stays is no reason to refuse; of an ordered line it is', (_, change) => {
    const { bob, both } = createTable();
    const log = createLog(...both, change(bob));
    expect(getOutcome(log, ['rb:1'])).toBe('placed');
    expect(getOutcome(log, ['ra:1'])).toBe(codes.shoppingCartUpdated);
  });

  test('may change: a change of the line that stays is no change of an ordered line with its former key', () => {
    const ann = createPhone('ra', 'ann');
    const events = [ann.add(noodles, 1), ann.note('ra:1', 'hot'), ann.add(noodles, 2)];
    const log = createLog(...events, createPhone('rt', 'ann').decrease('ra:1', 1, { ra: 1 }));
    const order = { seen: { ra: 3 }, orderItems: [line(hot, 1), line(noodles, 2)] };
    const validatePlacement = (without: string) => validateOrder(log, projectCartView(log).known, menu, { ...order, without: [without] }).ok; // prettier-ignore
    expect(validatePlacement('ra:1')).toBe(true);
    expect(validatePlacement('ra:3')).toBe(false);
  });

  test('may be taken by another order, which may also keep ordered lines; any other order refuses this one', () => {
    const { both } = createTable();
    const createOrderedLog = (kept?: readonly string[]) =>
      createLog(...both, createPhone('server', 'bob').order(seen, kept));
    expect(getOutcome(createOrderedLog(['ra:1']), ['rb:1'])).toBe('placed');
    expect(getOutcome(createOrderedLog(['rb:1']), ['rb:1'])).toBe(codes.shoppingCartUpdated);
    expect(getOutcome(createOrderedLog(), ['rb:1'])).toBe(codes.shoppingCartUpdated);
  });

  test('change if another order took a decrease of an ordered line and kept the rest of it', () => {
    const { bob, both } = createTable();
    const less = bob.decrease('rb:1', 1, {}, hot);
    const log = createLog(...both, less, createPhone('server', 'ann').order({ rb: 2 }, ['rb:1']));
    const order = { seen: { ra: 1, rb: 2 }, orderItems: [line(noodles, 2), line(hot, 2)], without: ['ra:1'] };
    expect(validateOrder(log, projectCartView(log).known, menu, order)).toMatchObject({
      code: codes.shoppingCartUpdated,
    });
  });
});
