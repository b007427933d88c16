/** Whole evenings at the foreign server, which was written from the specification and does not know events. */
import { expect } from '@playwright/test';
import { playScanToOrder } from './support/journey-steps.ts';
import { startForeignServer, tellRestaurant } from './support/table-server.ts';
import { atLength, shareServer, test } from './support/test.ts';
import { isAtLength } from './support/words.ts';

const createTablePath = (table: number) => `/m/101/q/5000${table}`;

for (const language of isAtLength ? (['en-US', 'zh-TW'] as const) : (['en-US'] as const))
  test.describe(language, () => {
    shareServer(() => startForeignServer(language));

    // A login moves no lines at this server, so the phone adds them again for the member before it orders.
    // CA17, CA18, P5, CA16
    test(
      'two phones at one table: from the QR code to the order, another round, and the bill',
      atLength,
      async ({ take, server }) => {
        const ann = await take({ language });
        const mei = await take({ language });
        const { t, translateDish } = ann.words;
        await playScanToOrder(ann, mei, { table: createTablePath(7), phone: '415-555-2671', member: 'Ann' });
        // The dishes that she added as a guest belong to her as a member.
        await expect(ann.heading(t('order:detail.you'), 'exact')).toBeVisible();
        await expect(ann.heading('Mei', 'exact')).toBeVisible();

        await test.step('the second round joins the same order', async () => {
          await mei.addPlain('Smashed Cucumber');
          await mei.openCart();
          const preview = mei.page.waitForRequest(/\/merchant\/order\/preview/);
          await mei.part(mei.screen.reviewOrder).click();
          const { cartRowVersion } = (await preview).postDataJSON() as { cartRowVersion: unknown };
          expect(cartRowVersion, 'CA16: a server may compare versions').toEqual(expect.any(Number));
          await mei.placeOrder.click();
          await mei.logInAndGoOn('415-555-2672');
          await mei.expectOrdered();
          // This server does not say when a line was sent, so all lines form one round.
          await expect(mei.round(1)).toBeVisible();
          await expect(mei.page.getByText(translateDish('Smashed Cucumber'), { exact: true })).toBeVisible();
          await expect(
            mei.page.getByText(translateDish('Braised Beef Noodle Soup'), { exact: true }),
          ).toBeVisible();
          await ann.part(ann.screen.viewDetail).click();
          await expect(ann.page.getByText(translateDish('Smashed Cucumber'), { exact: true })).toBeVisible();
        });

        await test.step('the party has paid: the order says so', async () => {
          await tellRestaurant(server, 'settle 7');
          await expect(ann.page.getByText(t('order:paymentStatus.fullyPaid'), { exact: true })).toBeVisible();
          // The server shows a paid order only to members with dishes in it.
          await mei.page.reload();
          await expect(mei.page.getByText(t('order:paymentStatus.fullyPaid'), { exact: true })).toBeVisible();
          await tellRestaurant(server, 'switch detailSeenBy=owner');
          await mei.page.reload();
          await expect(mei.heading(t('order:detail.closedTitle'))).toBeVisible();
          await tellRestaurant(server, 'switch detailSeenBy=table');
        });

        await test.step('CX21: it accepts no reports, so the app only offers to save the file', async () => {
          await ann.button(t('common:reportProblem')).click();
          const sheet = ann.dialog(t('report:title'));
          await expect(sheet).toContainText(t('report:inside'));
          await expect(sheet).toContainText(t('report:description'));
          await expect(sheet.getByRole('button', { name: t('report:save') })).toBeVisible();
          await expect(sheet.getByRole('button', { name: t('report:send') })).toBeHidden();
        });
      },
    );
  });

test.describe('a restaurant with few settings', () => {
  shareServer(() => startForeignServer());

  // CB3
  test('no merchant, no information, no settings: each shows a warning, and the page works', async ({
    take,
    server,
  }) => {
    const ann = await take();
    const { page, words } = ann;
    const warnings: string[] = [];
    page.on('console', (message) => void (message.type() === 'warning' && warnings.push(message.text())));
    const getWarnings = () => warnings.join('\n');
    await ann.open('/notFound');
    await expect.poll(getWarnings).toContain('no merchant id');
    await tellRestaurant(server, 'switch fault=refused:merchant:9999:4711');
    await ann.open('/merchant/101');
    await expect(page.getByText('Not today.')).toBeVisible();
    await expect.poll(getWarnings).toContain('merchant 101: no information');
    await tellRestaurant(server, 'switch fault=', 'switch settingsSent=none');
    await ann.button(words.t('common:retry')).click();
    await expect(ann.dialog(words.t('table:orderType.title')), 'CB13: the visit begins').toBeVisible();
    await expect.poll(getWarnings).toContain('merchant 101: no settings, the defaults hold');
  });

  test('no list of coupons: a message, without a useless retry', async ({ take, server }) => {
    await tellRestaurant(server, 'switch errorBody=html');
    const ann = await take();
    const { t } = ann.words;
    await ann.scan(createTablePath(8));
    await ann.chooseGuestsIfAsked(1);
    await ann.logInOnAccount('415-555-2679');
    await ann.page.goto(`${server.url}/merchant/101/coupon-available`);
    await expect(ann.page.getByText(t('member:coupons.noList'))).toBeVisible();
    await expect(ann.button(t('common:retry'))).toBeHidden();
  });

  // CE19
  for (const unknownMerchant of isAtLength
    ? (['code404', 'status404', 'dataNull', 'emptyObject'] as const)
    : (['code404'] as const))
    test(`a code of a restaurant that does not exist: ${unknownMerchant}`, async ({ take, server }) => {
      await tellRestaurant(server, `switch unknownMerchant=${unknownMerchant}`);
      const ann = await take();
      for (const path of ['/m/999/q/1', '/m/999/q/50007', '/merchant/999/order']) {
        await ann.page.goto(server.url + path);
        await expect(ann.heading(ann.words.t('table:notFound.title'))).toBeVisible();
        // The app may have gone on to the restaurant's page before the answer.
        await expect(ann.page.getByText(path.replace(/\/order$/, ''))).toBeVisible();
      }
    });
});

test.describe('a former guest', () => {
  shareServer(() => startForeignServer());

  // CB8, P2, P4, P5, O4, P4
  test(
    'logs in at a server that moves nothing: the dishes are added, once, and can be changed',
    atLength,
    async ({ take, server }) => {
      const ann = await take();
      const mei = await take();
      const { page, placeOrder, cart, words, screen } = ann;
      const { t, pieces } = words;
      const isSent = () => expect(cart.getByText(t('cart:state.onThisPhone'))).toBeHidden();
      await ann.scan(createTablePath(9));
      await ann.chooseGuestsIfAsked(2);
      await mei.scan(createTablePath(9));
      await mei.expectMenu();
      await ann.addAs('Ann', 'Soy-Braised Eggs');
      await expect(mei.cartBar(1)).toBeVisible();

      await test.step('the guest logs in and continues', async () => {
        await ann.logInOnAccount('415-555-2669');
        await ann.button(t('common:back')).click();
        await expect(ann.cartBar(1)).toBeVisible();
        await ann.addPlain('Smashed Cucumber');
        await ann.openCart();
        const more = ann.part(screen.oneMore('Soy-Braised Eggs'), cart);
        await expect(more).toHaveCount(1, { timeout: 20_000 });
        await more.click();
        await isSent();
        await mei.openCart();
        await expect(mei.cart.getByRole('region').filter({ hasText: 'Soy-Braised Eggs' })).toHaveCount(1);
        // This restaurant gives new members the name Ann.
        const line = mei.linesOf('Ann').filter({ hasText: 'Soy-Braised Eggs' });
        await expect(line.getByText('× 2')).toHaveCount(1);
      });

      await test.step('half a portion that a waiter enters is shown, and stays after the next tap', async () => {
        await tellRestaurant(server, 'waiter add 9 1001012 0.5');
        const weighed = cart.getByRole('region', { name: t('cart:staffLines.title') });
        await expect(weighed.getByText('0.5×')).toBeVisible();
        await expect(weighed.getByText('Dan Dan Noodles')).toBeVisible();
        await ann.part(screen.oneMore('Smashed Cucumber'), cart).click();
        await isSent();
        const readLines = () => tellRestaurant(server, 'lines 9');
        await expect.poll(readLines).toContain(' 2 x 1001034 of');
        expect(await readLines()).toContain(' 0.5 x 1001012 of');
      });

      await test.step('to a member an action of the restaurant may look like that of their other phone', async () => {
        await tellRestaurant(server, 'waiter add 9 1001012 1');
        const dish = pieces(1, 'Dan Dan Noodles');
        await ann.closeCart();
        await ann.openTable();
        await expect(ann.table.getByText(t('together:feed.unsigned.members.added', { dish }))).toBeVisible();
        await ann.closeTable();
      });

      await test.step('the app says why an order was not sent: no connection, or a failing server', async () => {
        await ann.openReview();
        await expect(ann.review.getByText('0.5×')).toBeVisible();
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

      await test.step('the whole cart is ordered, once', async () => {
        await placeOrder.click();
        await ann.expectOrdered();
        for (const dish of ['Soy-Braised Eggs', 'Smashed Cucumber'])
          await expect(page.getByText(dish, { exact: true })).toHaveCount(1);
        await expect(page.getByText('0.5×')).toBeVisible();
        expect(await tellRestaurant(server, 'lines 9'), 'nothing is left in the cart').toBe('No lines.');
      });
    },
  );
});
