import { describe, expect, test } from 'vitest';
import { codes, rejections } from '#contract/codes.ts';
import type { Item } from '#events/item.ts';
import { bowl, decided, given, noodles, phone } from '../given.ts';

describe('the menu', () => {
  const { pleaseAddItAgainToYourCart, soldOut } = codes;
  test.each<[string, Item, number | undefined]>([
    ['a dish on the menu', noodles, undefined],
    ['an unknown dish', { ...noodles, productId: '99' }, pleaseAddItAgainToYourCart],
    ['a dish under another category', { ...noodles, categoryId: '4' }, pleaseAddItAgainToYourCart],
    ['a sold-out dish', { ...noodles, productId: '13' }, soldOut],
    ['a required choice', bowl(['31', 1]), undefined],
    ['a required choice not made', bowl(), pleaseAddItAgainToYourCart],
    ['a required choice removed', bowl(['31', 0]), pleaseAddItAgainToYourCart],
    ['two of one choice', bowl(['31', 1], ['32', 1]), pleaseAddItAgainToYourCart],
    ['as many extras as allowed', bowl(['31', 1], ['41', 2]), undefined],
    [
      'repeated extras over the most, summed (E3)',
      bowl(['31', 1], ['41', 2], ['41', 1]),
      pleaseAddItAgainToYourCart,
    ],
    ['a sold-out choice', bowl(['33', 1]), soldOut],
    ['a removed choice', bowl(['31', 1], ['77', 1]), pleaseAddItAgainToYourCart],
    ['an unknown choice not ordered', bowl(['31', 1], ['77', 0]), undefined],
  ])('%s', (_, item, code) => {
    const event = phone('ra', 'ann').add(item);
    expect(decided(given(), [event])).toEqual(
      code === undefined ? { accepted: ['ra:1'] } : { rejected: [['ra:1', code]] },
    );
  });

  test('removals need no menu', () => {
    const ann = phone('ra', 'ann');
    const gone = { ...noodles, productId: '99' };
    const log = given(ann.add(gone));
    expect(decided(log, [ann.decrease('ra:1', 1, {}, gone)]).accepted).toEqual(['ra:2']);
  });
});

describe('O3: too late', () => {
  test('a decrease or new notes are rejected if an unseen order took their line', () => {
    const ann = phone('ra', 'ann');
    const log = given(ann.add(), phone('server', 'bob').order({ ra: 1 }));
    expect(decided(log, [ann.decrease('ra:1'), ann.note('ra:1', 'hot')])).toEqual({
      rejected: [
        ['ra:2', rejections.alreadyOrdered],
        ['ra:3', rejections.alreadyOrdered],
      ],
    });
  });

  test('if a part of the line is left, they change that part', () => {
    const ann = phone('ra', 'ann');
    const log = given(ann.add(), ann.add(noodles, 1, {}, 'ra:1'), phone('server', 'bob').order({ ra: 1 }));
    const less = ann.decrease('ra:1');
    const note = { ...ann.note('ra:1', 'hot'), id: less.id, seen: less.seen };
    for (const change of [less, note]) expect(decided(log, [change]).accepted).toEqual(['ra:3']);
  });

  test('if their author had seen the order they are accepted, and change nothing', () => {
    const ann = phone('ra', 'ann');
    const log = given(ann.add(), phone('server', 'bob').order({ ra: 1 }));
    expect(decided(log, [ann.decrease('ra:1', 1, { server: 1 })]).accepted).toEqual(['ra:2']);
  });

  test('a late clear is accepted', () => {
    const ann = phone('ra', 'ann');
    const log = given(ann.add(), phone('server', 'bob').order({ ra: 1 }));
    expect(decided(log, [ann.clear()]).accepted).toEqual(['ra:2']);
  });

  test('if a clear removed the line, they are accepted', () => {
    const ann = phone('ra', 'ann');
    const clear = phone('rb', 'bob').clear('table', { ra: 1 });
    const log = given(ann.add(), clear, phone('server', 'bob').order({ ra: 1, rb: 1 }));
    expect(decided(log, [ann.decrease('ra:1')]).accepted).toEqual(['ra:2']);
  });

  test('O5: a line that the order kept was not removed, even if its diner has emptied it meanwhile', () => {
    const ann = phone('ra', 'ann');
    const order = phone('server', 'bob').order({ ra: 1 }, ['ra:1']);
    const log = given(ann.add(), order, phone('rt', 'ann').decrease('ra:1', 1, { ra: 1 }));
    expect(decided(log, [ann.decrease('ra:1')]).accepted).toEqual(['ra:2']);
    const bar = phone('server', 'bob');
    const twice = given(
      phone('rb', 'ann').add(),
      bar.order({ rb: 1 }, ['rb:1']),
      bar.order({ rb: 1, server: 1 }),
    );
    const late = phone('rs', 'ann').decrease('rb:1', 1, { rb: 1 });
    expect(decided(twice, [late]).rejected).toEqual([['rs:1', rejections.alreadyOrdered]]);
  });

  test('the order does not affect another diner’s line', () => {
    const ann = phone('ra', 'ann');
    const log = given(ann.add(), phone('rb', 'bob').add(), phone('server', 'bob').order({ rb: 1 }));
    expect(decided(log, [ann.decrease('ra:1')]).accepted).toEqual(['ra:2']);
  });
});
