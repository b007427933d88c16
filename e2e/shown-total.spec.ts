import { expect, type Route } from '@playwright/test';
import { updateCart } from '#contract/calls/cart.ts';
import { changeHouse, getHouse, type House } from '#contract/calls/house.ts';
import { kitchenScreen } from '#contract/calls/kitchen.ts';
import { getMenuDraft } from '#contract/calls/menu-draft.ts';
import { placeOrder, totalChanged } from '#contract/calls/order.ts';
import { staffOverview } from '#contract/calls/staff.ts';
import { codes } from '#contract/codes.ts';
import type { Envelope } from '#contract/http/call.ts';
import { weekdays } from '#contract/menu-file/hours.ts';
import type { Order } from '#contract/order-fields.ts';
import type { DinerPhone } from './support/diner.ts';
import type { MenuEdit, ServerProcess } from './support/table-server.ts';
import { atLength, test } from './support/test.ts';
import { looks } from './support/words.ts';

const cucumber = 'Smashed Cucumber';
const eggs = 'Soy-Braised Eggs';
const noodles = 'Danzai Noodles';
const tableName = '3';

type Undo = () => Promise<unknown>;

interface Party {
  readonly server: ServerProcess;
  /** Orders; chose a cucumber. */
  readonly ann: DinerPhone;
  /** Chose eggs. */
  readonly mei: DinerPhone;
  /** Chose noodles with an option. */
  readonly ben: DinerPhone;
}

interface Case {
  /** What Ann does before in her review. */
  readonly prepare?: (party: Party) => Promise<void>;
  /** Answers what undoes it. */
  readonly change: (party: Party) => Promise<Undo>;
  /** Ann's review says so after a refusal; undefined: the order is taken as it was shown. */
  readonly told?: (party: Party) => (string | RegExp)[];
  /** The refusal. */
  readonly code?: number;
  /** A dish of the order can no longer be ordered. */
  readonly isGone?: true;
  /** A friend's phone makes it: that the other one has not heard of it cannot be had but on the way. */
  readonly isFriends?: true;
}

async function publish({ server }: Party, ...edits: MenuEdit[]): Promise<Undo> {
  await server.publish(...edits);
  return async () => server.publish(...edits.map(({ path, from, to }) => ({ path, from: to, to: from })));
}

async function published({ server }: Party) {
  return (await server.asStaff(getMenuDraft))!.published;
}

/** A dish of the published menu, and its section. */
async function dishOf(party: Party, name: string) {
  const { dishes, sections } = await published(party);
  const dish = Object.values(dishes).find((each) => each.name['en-US'] === name)!;
  const section = Object.values(sections).find((each) => each.dishes.includes(dish.id))!;
  return { dish, section };
}

async function settle({ server }: Party, change: (house: House) => Partial<House>) {
  const before = await server.asStaff(getHouse);
  await server.asStaff(changeHouse, { version: before.version, ...change(before) });
  return async () => {
    const { settings, coupons } = before;
    const { version } = await server.asStaff(getHouse);
    await server.asStaff(changeHouse, { version, settings, coupons });
  };
}

const set = (more: Partial<House['settings']>) => (party: Party) =>
  settle(party, ({ settings }) => ({ settings: { ...settings, ...more } }));

/** Mei leaves her review and changes how many eggs she has. */
async function changeEggs({ mei }: Party, part: 'oneMore' | 'oneLess'): Promise<Undo> {
  await mei.part(mei.screen.close, mei.review).click();
  const { path, method } = updateCart;
  const isSent = mei.page.waitForResponse(
    (answer) => answer.url().endsWith(path) && answer.request().method() === method,
  );
  await mei.part(mei.screen[part](eggs)).click();
  await isSent;
  return async () => {};
}

const gone = (nameIn: (party: Party) => DinerPhone = ({ ann }) => ann) =>
  ({
    code: codes.soldOut,
    isGone: true,
    told: (party) => {
      const dishes = nameIn(party).words.named(eggs);
      return [party.ann.words.t('cart:place.leaveOutBlocked', { dishes })];
    },
  }) as const satisfies Partial<Case>;

const cases: Record<string, Case> = {
  'a dish costs more': {
    change: async (party) => {
      const { dish } = await dishOf(party, eggs);
      return publish(party, { path: ['dishes', dish.id, 'price'], from: dish.price, to: '20.00' });
    },
    code: totalChanged,
    told: ({ ann: { words } }) => [new RegExp(`${words.named(eggs)}.*3\\.25.*20\\.00`)],
  },
  'an option costs more': {
    change: async (party) => {
      const { dish } = await dishOf(party, noodles);
      const from = dish.modifierGroups;
      const to = structuredClone(from);
      to[0]!.modifiers[0]!.price = '9.00';
      return publish(party, { path: ['dishes', dish.id, 'modifierGroups'], from, to });
    },
    code: totalChanged,
    told: ({ ann: { words } }) => [new RegExp(`${words.named(noodles)}.*9\\.25.*16\\.50`)],
  },
  'the tax is another one': { change: set({ taxRate: '0.2' }), code: totalChanged, told: () => [/5%.*20%/] },
  'the service charge is another one': {
    change: set({ serviceChargeRate: '0.3' }),
    code: totalChanged,
    told: ({ ann: { words } }) => [new RegExp(`${words.t('cart:preview.serviceCharge')}.*→`)],
  },
  'a dish is sold out': {
    change: async ({ server }) => {
      await server.soldOut(eggs, true);
      return async () => server.soldOut(eggs, false);
    },
    ...gone(),
  },
  'a dish is no longer on the menu': {
    change: async (party) => {
      const { dish, section } = await dishOf(party, eggs);
      const to = section.dishes.filter((id) => id !== dish.id);
      return publish(
        party,
        { path: ['dishes', dish.id], from: dish },
        { path: ['sections', section.id, 'dishes'], from: section.dishes, to },
      );
    },
    // No menu has its name any more: it is called as who chose it has it.
    ...gone(({ mei }) => mei),
  },
  'a dish is out of its hours': {
    change: async (party) => {
      const { section } = await dishOf(party, eggs);
      const day = weekdays[(new Date().getDay() + 3) % 7]!;
      const to = [{ days: [day], from: '11:00', to: '12:00' }];
      return publish(party, { path: ['sections', section.id, 'served'], from: section.served, to });
    },
    ...gone(),
  },
  'a friend takes one more': { isFriends: true, change: (party) => changeEggs(party, 'oneMore') },
  'a friend takes one less': {
    isFriends: true,
    change: (party) => changeEggs(party, 'oneLess'),
    code: codes.shoppingCartUpdated,
    told: () => [],
  },
  'the coupon asks for more': {
    prepare: async ({ ann }) => {
      const { t, like } = ann.words;
      await ann.review.getByRole('button', { name: like(t('cart:coupon.use')) }).click();
      await expect(ann.review.getByText(t('cart:preview.discount'))).toBeVisible();
    },
    change: (party) =>
      settle(party, ({ coupons }) => ({ coupons: coupons.map((each) => ({ ...each, from: '500.00' })) })),
    code: codes.couponUnusable,
    told: ({ ann: { words } }) => [words.t('cart:place.couponUnusable')],
  },
};

interface Tapped {
  /** The total on the button at that very moment. */
  readonly shown: string;
  readonly answer: Envelope<{ order: Order }>;
}

/** Taps the button. @param onItsWay happens after the request has left and before it arrives */
async function tap({ page, placeOrder: button }: DinerPhone, onItsWay = async () => {}): Promise<Tapped> {
  const answered = new Promise<Tapped['answer']>((resolve, reject) => {
    const answer = async (route: Route) => {
      await onItsWay();
      const response = await route.fetch();
      resolve((await response.json()) as Tapped['answer']);
      await route.fulfill({ response });
    };
    void page.route(`**${placeOrder.path}`, (route) => answer(route).catch(reject), { times: 1 });
  });
  const text = await button.evaluate((element: HTMLButtonElement) => {
    const shown = element.textContent;
    element.click();
    return shown;
  });
  return { shown: amountIn(text), answer: await answered };
}

const amountIn = (text: string) => /\d+\.\d\d/.exec(text)?.[0] ?? text;
const shownBy = async ({ placeOrder: button }: DinerPhone) => amountIn((await button.textContent()) ?? '');

/** Ann orders, and something changes at this moment. */
type Moment = (party: Party, change: () => Promise<void>) => Promise<Tapped>;

const onItsWay: Moment = ({ ann }, change) => tap(ann, change);

const unheard: Moment = async ({ ann }, change) => {
  const news = /products-by-categories|order\/preview/;
  const held: Route[] = [];
  await ann.page.route(news, (route) => void held.push(route));
  await change();
  const tapped = await tap(ann);
  await ann.page.unroute(news);
  // What the phone has given up meanwhile cannot go on.
  for (const route of held) await route.continue().catch(() => undefined);
  return tapped;
};

/** @property short what changes in every run; the rest does at length */
const moments: { when: string; place: Moment; short: string[] }[] = [
  { when: 'before the tap, unknown to the phone', place: unheard, short: ['a dish costs more'] },
  {
    when: 'while the order is on its way',
    place: onItsWay,
    short: ['a dish is sold out', 'a friend takes one less'],
  },
];

async function choose({ ann, mei, ben }: Party): Promise<void> {
  for (const phone of [ann, mei, ben]) await phone.goTo(`${phone.words.prefix}/merchant/1001/order`);
  const { screen } = mei;
  await ann
    .part(ann.screen.addDish(cucumber))
    .or(ann.part(ann.screen.oneMore(cucumber)))
    .click();
  await mei
    .part(screen.addDish(eggs))
    .or(mei.part(screen.oneMore(eggs)))
    .click();
  await ben.part(ben.screen.chooseDish(noodles)).click();
  const sheet = ben.part(ben.screen.dishSheet(noodles));
  await sheet.getByRole('checkbox').first().check();
  await ben.part(ben.screen.addFromSheet, sheet).click();
}

/** The orders and the kitchen's tickets of the table. */
async function staffOf({ server }: Party) {
  const { orders, tables } = await server.asStaff(staffOverview);
  const { tickets } = await server.asStaff(kitchenScreen);
  return {
    orders: orders.filter((order) => order.tableName === tableName && !order.isClosed),
    tickets: tickets.filter((ticket) => ticket.tableName === tableName),
    inCart: tables.find(({ name }) => name === tableName)!.session!.cartPieces,
  };
}

/** Everybody chooses and looks; Ann orders while something changes, and again if need be. Answers how much is left in the cart. */
async function orderOnce(party: Party, inCart: number, each: Case, place: Moment): Promise<number> {
  const { ann, mei, ben, server } = party;
  await choose(party);
  for (const phone of [ann, mei, ben]) {
    await expect(phone.cartBar(inCart + 3)).toBeVisible();
    await phone.openReview();
  }
  await each.prepare?.(party);
  await expect(ann.placeOrder).toHaveText(/\d/);
  let undo: Undo = async () => {};
  let { shown, answer } = await place(party, async () => {
    undo = await each.change(party);
  });
  expect(answer.code).toBe(each.code ?? 0);
  if (answer.code !== 0) {
    await expectRefused(party, each, shown);
    ({ shown, answer } = await tap(ann));
    expect(answer.code).toBe(0);
  }
  const { order } = answer.data!;
  const left = await expectOneOrder(party, order, shown);
  const { id: orderId, orderItems } = order;
  const unsent = orderItems.reduce((sum, { quantity }) => sum + quantity, 0);
  const closing = { outcome: 'completed', reason: '', owed: shown, unsent } as const;
  await server.act({ type: 'orderClosed', orderId, ...closing });
  await undo();
  return left;
}

/** What was wrong with the first attempt stands in the review, and all phones show the same total again. */
async function expectRefused(party: Party, { told, isGone }: Case, shown: string): Promise<void> {
  const { ann, mei, ben } = party;
  expect((await staffOf(party)).orders).toEqual([]);
  for (const text of told!(party)) await expect(ann.review.getByText(text).first()).toBeVisible();
  if (isGone)
    for (const phone of [ann, mei, ben])
      await phone.button(phone.words.t('cart:leaveOut'), 'exact').last().click();
  await expect(async () => {
    const now = await shownBy(ann);
    expect(now).toMatch(/^\d/);
    expect(now).not.toBe(shown);
    for (const phone of [mei, ben])
      if (await phone.review.isVisible()) expect(await shownBy(phone)).toBe(now);
  }).toPass({ timeout: 20_000 });
}

/** One order at that total, for the staff and on each phone; and one cart. Answers how much is left in it. */
async function expectOneOrder(party: Party, order: Order, shown: string): Promise<number> {
  const { ann, mei, ben } = party;
  expect(order.totalAmount).toBe(shown);
  const { orders, tickets, inCart } = await staffOf(party);
  expect(orders).toMatchObject([{ id: order.id, rounds: 1, totalAmount: shown }]);
  expect(tickets.map(({ orderId, dishes }) => [orderId, dishes.length])).toEqual([
    [order.id, order.orderItems.length],
  ]);
  for (const phone of [ann, mei, ben]) {
    // The others are told, and look.
    if (phone !== ann) await phone.part(phone.screen.viewDetail).click();
    await phone.expectOrdered();
    expect(phone.page.url()).toContain(order.id);
    await expect(phone.page.getByRole('main').getByText(shown).first()).toBeVisible();
    await phone.goTo(`${phone.words.prefix}/merchant/1001/order`);
    await expect(inCart === 0 ? phone.cartBar() : phone.cartBar(inCart)).toBeVisible({ visible: inCart > 0 });
  }
  return inCart;
}

for (const { when, place, short } of moments)
  for (const isShort of [true, false])
    // O1
    test(
      `three phones have the review open, and something changes ${when}${isShort ? '' : ', whatever it is'}`,
      isShort ? {} : atLength,
      async ({ take, server }) => {
        if (!isShort) test.slow();
        const party = { server, ann: await take(), mei: await take(looks['zh-dark']), ben: await take() };
        const { ann, mei, ben } = party;
        await ann.logInOnPage('415-555-6110');
        await ann.sit(Number(tableName), 3);
        await mei.join(Number(tableName));
        await ben.join(Number(tableName));
        await ann.addAs('Ann', cucumber);
        await mei.addAs('Mei', cucumber);
        await ben.addAs('Ben', cucumber);
        let inCart = 3;
        for (const [what, each] of Object.entries(cases)) {
          if (isShort && !short.includes(what)) continue;
          if (each.isFriends && place !== onItsWay) continue;
          await test.step(what, async () => {
            inCart = await orderOnce(party, inCart, each, place);
          });
        }
      },
    );
