/** Two phones order together: the scenes of the README's film. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { DinerPhone } from '../support/diner.ts';
import type { ServerProcess } from '../support/table-server.ts';
import { looks } from '../support/words.ts';
import { Film, type Shot } from './film.ts';
import { atRest } from '../support/screen/at-rest.ts';
import { showCodeInCamera, showTaps } from './props.ts';

/** From left to right. */
export const diners = ['Ann', 'Mei'] as const;

const soup = 'Braised Beef Noodle Soup';
const cucumber = 'Smashed Cucumber';
const kimchi = 'Golden Kimchi';
const eggs = 'Soy-Braised Eggs';
const wish = 'no cilantro, please';

/** Between two taps. */
const beat = () => sleep(300);

/** Films it all, on phones of its own. */
export async function orderTogether(browser: Browser, server: ServerProcess): Promise<readonly Shot[]> {
  const ann = await DinerPhone.take(browser, server, looks['en-light']);
  const mei = await DinerPhone.take(browser, server, looks['zh-dark']);
  const { page } = ann;
  const { t, like, named } = ann.words;
  const zh = mei.words;
  const meis = mei.cart.getByRole('region', { name: /Mei/ });
  for (const phone of [ann, mei]) {
    phone.page.setDefaultTimeout(20_000);
    await showTaps(phone.page);
    await showCodeInCamera(phone.page, `${server.url}/m/1001/q/1`);
  }
  const film = await Film.of([page, mei.page]);

  const scanned = 'Ann and Mei scan the code on their table.';
  await film.scene(scanned, async () => sleep(800));
  await ann.scan();
  await page.getByRole('heading', { name: t('table:guests.title') }).waitFor();
  await atRest(page);
  await film.scene(
    scanned,
    async () => {
      await beat();
      await page.getByRole('radio', { name: t('table:guests.option', { count: 2 }), exact: true }).click();
      await ann.expectMenu();
    },
    { hold: 100 },
  );
  await mei.scan();
  await mei.expectMenu();
  await atRest(page, mei.page);
  await film.scene('Each has the menu in their own language.', async () => sleep(100), { hold: 1_500 });

  await film.scene('Ann adds a beef noodle soup …', async () => {
    await page.getByRole('button', { name: t('menu:chooseDish', { name: named(soup) }) }).click();
    const sheet = ann.dialog(named(soup));
    const add = sheet.getByRole('button', { name: like(t('dish:addFor', { price: '' }).trim()) });
    await add.waitFor();
    for (const group of await sheet
      .getByRole('group')
      .filter({ hasText: t('dish:required') })
      .all()) {
      await beat();
      await group.locator('input').first().check();
    }
    await beat();
    await add.click();
    await beat();
    await ann.namePopup.getByLabel(t('account:name.label')).fill('Ann');
  });
  await film.scene(
    '… and Mei’s phone has it at once.',
    async () => {
      await ann.giveName('Ann');
      await mei.cartBar(1).waitFor();
    },
    { hold: 1_500 },
  );

  await film.scene('Mei adds two small plates.', async () => {
    const sections = mei.page.getByRole('navigation', { name: zh.t('menu:categories') });
    await sections.getByRole('button', { name: zh.named('Small Plates') }).click();
    await beat();
    await beat();
    await mei.addPlain(cucumber);
    await beat();
    await mei.giveName('Mei');
    await beat();
    await mei.addPlain(kimchi);
    await ann.cartBar(3).waitFor();
  });

  await film.scene(
    'In the cart, the table from above: who has what, where they sit.',
    async () => mei.openCart(),
    { hold: 1_800 },
  );
  await film.scene(
    'What Ann adds slides onto the turntable.',
    async () => {
      await ann.addPlain(eggs);
      await mei.cart.getByText(zh.named(eggs)).waitFor({ state: 'attached' });
      await beat();
      await beat();
      await ann.openCart();
    },
    { hold: 1_500 },
  );

  await film.scene(
    'Ann’s word to the kitchen shows on both phones.',
    async () => {
      await mei.page.mouse.move(195, 500);
      for (let turn = 0; turn < 6; turn += 1) {
        await mei.page.mouse.wheel(0, 80);
        await sleep(60);
      }
      await ann.cart
        .getByRole('button', { name: like(t('cart:editNotes')) })
        .or(ann.cart.getByRole('button', { name: t('cart:addNotes') }))
        .first()
        .click();
      const notes = page.getByRole('dialog', { name: t('cart:notesFor', { name: named(soup) }) });
      await notes.getByRole('textbox').pressSequentially(wish, { delay: 30 });
      await beat();
      await notes.getByRole('button', { name: t('cart:saveNotes') }).click();
      await mei.cart.getByText(wish).waitFor();
    },
    { hold: 1_500 },
  );
  await mei.page.mouse.wheel(0, -2_000);
  await mei.context.setOffline(true);
  await film.scene(
    'Without a network Mei goes on: the change waits on her phone.',
    async () => {
      await beat();
      await meis.getByRole('button', { name: zh.t('menu:oneMore', { name: zh.named(cucumber) }) }).click();
      await meis.getByText(zh.t('cart:state.onThisPhone')).first().waitFor();
    },
    { hold: 2_000, cutOff: 1 },
  );
  await film.scene(
    'The network is back, and both phones agree.',
    async () => {
      await mei.context.setOffline(false);
      await ann.cart.getByRole('region', { name: 'Mei' }).getByText('× 2').waitFor({ timeout: 60_000 });
      await meis.getByText(zh.t('cart:state.onThisPhone')).first().waitFor({ state: 'hidden' });
    },
    { hold: 1_500, poster: true },
  );

  await film.scene(
    'Ann looks the order over …',
    async () => {
      await page.getByRole('button', { name: t('cart:reviewOrder') }).click();
      await page.getByText(t('cart:preview.subtotal')).waitFor();
    },
    { hold: 1_500 },
  );
  await film.scene('… and places it, with a phone number and the code that comes.', async () => {
    await page.getByRole('button', { name: like(t('cart:place.action')) }).click();
    await beat();
    await ann.loginPopup.getByLabel(t('account:login.phone')).fill('415-555-0142');
    await ann.loginPopup.getByRole('button', { name: t('account:login.getCode') }).click();
    const code = await ann.codeFor('4155550142');
    await beat();
    await ann.loginPopup.getByLabel(t('account:login.code')).fill(code);
  });
  const submitted = mei.page.getByRole('alertdialog', { name: zh.t('order:submitted.title') });
  await film.scene(
    'The order is in: the turntable is cleared, and Mei sees who placed it.',
    async () => {
      await ann.loginPopup.getByRole('button', { name: t('account:login.submit') }).click();
      await submitted.waitFor();
    },
    { hold: 1_500 },
  );
  await film.scene(
    'One order, on both phones.',
    async () => {
      await submitted.getByRole('button', { name: zh.t('order:submitted.viewDetail') }).click();
      await mei.page.waitForURL(/\/order-detail\//);
    },
    { hold: 2_600 },
  );
  const shots = await film.cut();
  const errors = [...ann.errors, ...mei.errors];
  if (errors.length > 0) throw new Error(errors.join('\n'));
  return shots;
}
