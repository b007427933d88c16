import { describe, expect, test } from 'vitest';
import { codes, rejections } from '#contract/codes.ts';
import type { Item } from '#events/item.ts';
import { bowl, given, inShort, noodles, nothing, phone, when } from '../given.ts';

describe('the menu', () => {
  const { pleaseAddItAgainToYourCart, soldOut } = codes;
  test.each<[string, Item, number | undefined]>([
    ['a dish on the menu', noodles, undefined],
    ['an unknown dish', { ...noodles, productId: '99' }, pleaseAddItAgainToYourCart],
    ['a dish under another category', { ...noodles, categoryId: '4' }, pleaseAddItAgainToYourCart],
    ['a sold-out dish', { ...noodles, productId: '13' }, soldOut],
    ['a required choice', bowl(['31', 1]), undefined],
    ['a required choice not made', bowl(), pleaseAddItAgainToYourCart],
    ['a required choice taken back', bowl(['31', 0]), pleaseAddItAgainToYourCart],
    ['two of one choice', bowl(['31', 1], ['32', 1]), pleaseAddItAgainToYourCart],
    ['as many extras as allowed', bowl(['31', 1], ['41', 2]), undefined],
    [
      'repeated extras over the most, summed (E3)',
      bowl(['31', 1], ['41', 2], ['41', 1]),
      pleaseAddItAgainToYourCart,
    ],
    ['a sold-out choice', bowl(['33', 1]), soldOut],
    ['a choice that no longer exists', bowl(['31', 1], ['77', 1]), pleaseAddItAgainToYourCart],
    ['an unknown choice not taken', bowl(['31', 1], ['77', 0]), undefined],
  ])('%s', (_, item, code) => {
    const event = phone('ra', 'ann').add(item);
    expect(inShort(when(given(), [event]))).toEqual(
      code === undefined ? { ...nothing, accepted: ['ra:1'] } : { ...nothing, rejected: [['ra:1', code]] },
    );
  });

  test('taking away needs no menu', () => {
    const ann = phone('ra', 'ann');
    const gone = { ...noodles, productId: '99' };
    const log = given(ann.add(gone));
    expect(inShort(when(log, [ann.decrease('ra:1', 1, {}, gone)])).accepted).toEqual(['ra:2']);
  });
});

describe('O3: too late', () => {
  test('a decrease or new notes whose line an unseen order took are rejected', () => {
    const ann = phone('ra', 'ann');
    const log = given(ann.add(), phone('server', 'bob').order({ ra: 1 }));
    expect(inShort(when(log, [ann.decrease('ra:1'), ann.note('ra:1', 'hot')]))).toEqual({
      ...nothing,
      rejected: [
        ['ra:2', rejections.alreadyOrdered],
        ['ra:3', rejections.alreadyOrdered],
      ],
    });
  });

  test('where some of the line is left, they act on that', () => {
    const ann = phone('ra', 'ann');
    const log = given(ann.add(), ann.add(noodles, 1, {}, 'ra:1'), phone('server', 'bob').order({ ra: 1 }));
    expect(inShort(when(log, [ann.decrease('ra:1')])).accepted).toEqual(['ra:3']);
    expect(
      inShort(when(log, [{ ...ann.note('ra:1', 'hot'), id: 'ra:3', seen: { ra: 2 } }])).accepted,
    ).toEqual(['ra:3']);
  });

  test('made with the order in sight they are accepted, and change nothing', () => {
    const ann = phone('ra', 'ann');
    const log = given(ann.add(), phone('server', 'bob').order({ ra: 1 }));
    expect(inShort(when(log, [ann.decrease('ra:1', 1, { server: 1 })])).accepted).toEqual(['ra:2']);
  });

  test('when it was a clear that took the line, they are accepted', () => {
    const ann = phone('ra', 'ann');
    const bob = phone('rb', 'bob');
    const log = given(
      ann.add(),
      bob.clear('table', { ra: 1 }),
      phone('server', 'bob').order({ ra: 1, rb: 1 }),
    );
    expect(inShort(when(log, [ann.decrease('ra:1')])).accepted).toEqual(['ra:2']);
  });

  test('O5: a line that the order kept was not taken, though its diner has emptied it meanwhile', () => {
    const ann = phone('ra', 'ann');
    const tab = phone('rt', 'ann');
    const placed = (kept?: readonly string[]) =>
      given(ann.add(), phone('server', 'bob').order({ ra: 1 }, kept), tab.decrease('ra:1', 1, { ra: 1 }));
    const late = { ...phone('ra', 'ann').decrease('ra:1'), id: 'ra:2', seen: { ra: 1 } };
    expect(inShort(when(placed(['ra:1']), [late])).accepted).toEqual(['ra:2']);
    const again = phone('rs', 'ann').decrease('rb:1', 1, { rb: 1 });
    const twice = given(phone('rb', 'ann').add(), phone('server', 'bob').order({ rb: 1 }, ['rb:1']), {
      ...phone('server', 'bob').order({ rb: 1, server: 1 }),
      id: 'server:2',
    });
    expect(inShort(when(twice, [again])).rejected).toEqual([['rs:1', rejections.alreadyOrdered]]);
  });

  test("of another diner's line the order is no matter", () => {
    const ann = phone('ra', 'ann');
    const bob = phone('rb', 'bob');
    const log = given(ann.add(), bob.add(), phone('server', 'bob').order({ rb: 1 }));
    expect(inShort(when(log, [ann.decrease('ra:1')])).accepted).toEqual(['ra:2']);
  });

  test('a clear that comes too late is accepted', () => {
    const ann = phone('ra', 'ann');
    const log = given(ann.add(), phone('server', 'bob').order({ ra: 1 }));
    expect(inShort(when(log, [ann.clear()])).accepted).toEqual(['ra:2']);
  });
});
