/** Snapshot servers with unusual versions and bodies. */
import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { Switches } from '#testing/foreign-server/switches.ts';
import { PlainEvening, type PlainDiner } from '../snapshot-evening.ts';

const hour = 3_600_000;

interface Case {
  readonly what: string;
  readonly switches: Partial<Switches>;
  /** What happens to the server in the middle of the evening. */
  readonly disturb: (evening: PlainEvening, ann: PlainDiner) => void | Promise<unknown>;
}

const placeAndExpect: Case['disturb'] = async (evening, ann) => {
  const { engine } = ann.tabs.at(-1)!;
  const press = async () => await evening.until(engine.place({}));
  const first = await press();
  // Two changes in one millisecond share a version, so a server that compares versions may refuse once.
  const result =
    first?.kind === 'refused' && first.code === codes.shoppingCartUpdated ? await press() : first;
  expect(result).toMatchObject({ kind: 'placed' });
  await evening.pass(3_000);
  const ids = evening.diners.flatMap(({ tabs }) => tabs.map((tab) => tab.engine.cart.value.lastOrderId));
  expect(new Set(ids), 'the phone creates the event; everybody gets the id').toEqual(
    new Set([evening.server.order!.id]),
  );
};

const cases: readonly Case[] = [
  { what: 'an order', switches: {}, disturb: placeAndExpect },
  { what: 'carts lost, tokens good', switches: {}, disturb: ({ server }) => server.restaurant.staff.restoreCarts('[]') },
  {
    what: 'only updateAt, and its clock is set back',
    switches: { cartVersionIn: 'nowhere', clockShiftMs: hour },
    disturb: ({ server }) => void (server.restaurant.switches.clockShiftMs = -hour),
  },
  { what: 'cartRowVersion in a POST, updateAt alone in a GET', switches: { cartVersionIn: 'order' }, disturb: () => {} },
  { what: 'the same, with an order', switches: { cartVersionIn: 'order' }, disturb: placeAndExpect },
  {
    what: 'the order detail in `order`, no open order by 404',
    switches: { cartBodyName: 'order', orderBody: 'wrapped', noActiveOrder: 'code404' },
    disturb: placeAndExpect,
  },
  { what: 'a flat order detail, changes answered by null', switches: { cartBodyName: 'flat', cartPostAnswer: 'null' }, disturb: placeAndExpect },
  { what: 'cart versions that are text, with an order', switches: { rowVersions: 'text' }, disturb: placeAndExpect },
  { what: 'changes answered by the whole cart', switches: { cartPostAnswer: 'details' }, disturb: placeAndExpect },
]; // prettier-ignore

const all = cases.flatMap((each) =>
  [1, 2].flatMap((tabs) =>
    [false, true].map((compareVersions) => ({ ...each, tabs, compareVersions, title: `${each.what}${compareVersions ? ', compared' : ''}, ${tabs} tab(s)` })),
  ),
); // prettier-ignore

describe.each(all)('P2: $title', ({ switches, disturb, tabs, compareVersions }) => {
  test('no dish vanishes or comes back, and no tap is undone by the next', async () => {
    const evening = new PlainEvening({
      ...switches,
      cartVersionCheck: compareVersions ? 'orderAndCart' : 'ignored',
    });
    const ann = await evening.diner('u1', tabs);
    const ben = await evening.diner('u2', tabs);
    await evening.pass(2_000);
    for (let count = 1; count <= 3; count += 1) {
      ann.tap('101');
      ben.tap('201');
      await evening.pass(700);
    }
    expect(ann.seenOf('101')).toEqual(ann.tabs.map(() => [0, 1, 2, 3]));
    expect(ben.seenOf('201')).toEqual(ben.tabs.map(() => [0, 1, 2, 3]));
    await evening.pass(12_000);
    expect(evening.stored).toEqual(['u1: 3×101', 'u2: 3×201']);
    expect(evening.shown).toEqual(evening.shown.map(() => evening.stored));

    await disturb(evening, ann);
    await evening.pass(12_000);
    const left = evening.stored;
    expect(evening.shown).toEqual(evening.shown.map(() => left));

    ann.look();
    ben.look();
    const had = left.length > 0 ? 3 : 0;
    for (let count = 1; count <= 3; count += 1) {
      ann.tap('101');
      ann.tap('102');
      ben.tap('201');
      await evening.pass(count * 1_500);
    }
    await evening.pass(12_000);
    const rising = [had, had + 1, had + 2, had + 3];
    expect(ann.seenOf('101')).toEqual(ann.tabs.map(() => rising));
    expect(ann.seenOf('102')).toEqual(ann.tabs.map(() => [0, 1, 2, 3]));
    expect(ben.seenOf('201')).toEqual(ben.tabs.map(() => rising));
    expect(evening.stored).toEqual([`u1: 3×102`, `u1: ${had + 3}×101`, `u2: ${had + 3}×201`].sort());
    expect(evening.shown).toEqual(evening.shown.map(() => evening.stored));
    for (const { tabs: open } of [ann, ben])
      for (const { engine } of open) expect(engine.cart.value.pending).toBe(0);
  });
});
