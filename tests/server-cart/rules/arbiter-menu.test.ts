import { describe, expect, test } from 'vitest';
import { codes, rejections } from '#contract/codes.ts';
import type { Item } from '#events/item.ts';
import { createBowl, decideEvents, createLog, noodles, createPhone } from '../given.ts';

describe('the menu', () => {
  const { pleaseAddItAgainToYourCart, soldOut } = codes;
  test.each<[string, Item, number | undefined]>([
    ['a dish on the menu', noodles, undefined],
    ['an unknown dish', { ...noodles, productId: '99' }, pleaseAddItAgainToYourCart],
    ['a dish under another category', { ...noodles, categoryId: '4' }, pleaseAddItAgainToYourCart],
    ['a sold-out dish', { ...noodles, productId: '13' }, soldOut],
    ['a required choice', createBowl(['31', 1]), undefined],
    ['a required choice not made', createBowl(), pleaseAddItAgainToYourCart],
    ['a required choice removed', createBowl(['31', 0]), pleaseAddItAgainToYourCart],
    ['two of one choice', createBowl(['31', 1], ['32', 1]), pleaseAddItAgainToYourCart],
    ['as many extras as allowed', createBowl(['31', 1], ['41', 2]), undefined],
    [
      'repeated extras over the most, summed (E3)',
      createBowl(['31', 1], ['41', 2], ['41', 1]),
      pleaseAddItAgainToYourCart,
    ],
    ['a sold-out choice', createBowl(['33', 1]), soldOut],
    ['a removed choice', createBowl(['31', 1], ['77', 1]), pleaseAddItAgainToYourCart],
    ['an unknown choice not ordered', createBowl(['31', 1], ['77', 0]), undefined],
  ])('%s', (_, item, code) => {
    const event = createPhone('ra', 'ann').add(item);
    expect(decideEvents(createLog(), [event])).toEqual(
      code === undefined ? { accepted: ['ra:1'] } : { rejected: [['ra:1', code]] },
    );
  });

  test('removals need no menu', () => {
    const ann = createPhone('ra', 'ann');
    const gone = { ...noodles, productId: '99' };
    const log = createLog(ann.add(gone));
    expect(decideEvents(log, [ann.decrease('ra:1', 1, {}, gone)]).accepted).toEqual(['ra:2']);
  });
});

describe('O3: too late', () => {
  test('a decrease or new notes are rejected if an unseen order took their line', () => {
    const ann = createPhone('ra', 'ann');
    const log = createLog(ann.add(), createPhone('server', 'bob').order({ ra: 1 }));
    expect(decideEvents(log, [ann.decrease('ra:1'), ann.note('ra:1', 'hot')])).toEqual({
      rejected: [
        ['ra:2', rejections.alreadyOrdered],
        ['ra:3', rejections.alreadyOrdered],
      ],
    });
  });

  test('if a part of the line is left, they change that part', () => {
    const ann = createPhone('ra', 'ann');
    const log = createLog(
      ann.add(),
      ann.add(noodles, 1, {}, 'ra:1'),
      createPhone('server', 'bob').order({ ra: 1 }),
    );
    const less = ann.decrease('ra:1');
    const note = { ...ann.note('ra:1', 'hot'), id: less.id, seen: less.seen };
    for (const change of [less, note]) expect(decideEvents(log, [change]).accepted).toEqual(['ra:3']);
  });

  test('if their author had seen the order they are accepted, and change nothing', () => {
    const ann = createPhone('ra', 'ann');
    const log = createLog(ann.add(), createPhone('server', 'bob').order({ ra: 1 }));
    expect(decideEvents(log, [ann.decrease('ra:1', 1, { server: 1 })]).accepted).toEqual(['ra:2']);
  });

  test('a late clear is accepted', () => {
    const ann = createPhone('ra', 'ann');
    const log = createLog(ann.add(), createPhone('server', 'bob').order({ ra: 1 }));
    expect(decideEvents(log, [ann.clear()]).accepted).toEqual(['ra:2']);
  });

  test('if a clear removed the line, they are accepted', () => {
    const ann = createPhone('ra', 'ann');
    const clear = createPhone('rb', 'bob').clear('table', { ra: 1 });
    const log = createLog(ann.add(), clear, createPhone('server', 'bob').order({ ra: 1, rb: 1 }));
    expect(decideEvents(log, [ann.decrease('ra:1')]).accepted).toEqual(['ra:2']);
  });

  test('O5: a line that the order kept was not removed, even if its diner has emptied it meanwhile', () => {
    const ann = createPhone('ra', 'ann');
    const order = createPhone('server', 'bob').order({ ra: 1 }, ['ra:1']);
    const log = createLog(ann.add(), order, createPhone('rt', 'ann').decrease('ra:1', 1, { ra: 1 }));
    expect(decideEvents(log, [ann.decrease('ra:1')]).accepted).toEqual(['ra:2']);
    const bar = createPhone('server', 'bob');
    const twice = createLog(
      createPhone('rb', 'ann').add(),
      bar.order({ rb: 1 }, ['rb:1']),
      bar.order({ rb: 1, server: 1 }),
    );
    const late = createPhone('rs', 'ann').decrease('rb:1', 1, { rb: 1 });
    expect(decideEvents(twice, [late]).rejected).toEqual([['rs:1', rejections.alreadyOrdered]]);
  });

  test('the order does not affect another diner’s line', () => {
    const ann = createPhone('ra', 'ann');
    const log = createLog(
      ann.add(),
      createPhone('rb', 'bob').add(),
      createPhone('server', 'bob').order({ rb: 1 }),
    );
    expect(decideEvents(log, [ann.decrease('ra:1')]).accepted).toEqual(['ra:2']);
  });
});
