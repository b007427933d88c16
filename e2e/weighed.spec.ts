import { expect } from '@playwright/test';
import { editMenuDraft, getMenuDraft, publishMenu } from '#contract/calls/menu-draft.ts';
import { expectSound } from './support/screen/expect-sound.ts';
import { atLength, test } from './support/test.ts';
import { looks } from './support/words.ts';

const eggs = 'Soy-Braised Eggs';

test(
  'a dish sold by weight: menu, messages, review, order and staff name its weight',
  atLength,
  async ({ take, takeStaff, server }) => {
    const { dishes } = (await server.callAsStaff(getMenuDraft))!.published;
    const { id, salesUnitType } = Object.values(dishes).find(({ name }) => name['en-US'] === eggs)!;
    const edits = [
      { path: ['dishes', id, 'salesUnitType'], from: salesUnitType, to: 'weight' },
      { path: ['dishes', id, 'unitLabel'], to: { 'en-US': '100 g', 'zh-TW': '100 公克' } },
    ];
    const { draftVersion } = await server.callAsStaff(editMenuDraft, { edits });
    await server.callAsStaff(publishMenu, { draftVersion });
    const [ann, mei] = [await take(looks['en-light']), await take(looks['zh-dark'])];
    const counter = await takeStaff('Wei');

    await ann.logInOnPage('415-555-7791');
    await ann.sit(1);
    await mei.join(1);
    await ann.addAs('Ann', eggs);
    await expect(mei.page.getByText(/100 公克/).first(), 'the friend sees a message').toBeVisible();
    const dish = ann.page.getByRole('listitem').filter({ hasText: eggs }).first();
    expect(await dish.innerText(), 'price and unit are apart').toMatch(/\$\d+\.\d\d\s+per 100 g/);
    await ann.addPlain(eggs, 'more');
    await expect(ann.page.getByText('200 g in your cart')).toBeAttached();
    await expect(mei.page.getByText('Ann點了 200 公克')).toBeAttached();
    await expect(ann.cartBar(1), 'each line counts as one dish').toBeVisible();
    await ann.openCart();
    await expect(ann.cart).toContainText('per 100 g');
    await expectSound(ann.page);
    await ann.closeCart();
    await ann.openReview();
    await expect(ann.review).toContainText('200 g');
    await expectSound(ann.page);
    await ann.placeOrder.click();
    await ann.expectOrdered();
    await expect(ann.page.getByRole('main')).toContainText('200 g');
    await expect(counter.card('1')).toContainText(`200 g${eggs}`);
    await counter.show('kitchen');
    await expect(counter.card('1')).toContainText('200 g');
    await expectSound(counter.page);
  },
);
