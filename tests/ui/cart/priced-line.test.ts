import { describe, expect, it } from 'vitest';
import { indexMenu } from '#contract/dish/menu-index.ts';
import { pricedCart, pricedLine } from '#src/cart/priced-line.ts';
import {
  createDiner,
  extras,
  createItem,
  lineOf,
  menu,
  createMenu,
  noodles,
  size,
  withSoldOut,
} from '../menu-fixture.ts';

const index = indexMenu(menu);
const nothing = indexMenu(undefined);

describe('a line by the menu', () => {
  const item = createItem({
    name: '麵',
    price: '99.00',
    modifiers: [
      { modifierProductId: 'large', quantity: 1, name: '大碗', price: '9.00' },
      { modifierProductId: 'egg', quantity: 1, name: '滷蛋', price: '9.00' },
    ],
  });

  it('takes names, prices and order from the menu, not from the event', () => {
    const priced = pricedLine(lineOf(item, 3), index);
    expect(priced.name).toBe('Noodles');
    expect(priced.modifiers.map(({ name }) => name)).toEqual(['Large', 'Egg']);
    // As floats, (0.1 + 0.1 + 0.2) × 3 is 1.2000000000000002.
    expect(priced.amount).toBe('1.20');
  });

  it('falls back to the values of the event', () => {
    const priced = pricedLine(lineOf(item, 1), nothing);
    expect(priced.name).toBe('麵');
    expect(priced.modifiers.map(({ name }) => name)).toEqual(['滷蛋', '大碗']);
    expect(priced.amount).toBe('117.00');
  });

  it('uses from the event only the modifier that the menu lost', () => {
    const lost = createItem({
      modifiers: [{ modifierProductId: 'basil', quantity: 2, name: 'Basil', price: '0.25' }],
    });
    const priced = pricedLine(lineOf(lost, 1), index);
    expect(priced.modifiers).toEqual([{ id: 'basil', name: 'Basil', quantity: 2 }]);
    expect(priced.amount).toBe('0.60');
  });

  it('is outdated if its dish or an option has left the menu, or no longer fits', () => {
    const large = [{ modifierProductId: 'large', quantity: 1 }];
    const isOutdated = (change: Parameters<typeof createItem>[0], of = index) =>
      pricedLine(lineOf(createItem(change), 1), of).outdated;
    expect(isOutdated({ modifiers: large })).toBeUndefined();
    expect(isOutdated({ productId: 'dumplings' })).toBe('gone');
    expect(isOutdated({ modifiers: [...large, { modifierProductId: 'basil', quantity: 1 }] })).toBe(
      'changed',
    );
    expect(isOutdated({ modifiers: [] })).toBe('changed');
    // Without a menu the line is not known to be outdated.
    expect(isOutdated({ productId: 'dumplings' }, nothing)).toBeUndefined();
  });

  it('is sold out with its dish, and with a chosen option', () => {
    const withoutEgg = indexMenu(
      createMenu({ ...noodles, modifierGroups: [size, withSoldOut(extras, 'egg')] }),
    );
    const large = createItem({ modifiers: [{ modifierProductId: 'large', quantity: 1 }] });
    expect(pricedLine(lineOf(item, 1), index).soldOut).toBe(false);
    expect(pricedLine(lineOf(item, 1), withoutEgg).soldOut).toBe(true);
    expect(pricedLine(lineOf(large, 1), withoutEgg).soldOut).toBe(false);
  });

  it('shows a line of an unknown dish without name and price, and no modifiers that count for nothing', () => {
    const gone = pricedLine(lineOf(createItem({ productId: 'gone' }), 2), index);
    expect(gone).toMatchObject({ name: '', amount: '0.00' });
    const none = createItem({ modifiers: [{ modifierProductId: 'egg', quantity: 0 }] });
    expect(pricedLine(lineOf(none, 1), index)).toMatchObject({ modifiers: [], amount: '0.10' });
  });
});

describe('the cart by the menu', () => {
  it('adds up rounded lines, and leaves out diners without any', () => {
    const half = lineOf(createItem({ productId: 'herb', price: '0.125' }), 1);
    const carts = [
      createDiner('mei', [half, half]),
      createDiner('tom', []),
      createDiner('ana', [lineOf(createItem(), 7)]),
    ];
    const { diners, total } = pricedCart(carts, index);
    // Twice 0.125 is twice 0.12, not 0.25.
    expect(diners.map(({ diner, subtotal }) => [diner.userId, subtotal])).toEqual([
      ['mei', '0.24'],
      ['ana', '0.70'],
    ]);
    expect(total).toBe('0.94');
  });
});
