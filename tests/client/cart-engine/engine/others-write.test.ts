/** P3, P4: a restaurant's own people change carts, refuse what they like, and speak to the table as they please. */
import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { switchTable } from '#testing/foreign-server/switches.ts';
import { wholeActivity } from '#projections/feed/unsigned.ts';
import { dish, type Phone } from '#testing/phones/engine-phone.ts';
import { PlainEvening } from '../plain-evening.ts';

const water = '103';
const limit = { code: 5001, msg: 'Not today.' };

/** What the feed tells of others' writing, by whose dishes they are. */
async function unsignedAt({ engine }: Phone): Promise<string[]> {
  return wholeActivity(await engine.history()).flatMap((each) => {
    if (!each.unsigned) return [];
    const what = 'quantity' in each ? ` ${each.quantity}×${each.item.productId}` : '';
    return [`${each.userId} ${each.kind}${what}`];
  });
}

async function annAt(switches: ConstructorParameters<typeof PlainEvening>[0], tabs = 1) {
  const evening = new PlainEvening(switches);
  const ann = await evening.diner('u1', tabs);
  await evening.pass(2_000);
  ann.tap('101');
  await evening.pass(2_000);
  const { staff } = evening.server.restaurant;
  return { evening, ann, staff, notices: () => ann.tabs.flatMap((tab) => tab.notices) };
}

describe.each([1, 2])('P4: %i tab(s)', (tabs) => {
  test.each([
    ['told of', 'yes', 0],
    ['not told of, seconds ago', 'no', 6_000],
  ] as const)(
    'two glasses of water that a waiter adds to a diner’s lines survive the next tap (%s)',
    async (_what, othersTell, wait) => {
      const { evening, ann, staff } = await annAt({ groupTold: 'server', othersTell }, tabs);
      staff.addLine('7', water, 2, 'u1');
      await evening.pass(wait);
      ann.tap('101');
      await evening.pass(12_000);
      expect(evening.stored).toEqual(['u1: 2×101', `u1: 2×${water}`]);
      expect(evening.shown).toEqual(evening.shown.map(() => evening.stored));
      for (const tab of ann.tabs)
        expect(await unsignedAt(tab), 'the feed has it as theirs').toEqual([`u1 added 2×${water}`]);
    },
  );

  test('half a kilogram that a waiter adds is kept by the next tap, and goes with the order', async () => {
    const { evening, ann, staff } = await annAt({ groupTold: 'server' }, tabs);
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

  test('a line that a waiter weighs for somebody else is not this diner’s to send', async () => {
    const { evening, ann, staff } = await annAt({}, tabs);
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

  test('the feed has nothing of what diners did as somebody else’s: taps, notes, clears, orders', async () => {
    const { evening, ann } = await annAt({}, tabs);
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
      for (const tab of open) expect(await unsignedAt(tab)).toEqual([]);
  });

  test('a no with a code that nobody knows: its words are shown, the third one takes the change out, the rest goes on', async () => {
    const { evening, ann, notices } = await annAt({}, tabs);
    evening.server.restaurant.switches.fault = 'refused:cartPost:3:5001';
    ann.tap('102');
    await evening.pass(20_000);
    expect(notices().filter(({ kind }) => kind === 'callRefused')).toEqual([
      { kind: 'callRefused', call: 'update', ...limit },
    ]);
    expect(notices()).toContainEqual(
      expect.objectContaining({ kind: 'changeRejected', code: limit.code, product: 'Dish 102' }),
    );
    expect(evening.stored).toEqual(['u1: 1×101']);
    expect(evening.shown).toEqual(evening.shown.map(() => evening.stored));
    ann.tap('201');
    ann.tap('102');
    await evening.pass(9_000);
    expect(evening.stored).toEqual(['u1: 1×101', 'u1: 1×102', 'u1: 1×201']);
    expect(evening.shown).toEqual(evening.shown.map(() => evening.stored));
  });

  test('what waits behind a change that is refused goes out once that is taken out', async () => {
    const { evening, ann, notices } = await annAt({}, tabs);
    evening.server.restaurant.switches.fault = 'refused:cartPost:4:5001';
    ann.tap('102');
    ann.tap('201');
    await evening.pass(30_000);
    expect(notices().filter(({ kind }) => kind === 'changeRejected')).toHaveLength(1);
    expect(evening.stored).toHaveLength(2);
    expect(evening.shown).toEqual(evening.shown.map(() => evening.stored));
  });

  test('66666 on a plain tap is tried again on the new cart, without a word', async () => {
    const { evening, ann, notices } = await annAt({}, tabs);
    evening.server.restaurant.switches.fault = 'refused:cartPost:2:66666';
    ann.tap('102');
    await evening.pass(9_000);
    expect(evening.stored).toEqual(['u1: 1×101', 'u1: 1×102']);
    expect(notices()).toEqual([]);
  });
});

test('P4: where versions are compared nothing of a waiter’s is lost, and the diner’s change goes on top', async () => {
  const { evening, ann, staff, notices } = await annAt({
    cartVersionCheck: 'orderAndCart',
    othersTell: 'no',
  });
  staff.addLine('7', water, 2, 'u1');
  ann.tap('101');
  await evening.pass(9_000);
  expect(evening.stored).toEqual(['u1: 2×101', `u1: 2×${water}`]);
  expect(notices()).toEqual([]);
  expect(evening.shown).toEqual([evening.stored]);
});

test('P4: a diner whose own line somebody else has changed meanwhile is asked', async () => {
  const { evening, ann, staff, notices } = await annAt({
    cartVersionCheck: 'orderAndCart',
    othersTell: 'no',
  });
  const [line] = evening.server.linesOf('u1');
  staff.changeLine('7', line!.id, 5);
  ann.tap('101');
  await evening.pass(9_000);
  expect(evening.stored).toEqual(['u1: 5×101']);
  expect(notices()).toContainEqual(
    expect.objectContaining({
      kind: 'changeRejected',
      code: codes.shoppingCartUpdated,
      product: 'Dish 101',
    }),
  );
  expect(evening.shown).toEqual([evening.stored]);
});

describe('P3: messages of the restaurant itself', () => {
  test.each(switchTable.messageForm.values)(
    '%s: the cart is loaded, at most once a second',
    async (messageForm) => {
      const { evening, ann, staff } = await annAt({ messageForm, groupTold: 'server' });
      const loads = () => ann.tabs[0]!.connection.requests.filter(({ kind }) => kind === 'snapshot').length;
      await evening.pass(1_500);
      const before = loads();
      staff.addLine('7', water, 2, 'u1');
      await evening.pass(1_100);
      expect(evening.shown).toEqual([[`u1: 1×101`, `u1: 2×${water}`].sort()]);
      expect(loads() - before).toBeLessThanOrEqual(2);
      // The page is none the worse for it.
      ann.tabs[0]!.engine.commands.add(dish('102'), 1);
      await evening.pass(2_000);
      expect(evening.shown).toEqual([evening.stored]);
    },
  );

  test('what can be read of it is shown: who added what', async () => {
    const { staff, evening, notices } = await annAt({ groupTold: 'server', messageProduct: 'name' });
    staff.addLine('7', water, 2, 'u1');
    await evening.pass(1_100);
    const told = { kind: 'peerAdded', userName: 'Staff', product: `Dish ${water}`, quantity: 2 };
    expect(notices()).toContainEqual(expect.objectContaining(told));
  });
});
