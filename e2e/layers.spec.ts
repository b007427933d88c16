import { expect } from '@playwright/test';
import { leaveCartAlone } from './support/answers.ts';
import { LayerCheck } from './support/screen/layer-check.ts';
import { atLength, test } from './support/test.ts';
import { listLooks } from './support/words.ts';

// Each test opens about twenty layers.
test.describe.configure({ timeout: 240_000, mode: 'parallel' });

/** Accessibility of every layer of the app: axe's rules in both themes, touch targets, and the focus. */
for (const [, { language }] of listLooks('en-light'))
  test.describe(language, () => {
    // No animations, because colours are measured.
    const options = { language, reducedMotion: 'reduce', colorScheme: 'light' } as const;

    test(
      'over the menu: sections, filter, name, dish, table, cart and all its layers',
      atLength,
      async ({ take, server }) => {
        const ann = await take(options);
        const mei = await take(options);
        const { page, words } = ann;
        const { t, like, translateDish } = words;
        const check = new LayerCheck(page);
        const findButton = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
        const findDialog = (name: string) => page.getByRole('dialog', { name, exact: true });
        const eggs = translateDish('Soy-Braised Eggs');
        const soup = translateDish('Braised Beef Noodle Soup');

        await ann.open('/merchant/1001/order');
        const orderType = findDialog(t('table:orderType.title'));
        await expect(orderType).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(orderType).toBeHidden();
        await expect(page).toHaveURL(/\/merchant\/1001$/);
        const orderHere = ann.link(t('table:home.order'), 'exact');
        await check.openAndClose('order type', orderHere, orderType);

        await ann.sit(1);
        await mei.join(1);
        await check.openAndClose('name', findButton(t('menu:addDish', { name: eggs })), ann.namePopup);
        await ann.addAs('Ann', 'Soy-Braised Eggs');
        await mei.addAs('Mei', 'Smashed Cucumber');
        await expect(ann.cartBar(2)).toBeVisible();
        // screens.spec.ts runs the rules on every page.
        await check.expectTargets('the menu', page.locator('#root'));

        await test.step('sections and filter', async () => {
          await check.openAndClose('text size', findButton(t('menu:look')), findDialog(t('menu:look')));
          await check.openAndClose(
            'sections',
            findButton(t('menu:allSections')),
            findDialog(t('menu:categories')),
          );
          const filter = findDialog(t('filter:title'));
          await check.open('filter', findButton(t('menu:filter.open')), filter);
          await filter.getByRole('checkbox').first().check();
          await check.look('filter, set', filter);
          await check.close('filter', filter, findButton(t('menu:filter.openSet', { count: 1 })));
          const filtered = page.getByRole('list', { name: t('menu:filter.set') });
          await check.lookAt('what is filtered', filtered.locator('..'));
          await findButton(t('menu:filter.showAll')).click();
        });

        await test.step('a dish, and the same dish again', async () => {
          const dish = findDialog(soup);
          const choose = findButton(t('menu:chooseDish', { name: soup }));
          const add = ann.part(ann.screen.addFromSheet, dish);
          await check.open('dish', choose, dish);
          await add.click();
          await check.look('dish, something missing', dish);
          await check.close('dish', dish, choose);
          await ann.addWithChoices('Braised Beef Noodle Soup');
          await expect(ann.cartBar(3)).toBeVisible();
          await check.openAndClose('same again', findButton(t('menu:moreOf', { name: soup })), dish);
        });

        await test.step('the table, and missed changes', async () => {
          const open = ann.button(like(t('together:open', { names: '' }).trim()));
          await ann.turn('hidden');
          await mei.addPlain('Smashed Cucumber', 'more');
          await expect(ann.cartBar(4)).toBeVisible();
          await ann.turn('visible');
          const missed = page.getByRole('status').filter({ hasText: t('together:changes', { count: 1 }) });
          await check.lookAt('missed', missed);
          await check.open('table', open, ann.table);
          await expect(ann.table.getByText(t('together:feed.fresh'))).toBeVisible();
          await check.look('table, with news', ann.table);
          await check.close('table', ann.table, open);
        });

        await test.step('the cart and its layers', async () => {
          const findInCart = (name: string) => ann.cart.getByRole('button', { name, exact: true });
          await check.open('cart', ann.cartBar(), ann.cart);
          const story = findInCart(t('cart:more', { name: eggs }));
          await check.openAndClose('story of a line', story, findDialog(eggs));
          const notes = findDialog(t('cart:notesFor', { name: eggs }));
          const mine = ann.cart.getByRole('listitem').filter({ hasText: eggs });
          const addNotes = mine.getByRole('button', { name: t('cart:addNotes'), exact: true });
          await check.openAndClose('notes', addNotes, notes);
          const clear = ann.alert(t('cart:clearTitle'));
          await check.openAndClose('clear', findInCart(t('cart:clear')), clear);
          const split = findDialog(t('split:title'));
          await check.open('split', findInCart(t('split:title')), split);
          await split.getByRole('button', { name: like(eggs) }).click();
          await check.look('split, a shared dish', split);
          await split.getByRole('radio', { name: t('split:equal') }).check();
          await check.look('split, equal parts', split);
          await check.close('split', split, findInCart(t('split:title')));
          await server.soldOut('Soy-Braised Eggs', true);
          await expect(findInCart(t('cart:swapDish', { name: eggs }))).toBeVisible();
          await ann.context.setOffline(true);
          await findInCart(t('menu:oneMore', { name: soup })).click();
          await expect(ann.cart.getByText(t('cart:offline'))).toBeVisible();
          await check.look('cart, sold out and offline', ann.cart);
          await ann.context.setOffline(false);
          await findInCart(t('menu:remove', { name: eggs })).click();
          await expect(findInCart(t('cart:undo.action'))).toBeVisible();
          await check.look('cart, to be undone', ann.cart);
          await check.close('cart', ann.cart, ann.cartBar());
          await check.lookAt('bar, to be undone', ann.cartBar().locator('..'));
        });
        expect(check.found).toEqual([]);
      },
    );

    // CH1
    test(
      'over an evening: a cart left alone, review, coupons, login, others’ orders, and the end',
      atLength,
      async ({ take, server }) => {
        const ann = await take(options);
        const mei = await take(options);
        const { t, like } = ann.words;
        const check = new LayerCheck(ann.page);
        const checkHers = new LayerCheck(mei.page);
        await mei.logInOnPage('415-555-7801');
        await mei.sit(1);
        await ann.join(1);
        await ann.addAs('Ann', 'Soy-Braised Eggs');
        await mei.addAs('Mei', 'Smashed Cucumber');
        await check.lookAt('toast', ann.page.locator('output[aria-live]'));

        await test.step('a cart that was left alone long ago', async () => {
          await expect(ann.cartBar(2)).toBeVisible();
          await leaveCartAlone(ann.page);
          await ann.page.reload();
          const asked = ann.alert(t('table:inactive.title'));
          await expect(asked).toBeVisible();
          await check.look('inactive order', asked);
          await asked.getByRole('button', { name: t('table:inactive.continue') }).click();
          await expect(asked).toBeHidden();
          await ann.page.unrouteAll({ behavior: 'ignoreErrors' });
        });

        await test.step('a member chooses a coupon', async () => {
          await mei.openCart();
          const toReview = mei.button(t('cart:reviewOrder'));
          await checkHers.open('review', toReview, mei.review);
          const allergy = mei.review.getByRole('button', { name: t('calling:allergy.add'), exact: true });
          await checkHers.openAndClose('allergy', allergy, mei.dialog(t('calling:allergy.title')));
          const coupon = mei.review.getByRole('button', { name: like('−') });
          const coupons = mei.dialog(t('cart:coupon.choose'));
          await expect(coupon).toBeVisible();
          await checkHers.openAndClose('coupons', coupon, coupons);
          await checkHers.close('review', mei.review, mei.cart);
          await checkHers.close('cart', mei.cart, mei.cartBar());
        });

        await test.step('a guest places the order and becomes a member', async () => {
          await ann.openReview();
          await expect(ann.placeOrder).toBeEnabled();
          await check.open('login', ann.placeOrder, ann.loginPopup);
          await check.close('login', ann.loginPopup, ann.placeOrder);
          await ann.placeOrder.click();
          const login = ann.loginPopup;
          const { phoneField, getCode, codeField } = ann.screen;
          await ann.part(phoneField, login).fill('415-555-7802');
          await ann.part(getCode, login).click();
          await ann.part(codeField, login).fill('12345');
          await check.look('login, a code on its way', login);
          await ann.part(codeField, login).fill(await ann.codeFor('4155557802'));
          await ann.expectOrdered();
          // The member form does not come between the diner and the next round.
          await ann.link(t('order:detail.addMore')).click();
          await ann.openAccount();
          const become = ann.becomePopup;
          await expect(become).toBeVisible();
          await check.look('become a member', become);
          await become.getByRole('button', { name: t('member:become.submit') }).click();
          await expect(become.getByText(t('member:form.problems.name')).first()).toBeVisible();
          await check.look('become a member, something missing', become);
          const birthday = become.getByRole('button', { name: like(t('member:form.noBirthday')) });
          const wheels = ann.dialog(t('member:form.birthday'));
          await check.openAndClose('wheels', birthday, wheels);
          await ann.completeLater();
          await ann.page.goBack();
          await ann.page.goBack();
          await ann.expectOrdered();
          const submitted = mei.alert(t('order:submitted.title'));
          await expect(submitted).toBeVisible();
          await checkHers.look('order submitted', submitted);
          await submitted.getByRole('button', { name: t('order:submitted.addItem') }).click();
        });

        await test.step('a second round without an answer', async () => {
          await mei.addPlain('Smashed Cucumber');
          await mei.openCart();
          await checkHers.look('cart, with rounds', mei.cart);
          await mei.button(t('cart:reviewOrder')).click();
          // The order and all questions about it fail.
          await mei.page.route('**/api/member/order**', (route) => route.abort());
          await mei.placeOrder.click();
          const again = mei.button(t('cart:place.checkAgain'));
          await expect(again).toBeVisible();
          await checkHers.look('review, an order in doubt', mei.review);
          // The phone goes on asking by itself.
          await mei.page.unrouteAll({ behavior: 'ignoreErrors' });
          await mei.placeOrder.or(mei.link(t('order:detail.addMore'))).waitFor();
          if (await mei.placeOrder.isVisible()) await mei.placeOrder.click();
          await mei.expectOrdered();
          const updated = ann.alert(t('order:updated.title'));
          await expect(updated).toBeVisible();
          await check.look('order updated', updated);
          await updated.getByRole('button', { name: t('order:updated.close') }).click();
          await expect(ann.round(2)).toBeVisible();
          await check.lookAt('an order of two rounds', ann.page.locator('#root'));
        });

        await test.step('the restaurant closes the table', async () => {
          await server.inDatabase(
            'UPDATE table_sessions SET closed_at = ? WHERE closed_at IS NULL',
            Date.now(),
          );
          await mei.link(t('order:detail.addMore')).click();
          const ended = mei.alert(t('table:notices.endedTitle'));
          await expect(ended).toBeVisible({ timeout: 40_000 });
          await checkHers.look('the end', ended);
        });
        expect([...check.found, ...checkHers.found]).toEqual([]);
      },
    );

    test('at a restaurant without guests, with an order code', atLength, async ({ take }) => {
      const ann = await take(options);
      const { page, words } = ann;
      const { t, like } = words;
      const check = new LayerCheck(page);
      await ann.scan('/m/1002/q/1');
      await expect(ann.loginPopup).toBeVisible();
      await check.look('login of members only', ann.loginPopup);
      await ann.logInAndGoOn('415-555-7803');
      await ann.part(ann.screen.guests(2)).click();
      await ann.expectMenu();
      await ann
        .button(like(t('menu:addDish', { name: '' }).trim()))
        .first()
        .click();
      await ann.giveName('Ann');
      await ann.openReview();
      await ann.placeOrder.click();
      await expect(page.getByText(t('cart:code.missing'))).toBeVisible();
      await check.look('review, code missing', ann.review);
      expect(check.found).toEqual([]);
    });
  });
