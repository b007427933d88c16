import { expect, type Route } from '@playwright/test';
import { kitchenScreen } from '#contract/calls/kitchen.ts';
import { editMenuDraft, getMenuDraft, publishMenu } from '#contract/calls/menu-draft.ts';
import { placeOrder, totalChanged } from '#contract/calls/order.ts';
import { staffOverview } from '#contract/calls/staff.ts';
import { codes } from '#contract/codes.ts';
import type { Envelope } from '#contract/http/call.ts';
import type { Order } from '#contract/order-fields.ts';
import { hold } from './support/answers.ts';
import type { DinerPhone } from './support/diner.ts';
import type { ServerProcess } from './support/table-server.ts';
import { atLength, shareServer, test } from './support/test.ts';
import { looks } from './support/words.ts';

shareServer();

const cucumber = 'Smashed Cucumber';
const eggs = 'Soy-Braised Eggs';

interface Party {
  readonly server: ServerProcess;
  /** Has a cucumber, and places the order. */
  readonly ann: DinerPhone;
  /** Has two portions of eggs. */
  readonly mei: DinerPhone;
}

interface Case {
  readonly table: number;
  readonly change: (party: Party) => Promise<unknown>;
  /** By default the change happens while the order is on its way. */
  readonly isBeforeTheTap?: true;
  /** The code of the refusal. */
  readonly code: number;
  /** Ann's review shows this after the refusal. */
  readonly message?: (party: Party) => string | RegExp;
}

const cases: Readonly<Record<string, Case>> = {
  'a dish costs more': {
    table: 1,
    isBeforeTheTap: true,
    async change({ server }) {
      const { dishes } = (await server.callAsStaff(getMenuDraft))!.published;
      const { id, price } = Object.values(dishes).find(({ name }) => name['en-US'] === eggs)!;
      const edit = { path: ['dishes', id, 'price'], from: price, to: '20.00' };
      const { draftVersion } = await server.callAsStaff(editMenuDraft, { edits: [edit] });
      await server.callAsStaff(publishMenu, { draftVersion });
    },
    code: totalChanged,
    message: ({ ann }) => new RegExp(`${ann.words.translateDish(eggs)}.*3\\.25.*20\\.00`),
  },
  'a friend removes one': {
    table: 2,
    async change({ mei }) {
      await mei.part(mei.screen.close, mei.review).click();
      const isSent = mei.changeAnswered();
      await mei.part(mei.screen.oneLess(eggs)).click();
      await isSent;
    },
    code: codes.shoppingCartUpdated,
  },
  'a dish is sold out': {
    table: 3,
    change: ({ server }) => server.soldOut(eggs, true),
    code: codes.soldOut,
    message: ({ ann: { words } }) =>
      words.t('cart:place.leaveOutBlocked', { dishes: words.translateDish(eggs) }),
  },
};

const findAmount = (text: string | null) => /\d+\.\d\d/.exec(text ?? '')?.[0];

/** Taps the button. Returns the total on it at that moment, and the server's answer. */
async function tap(
  { page, placeOrder: button }: DinerPhone,
  onItsWay: () => Promise<unknown> = async () => undefined,
) {
  type Answer = Envelope<{ order: Order }>;
  const answered = new Promise<Answer>((resolve, reject) => {
    const pass = async (route: Route) => {
      await onItsWay();
      const response = await route.fetch();
      resolve((await response.json()) as Answer);
      await route.fulfill({ response });
    };
    void page.route(`**${placeOrder.path}`, (route) => pass(route).catch(reject), { times: 1 });
  });
  const shown = await button.evaluate((element: HTMLButtonElement) => {
    const text = element.textContent;
    element.click();
    return text;
  });
  return { shown: findAmount(shown), answer: await answered };
}

async function readStaffViews({ server }: Party, table: number) {
  const { orders } = await server.callAsStaff(staffOverview);
  const { tickets } = await server.callAsStaff(kitchenScreen);
  const isOfTable = ({ tableName }: { readonly tableName: string | null }) => tableName === String(table);
  return { orders: orders.filter(isOfTable), tickets: tickets.filter(isOfTable) };
}

for (const [what, { table, change, isBeforeTheTap, code, message }] of Object.entries(cases))
  // O1
  test(
    `two phones have the review open, and ${what}: neither orders at a total that it has not shown`,
    atLength,
    async ({ take, server }) => {
      const party = { server, ann: await take(), mei: await take(looks['zh-dark']) };
      const { ann, mei } = party;
      await ann.logInOnPage(`415-555-611${table}`);
      await ann.sit(table);
      await mei.join(table);
      await ann.addAs('Ann', cucumber);
      await mei.addAs('Mei', eggs);
      await mei.addPlain(eggs, 'more');
      for (const phone of [ann, mei]) {
        await expect(phone.cartBar(3)).toBeVisible();
        await phone.openReview();
      }
      await expect(ann.placeOrder).toHaveText(/\d/);

      let refused: Awaited<ReturnType<typeof tap>>;
      if (isBeforeTheTap) {
        const hearOfIt = await hold(ann.page, /products-by-categories|order\/preview/);
        await change(party);
        refused = await tap(ann);
        await hearOfIt();
      } else refused = await tap(ann, () => change(party));
      expect(refused.answer.code).toBe(code);
      expect((await readStaffViews(party, table)).orders).toEqual([]);
      if (message) await expect(ann.review.getByText(message(party)).first()).toBeVisible();
      if (code === codes.soldOut) await ann.button(ann.words.t('cart:leaveOut'), 'exact').last().click();
      const readShownTotal = async () => findAmount(await ann.placeOrder.textContent()) ?? refused.shown;
      await expect.poll(readShownTotal, { timeout: 20_000 }).not.toBe(refused.shown);

      const { shown, answer } = await tap(ann);
      expect(answer.code).toBe(0);
      const { order } = answer.data!;
      expect(order.totalAmount).toBe(shown);
      const { orders, tickets } = await readStaffViews(party, table);
      expect(orders).toMatchObject([{ id: order.id, rounds: 1, totalAmount: shown }]);
      expect(tickets).toMatchObject([{ orderId: order.id }]);
      await mei.part(mei.screen.viewDetail).click();
      for (const phone of [ann, mei]) {
        await phone.expectOrdered();
        expect(phone.page.url()).toContain(order.id);
        await expect(phone.page.getByRole('main').getByText(shown!).first()).toBeVisible();
      }
    },
  );
