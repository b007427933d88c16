/** P1–P5: whole evenings at a server that was written from the specification alone, and knows nothing of events. */
import { expect } from '@playwright/test';
import type { DinerPhone, PhoneOptions } from './support/diner.ts';
import { fromScanToOrder } from './support/journey-steps.ts';
import { startForeignServer, tellRestaurant, type ServerProcess } from './support/table-server.ts';
import { atLength, shareServer, test } from './support/test.ts';
import { isAtLength } from './support/words.ts';

/** Tables 7, 8, … have the codes 50007, 50008, … */
const codeOf = (table: number) => `/m/101/q/5000${table}`;

/** The first says how many they are; the second comes straight to the menu. */
async function sitTogether(ann: DinerPhone, mei: DinerPhone, path: string): Promise<void> {
  await ann.scan(path);
  await ann.chooseGuestsIfAsked(2);
  await mei.scan(path);
  await mei.expectMenu();
}

/** What a step looks like, for whoever wants to see: `PICTURES=folder`. */
async function picture(name: string, ...phones: DinerPhone[]): Promise<void> {
  const folder = process.env['PICTURES'];
  for (const [index, { page }] of folder === undefined ? [] : phones.entries())
    await page.screenshot({ path: `${folder}/${name}-${index + 1}.png` });
}

for (const language of isAtLength ? (['en-US', 'zh-TW'] as const) : (['en-US'] as const))
  test.describe(language, () => {
    shareServer(() => startForeignServer(language));

    // The very same steps as at the product's own server: the names of the others come with their phones' messages, and
    // although a login moves nothing here, the guest's lines come along to the member before the order leaves.
    // CA17, CA18, D25, D27
    test('two phones at one table: from the QR code to the order, another round, and the bill', async ({
      take,
      server,
    }) => {
      const ann = await take({ language });
      const mei = await take({ language });
      const { t, named } = ann.words;
      // It fills in a name for a new member, as the phone asks it to.
      await fromScanToOrder(ann, mei, { table: codeOf(7), phone: '415-555-2671', member: 'Ann' });
      // D43: what she added as a guest is hers.
      await expect(ann.heading(t('order:detail.you'), 'exact')).toBeVisible();
      await expect(ann.heading('Mei', 'exact')).toBeVisible();
      await picture(`${language}-ordered`, ann, mei);

      await test.step('the second round joins the same order', async () => {
        await mei.addPlain('Smashed Cucumber');
        await mei.openCart();
        await picture(`${language}-second-round`, ann, mei);
        const preview = mei.page.waitForRequest(/\/merchant\/order\/preview/);
        await mei.part(mei.screen.reviewOrder).click();
        const { cartRowVersion } = (await preview).postDataJSON() as { cartRowVersion: unknown };
        expect(cartRowVersion, 'D27: a server may compare versions').toEqual(expect.any(Number));
        await mei.placeOrder.click();
        await mei.logInAndGoOn('415-555-2672');
        await expect(mei.page).toHaveURL(/\/order-detail\//);
        // It does not say when a line was sent, so all of them are one round.
        await expect(mei.round(1)).toBeVisible();
        await expect(mei.page.getByText(named('Smashed Cucumber'), { exact: true })).toBeVisible();
        await expect(mei.page.getByText(named('Braised Beef Noodle Soup'), { exact: true })).toBeVisible();
        await ann.page
          .getByRole('alertdialog')
          .getByRole('button', { name: t('order:submitted.viewDetail') })
          .click();
        await expect(ann.page.getByText(named('Smashed Cucumber'), { exact: true })).toBeVisible();
        await picture(`${language}-second-order`, ann, mei);
      });

      await test.step('the party has paid: the order says so', async () => {
        await tellRestaurant(server, 'settle 7');
        await expect(ann.page.getByText(t('order:paymentStatus.fullyPaid'), { exact: true })).toBeVisible();
        // The server shows a settled order only to members who have dishes in it. Hers came along when she logged in.
        await mei.page.reload();
        await expect(mei.page.getByText(t('order:paymentStatus.fullyPaid'), { exact: true })).toBeVisible();
        await tellRestaurant(server, 'switch detailSeenBy=owner');
        await mei.page.reload();
        await expect(mei.heading(t('order:detail.closedTitle'))).toBeVisible();
        await tellRestaurant(server, 'switch detailSeenBy=table');
        await picture(`${language}-closed`, ann, mei);
      });

      await test.step('CX21: it takes no reports: the file by hand is all that is offered', async () => {
        await ann.button(t('common:reportProblem')).click();
        const sheet = ann.dialog(t('report:title'));
        await expect(sheet).toContainText(t('report:inside'));
        await expect(sheet).toContainText(t('report:description'));
        await expect(sheet.getByRole('button', { name: t('report:save') })).toBeVisible();
        await expect(sheet.getByRole('button', { name: t('report:send') })).toBeHidden();
      });
    });
  });

test.describe('a bad day', () => {
  shareServer(() => startForeignServer());

  // CE11
  test('a guest whose token is refused goes on without a word, as the same guest or another', async ({
    take,
  }) => {
    const ann = await take();
    const { page, context } = ann;
    await ann.scan(codeOf(11));
    await ann.chooseGuestsIfAsked(1);
    await ann.addAs('Ann', 'Smashed Cucumber');
    await expect(ann.cartBar(1)).toBeVisible();
    const refused = new Set<string>();
    const refuseToken = async () => {
      const token = (await context.cookies()).find(({ name }) => name === 'token')!.value;
      refused.add(`Bearer ${token}`);
    };
    // This server gives a guest the same token again, so it has to work once the guest has registered anew.
    page.on('request', (request) => {
      if (request.url().endsWith('/register/guest')) refused.clear();
    });
    await context.route('**/api/**', (route) =>
      refused.has(route.request().headers()['authorization'] ?? '')
        ? route.fulfill({ status: 401, json: { success: false, code: 401, msg: '', data: null } })
        : route.continue(),
    );

    await refuseToken();
    await ann.addPlain('Smashed Cucumber', 'more');
    await expect(ann.cartBar(2)).toBeVisible();
    await ann.openCart();
    await expect(ann.confirmed).toBeAttached();
    await expect(page).toHaveURL(/\/order$/);
  });

  test(
    'answers get lost and the server is away: nothing counts twice, nothing is missing',
    atLength,
    async ({ take, server }) => {
      const ann = await take();
      const mei = await take();
      await sitTogether(ann, mei, codeOf(8));
      await ann.addAs('Ann', 'Soy-Braised Eggs');
      await ann.openCart();
      await mei.openCart();
      const annsAtMei = mei.cart.getByRole('region').filter({ hasText: 'Soy-Braised Eggs' });

      await test.step('the answer to a change is lost', async () => {
        await tellRestaurant(server, 'switch fault=lost:cartPost:1:0');
        await ann.cart.getByRole('button', { name: 'One more Soy-Braised Eggs' }).click();
        await expect(annsAtMei.getByText('× 2')).toBeVisible();
        await expect(ann.confirmed).toBeAttached();
      });

      await test.step('both change their carts while the server is away', async () => {
        await tellRestaurant(server, 'switch fault=cut:*:9999:0');
        await ann.cart.getByRole('button', { name: 'One more Soy-Braised Eggs' }).click();
        await mei.closeCart();
        await mei.addPlain('Pineapple Cake');
        // The name of a diner is the server's to keep, so it is asked for once that is back.
        await expect(ann.cart.getByText('On this phone only')).toBeVisible();
        await tellRestaurant(server, 'switch fault=');
        await mei.giveName('Mei');
        await mei.openCart();
        for (const { cart } of [ann, mei]) {
          await expect(cart.getByText('Confirmed')).toBeAttached({ timeout: 40_000 });
          await expect(cart.getByText('On this phone only')).toBeHidden();
        }
        await expect(ann.linesOf('Mei').filter({ hasText: 'Pineapple Cake' })).toBeVisible();
        await expect(annsAtMei.getByText('× 3')).toBeVisible();
      });

      await test.step('a waiter adds water to the table: it survives the next tap (P4)', async () => {
        await tellRestaurant(server, 'waiter add 8 1001012 2');
        await expect(annsAtMei.getByText('× 2')).toBeVisible();
        await ann.cart.getByRole('button', { name: 'One more Soy-Braised Eggs' }).click();
        await expect(annsAtMei.getByText('× 4')).toBeVisible();
        await expect(annsAtMei.getByText('× 2')).toBeVisible();
        // D50
        const { t } = ann.words;
        const dish = t('common:dish.pieces', { name: 'Dan Dan Noodles', quantity: 2 });
        for (const [phone, told] of [
          [ann, t('together:feed.unsigned.own.added', { dish })],
          [mei, t('together:feed.unsigned.others.added', { dish, name: 'Ann' })],
        ] as const) {
          await phone.closeCart();
          await phone.openTable();
          await expect(phone.table.getByText(told)).toBeVisible();
        }
        await picture('waiter-in-feed', ann, mei);
      });
    },
  );
});

test.describe('a restaurant that tells little of itself', () => {
  shareServer(() => startForeignServer());

  // CB3
  test('no merchant, no information, no settings: each is warned of, and the page goes on', async ({
    take,
    server,
  }) => {
    const ann = await take();
    const { page, words } = ann;
    const warnings: string[] = [];
    page.on('console', (message) => void (message.type() === 'warning' && warnings.push(message.text())));
    const warned = () => warnings.join('\n');
    await ann.open('/notFound');
    await expect.poll(warned).toContain('no merchant id');
    // Each part of the page that comes asks once more.
    await tellRestaurant(server, 'switch fault=refused:merchant:9999:4711');
    await ann.open('/merchant/101');
    await expect(page.getByText('Not today.')).toBeVisible();
    await expect.poll(warned).toContain('merchant 101: no information');
    await tellRestaurant(server, 'switch fault=', 'switch settingsTold=none');
    await ann.button(words.t('common:retry')).click();
    await expect(ann.dialog(words.t('table:orderType.title')), 'CB13: the visit begins').toBeVisible();
    await expect.poll(warned).toContain('merchant 101: no settings, the defaults hold');
  });

  for (const [errorBody, phone] of [
    ['envelope', '415-555-2679'],
    ['html', '415-555-2680'],
  ] as const)
    test(`no list of coupons, said by ${errorBody}: in words, without a retry that cannot help`, async ({
      take,
      server,
    }) => {
      await tellRestaurant(server, `switch errorBody=${errorBody}`);
      const ann = await take();
      const { t } = ann.words;
      await ann.scan(codeOf(8));
      await ann.chooseGuestsIfAsked(1);
      await ann.openAccount();
      await ann.button(t('member:account.logIn')).click();
      await ann.logIn(phone);
      await ann.page.goto(`${server.url}/merchant/101/coupon-available`);
      await expect(ann.page.getByText(t('member:coupons.noList'))).toBeVisible();
      await expect(ann.button(t('common:retry'))).toBeHidden();
    });

  // CE19
  for (const unknownMerchant of ['code404', 'status404', 'dataNull', 'emptyObject'])
    test(`a code of a restaurant that does not exist: ${unknownMerchant}`, async ({ take, server }) => {
      await tellRestaurant(server, `switch unknownMerchant=${unknownMerchant}`);
      const ann = await take();
      for (const path of ['/m/999/q/1', '/m/999/q/50007', '/merchant/999/order']) {
        await ann.page.goto(server.url + path);
        await expect(ann.heading(ann.words.t('table:notFound.title'))).toBeVisible();
        await expect(ann.page.getByText(path)).toBeVisible();
      }
    });
});

test.describe('who was a guest', () => {
  shareServer(() => startForeignServer());

  type Take = (options?: PhoneOptions) => Promise<DinerPhone>;

  async function logsInWithDishes(take: Take, server: ServerProcess, table: number, fault: string) {
    const ann = await take();
    const mei = await take();
    const { t } = ann.words;
    await sitTogether(ann, mei, codeOf(table));
    await ann.addAs('Ann', 'Soy-Braised Eggs');
    await expect(mei.cartBar(1)).toBeVisible();
    await ann.openAccount();
    await ann.button(t('member:account.logIn')).click();
    await tellRestaurant(server, `switch fault=${fault}`);
    await ann.logIn(`415-555-${2660 + table}`);
    await ann.button(t('common:back')).click();
    await expect(ann.cartBar(1)).toBeVisible();
    await ann.addPlain('Smashed Cucumber');
    await ann.openCart();
    const more = (dish: string) => ann.cart.getByRole('button', { name: `One more ${dish}` });
    await expect(more('Soy-Braised Eggs')).toHaveCount(1, { timeout: 20_000 });
    await expect(ann.cart.getByRole('region').filter({ hasText: 'Soy-Braised Eggs' })).toHaveCount(1);
    await more('Soy-Braised Eggs').click();
    await expect(ann.cart.getByText('On this phone only')).toBeHidden();
    await mei.openCart();
    await expect(mei.cart.getByRole('region').filter({ hasText: 'Soy-Braised Eggs' })).toHaveCount(1);
    // Under the name that this restaurant gives its new members.
    const line = mei.linesOf('Ann').filter({ hasText: 'Soy-Braised Eggs' });
    // One dish is there twice, the other once: what shows twice for a moment while an answer is lost (P2) goes.
    await expect(line.getByText('× 2')).toHaveCount(1);
    await tellRestaurant(server, 'switch fault=');
    if (fault === '') {
      await picture('guest-logged-in', ann, mei);
      await staffEnterDishes(ann, server, table);
    }
    await ann.part(ann.screen.reviewOrder).click();
    if (fault === '') {
      await expect(ann.review.getByText('0.5×')).toBeVisible();
      await picture('weighed-in-review', ann);
      await failsToSend(ann, server);
    }
    await ann.placeOrder.click();
    await ann.expectOrdered();
    for (const dish of ['Soy-Braised Eggs', 'Smashed Cucumber'])
      await expect(ann.page.getByText(dish, { exact: true })).toHaveCount(1);
    if (fault === '') {
      await expect(ann.page.getByText('0.5×')).toBeVisible();
      await picture('weighed-in-order', ann);
    }
    expect(await tellRestaurant(server, `lines ${table}`), 'nothing is left in the cart').toBe('No lines.');
  }

  async function staffEnterDishes(ann: DinerPhone, server: ServerProcess, table: number) {
    const { t } = ann.words;
    const weighed = ann.cart.getByRole('region', { name: t('cart:staffLines.title') });

    await test.step('P5: half a portion that a waiter enters is shown, and survives the next tap', async () => {
      await tellRestaurant(server, `waiter add ${table} 1001012 0.5`);
      await expect(weighed.getByText('0.5×')).toBeVisible();
      await expect(weighed.getByText('Dan Dan Noodles')).toBeVisible();
      await ann.cart.getByRole('button', { name: 'One more Smashed Cucumber' }).click();
      await expect(ann.cart.getByText('On this phone only')).toBeHidden();
      const lines = () => tellRestaurant(server, `lines ${table}`);
      await expect.poll(lines).toContain(' 2 x 1001034 of');
      expect(await lines()).toContain(' 0.5 x 1001012 of');
      await picture('weighed', ann);
    });

    await test.step('D50: to a member the restaurant’s doing may be that of another phone of theirs', async () => {
      await tellRestaurant(server, `waiter add ${table} 1001012 1`);
      const dish = t('common:dish.pieces', { name: 'Dan Dan Noodles', quantity: 1 });
      await ann.closeCart();
      await ann.openTable();
      await expect(ann.table.getByText(t('together:feed.unsigned.members.added', { dish }))).toBeVisible();
      await picture('members-feed', ann);
      await ann.closeTable();
      await ann.openCart();
    });
  }

  async function failsToSend({ page, words: { t }, placeOrder }: DinerPhone, server: ServerProcess) {
    await test.step('P5: why an order was not sent is said: no connection, or a server that fails', async () => {
      for (const [fault, why] of [
        ['cut', t('cart:place.noConnection')],
        ['html500', t('common:failure.other')],
      ] as const) {
        await tellRestaurant(server, `switch fault=${fault}:activeOrder:20:0`);
        await placeOrder.click();
        await expect(page.getByText(why).first()).toBeVisible();
        await tellRestaurant(server, 'switch fault=');
        await expect(placeOrder).toBeEnabled();
      }
      await expect(page.getByText(t('cart:place.unknownTitle'))).toBeHidden();
    });
  }

  // D8, CB8, P2, D43
  test(
    'logs in where a login moves nothing: the dishes come along, once, and can be changed',
    atLength,
    ({ take, server }) => logsInWithDishes(take, server, 9, ''),
  );

  // D8, P2, D43
  test('the same while the answers get lost', atLength, ({ take, server }) =>
    logsInWithDishes(take, server, 10, 'lost:cartPost:2:0'),
  );
});
