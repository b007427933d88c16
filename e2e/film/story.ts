/** The scenes of the README's film: two phones order together. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { renderSVG } from 'uqr';
import { palette } from '#ui/theme/theme.ts';
import { DinerPhone } from '../support/diner.ts';
import { waitForRest } from '../support/screen/at-rest.ts';
import type { ServerProcess } from '../support/table-server.ts';
import { looks } from '../support/words.ts';
import { Film } from './film.ts';

const soup = 'Braised Beef Noodle Soup';
const cucumber = 'Smashed Cucumber';
const kimchi = 'Golden Kimchi';
const eggs = 'Soy-Braised Eggs';
const note = 'no cilantro, please';

export async function orderTogether(browser: Browser, server: ServerProcess): Promise<Film> {
  const ann = await DinerPhone.take(browser, server, {
    ...looks['en-light'],
    reducedMotion: 'no-preference',
  });
  const mei = await DinerPhone.take(browser, server, { ...looks['zh-dark'], reducedMotion: 'no-preference' });
  const { page, screen } = ann;
  const { t } = ann.words;
  const zh = mei.words;
  const film = new Film();
  for (const [diner, phone] of Object.entries({ Ann: ann, Mei: mei })) {
    phone.page.setDefaultTimeout(30_000);
    await showCodeInCamera(phone.page, `${server.url}/m/1001/q/1`);
    await film.roll(diner, phone.page);
  }

  await film.scene('Ann and Mei scan the code on their table.', () => sleep(100));
  await ann.scan();
  await ann.part(screen.guestsTitle).waitFor();
  await waitForRest(page);
  await film.scene(
    'Ann and Mei scan the code on their table.',
    async () => {
      await ann.part(screen.guests(2)).click();
      await ann.part(screen.sections).waitFor();
    },
    { hold: 100 },
  );
  await mei.scan();
  await mei.part(mei.screen.sections).waitFor();
  await waitForRest(page, mei.page);
  await film.scene('Each has the menu in their own language.', () => sleep(100), { hold: 1_500 });

  await film.scene('Ann adds a beef noodle soup …', async () => {
    await ann.addWithChoices(soup);
    await ann.part(screen.nameField, ann.namePopup).fill('Ann');
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
    await mei
      .part({ role: 'button', name: zh.translateDish('Small Plates') }, mei.part(mei.screen.sections))
      .click();
    await mei.addAs('Mei', cucumber);
    await mei.addPlain(kimchi);
    await ann.cartBar(3).waitFor();
  });
  await film.scene('In the cart, the table from above: who has what, where they sit.', () => mei.openCart(), {
    hold: 1_800,
  });
  await film.scene(
    'What Ann adds slides onto the turntable.',
    async () => {
      await ann.addPlain(eggs);
      await mei.cart.getByText(zh.translateDish(eggs)).waitFor({ state: 'attached' });
      await ann.openCart();
    },
    { hold: 1_500 },
  );
  await film.scene(
    'Ann’s word to the kitchen shows on both phones.',
    async () => {
      await ann.writeNotes(soup, note);
      await mei.cart.getByText(note).scrollIntoViewIfNeeded();
    },
    { hold: 1_500 },
  );
  const meis = mei.linesOf('Mei');
  const waiting = meis.getByText(zh.t('cart:state.onThisPhone')).first();
  await meis.scrollIntoViewIfNeeded();
  await mei.context.setOffline(true);
  await film.scene(
    'Without a network Mei goes on: the change waits on her phone.',
    async () => {
      await mei.part(mei.screen.oneMore(cucumber), meis).click();
      await waiting.waitFor();
    },
    { hold: 2_000, offline: 'Mei' },
  );
  await film.scene(
    'The network is back, and both phones agree.',
    async () => {
      await mei.context.setOffline(false);
      await ann.linesOf('Mei').getByText('× 2').waitFor({ timeout: 60_000 });
      await waiting.waitFor({ state: 'hidden' });
    },
    { hold: 1_500, poster: true },
  );
  await film.scene(
    'Ann looks the order over …',
    async () => {
      await ann.part(screen.reviewOrder).click();
      await page.getByText(t('cart:preview.subtotal')).waitFor();
    },
    { hold: 1_500 },
  );
  const submitted = mei.part(mei.screen.submitted);
  await film.scene('… and places it, with a phone number and the code that comes.', async () => {
    await ann.placeOrder.click();
    await ann.part(screen.phoneField, ann.loginPopup).fill('415-555-0142');
    await ann.part(screen.getCode, ann.loginPopup).click();
  });
  await film.scene(
    'The order is in: the turntable is cleared, and Mei sees who placed it.',
    async () => {
      await ann.part(screen.codeField, ann.loginPopup).fill(await ann.codeFor('4155550142'));
      await submitted.waitFor();
    },
    { hold: 1_500 },
  );
  await film.scene(
    'One order, on both phones.',
    async () => {
      await mei.part(mei.screen.viewDetail, submitted).click();
      await mei.page.waitForURL(/\/order-detail\//);
    },
    { hold: 2_600 },
  );
  const errors = [...ann.errors, ...mei.errors];
  if (errors.length > 0) throw new Error(errors.join('\n'));
  return film;
}

/** Shows the table's QR code, as in a phone's camera. */
async function showCodeInCamera(page: Page, address: string): Promise<void> {
  const code = renderSVG(address, { ecc: 'M', border: 1, blackColor: palette.inkDeep });
  await page.setContent(`<meta name="viewport" content="width=device-width"><style>
    body { margin: 0; height: 100vh; display: grid; place-items: center; font: 700 22px system-ui; background: ${palette.clay}; }
    main { width: 220px; padding: 28px; text-align: center; rotate: -4deg; background: ${palette.paperBright};
      color: ${palette.ink}; border-radius: 20px; box-shadow: ${palette.shadowDeep}; }
  </style><main>${code}Table 1</main>`);
}
