/** Staff of a snapshot server change carts, and its messages have many forms. */
import { describe, expect, test } from 'vitest';
import { switchTable } from '#testing/foreign-server/switches.ts';
import { listFullActivity } from '#projections/feed/unsigned.ts';
import { createDish, type EnginePhone } from '#testing/phones/engine-phone.ts';
import { PlainEvening } from '../snapshot-evening.ts';

const water = '103';

/** The feed's entries without a known author. */
async function listUnsigned({ engine }: EnginePhone): Promise<string[]> {
  return listFullActivity(await engine.loadHistory()).flatMap((each) => {
    if (!each.unsigned) return [];
    const what = 'quantity' in each ? ` ${each.quantity}×${each.item.productId}` : '';
    return [`${each.userId} ${each.kind}${what}`];
  });
}

async function startEvening(switches: ConstructorParameters<typeof PlainEvening>[0], tabs = 1) {
  const evening = new PlainEvening(switches);
  const ann = await evening.diner('u1', tabs);
  await evening.pass(2_000);
  ann.tap('101');
  await evening.pass(2_000);
  const { staff } = evening.server.restaurant;
  return { evening, ann, staff };
}

describe.each([1, 2])('P4: %i tab(s)', (tabs) => {
  test.each([
    ['announced', 'yes', 0],
    ['not announced, seconds ago', 'no', 6_000],
  ] as const)(
    'two glasses of water that a waiter adds to a diner’s lines stay after the next tap (%s)',
    async (_what, othersTell, wait) => {
      const { evening, ann, staff } = await startEvening({ groupSent: 'server', othersTell }, tabs);
      staff.addLine('7', water, 2, 'u1');
      await evening.pass(wait);
      ann.tap('101');
      await evening.pass(12_000);
      expect(evening.stored).toEqual(['u1: 2×101', `u1: 2×${water}`]);
      expect(evening.shown).toEqual(evening.shown.map(() => evening.stored));
      for (const tab of ann.tabs)
        expect(await listUnsigned(tab), 'the feed has it as theirs').toEqual([`u1 added 2×${water}`]);
    },
  );

  test('half a kilogram that a waiter adds stays after the next tap, and is ordered', async () => {
    const { evening, ann, staff } = await startEvening({ groupSent: 'server' }, tabs);
    staff.addLine('7', water, 0.5, 'u1');
    await evening.pass(2_000);
    ann.tap('101');
    await evening.pass(12_000);
    expect(evening.stored).toEqual([`u1: 0.5×${water}`, 'u1: 2×101']);
    const { engine } = ann.next();
    const entered = {
      userId: 'u1',
      line: expect.objectContaining({ productId: Number(water), quantity: 0.5 }),
    };
    expect(engine.cart.value.unread, 'it can be shown').toEqual([entered]);
    await evening.until(engine.place({}));
    expect(evening.server.order).toMatchObject({ subTotalAmount: '11.25' });
    await evening.pass(2_000);
    expect(engine.cart.value.unread).toBe(undefined);
  });

  test('this diner’s phone does not send a line that a waiter weighs for another diner', async () => {
    const { evening, ann, staff } = await startEvening({}, tabs);
    const ben = await evening.diner('u2', tabs);
    ben.tap('102');
    await evening.pass(2_000);
    staff.addLine('7', water, 0.5, 'u2');
    await evening.pass(2_000);
    ann.tap('101');
    await evening.pass(2_000);
    ann.next().engine.commands.clear('user');
    await evening.pass(12_000);
    expect(evening.stored).toEqual([`u2: 0.5×${water}`, 'u2: 1×102']);
  });

  test('the feed shows the diners’ own taps, notes, clears and orders as nobody else’s', async () => {
    const { evening, ann } = await startEvening({}, tabs);
    const ben = await evening.diner('u2', tabs);
    await evening.pass(2_000);
    for (let count = 1; count <= 4; count += 1) {
      for (const diner of [ann, ben]) diner.tap(count === 3 ? '102' : '101');
      await evening.pass(count * 300);
    }
    const { engine } = ann.tabs.at(-1)!;
    const [line] = engine.cart.value.carts.find(({ mine }) => mine)!.lines;
    engine.commands.editNotes(line!, 'hot');
    engine.commands.decrease(line!, 1);
    await evening.pass(3_000);
    await evening.until(ben.tabs.at(-1)!.engine.place({}));
    ann.tap('201');
    await evening.pass(3_000);
    ben.tap('101');
    engine.commands.clear('table');
    await evening.pass(40_000);
    expect(evening.shown).toEqual(evening.shown.map(() => evening.stored));
    for (const { tabs: open } of [ann, ben])
      for (const tab of open) expect(await listUnsigned(tab)).toEqual([]);
  });
});

describe('P3: messages of the restaurant itself', () => {
  test.each(switchTable.messageForm.values)(
    '%s: the phone loads the cart, at most once a second',
    async (messageForm) => {
      const { evening, ann, staff } = await startEvening({ messageForm, groupSent: 'server' });
      const countLoads = () =>
        ann.tabs[0]!.connection.requests.filter(({ kind }) => kind === 'snapshot').length;
      await evening.pass(1_500);
      const before = countLoads();
      staff.addLine('7', water, 2, 'u1');
      await evening.pass(1_100);
      expect(evening.shown).toEqual([[`u1: 1×101`, `u1: 2×${water}`].sort()]);
      expect(countLoads() - before).toBeLessThanOrEqual(2);
      // The page still works.
      ann.tabs[0]!.engine.commands.add(createDish('102'), 1);
      await evening.pass(2_000);
      expect(evening.shown).toEqual([evening.stored]);
    },
  );
});
