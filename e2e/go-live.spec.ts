/** From an empty server to a paid and printed order, in the browser alone: once as in Taiwan, once as in Germany. */
import { expect } from '@playwright/test';
import type { Country } from '#staff/set-up/tax-rules.ts';
import { startCloudPrntPrinter } from '#testing/stand-ins/cloudprnt-printer.ts';
import { startEcpay } from '#testing/stand-ins/ecpay.ts';
import { startEpsonSdpPrinter } from '#testing/stand-ins/epson-sdp-printer.ts';
import { startMitake } from '#testing/stand-ins/mitake.ts';
import { startStripe } from '#testing/stand-ins/stripe.ts';
import { startTwilio } from '#testing/stand-ins/twilio.ts';
import { StaffScreen } from './support/screen/staff-screen.ts';
import { ownAddress } from './support/table-server.ts';
import { atLength, test as journey } from './support/test.ts';
import { desk, looks } from './support/words.ts';

/** What an owner should need at most, ms. */
const quarterOfAnHour = 15 * 60_000;
const eggs = 'Soy-Braised Eggs';

interface Service {
  readonly provider: string;
  /** By the name of the field. */
  readonly fields: Readonly<Record<string, string>>;
}

/** What differs between the two restaurants. */
interface Place {
  readonly country: Country;
  readonly name: string;
  readonly owner: string;
  readonly price: string;
  readonly guestPhone: string;
  readonly texts: Service;
  readonly payments: Service;
  /** The code of the newest text to the guest. */
  newestCode(): string | undefined;
  readonly printer: 'star' | 'epson';
}

/** The stand-ins of all providers, and the two places that use them. */
async function startProviders() {
  const [twilio, stripe, mitake, ecpay] = await Promise.all([
    startTwilio(),
    startStripe(),
    startMitake({ password: 'the password at Mitake', points: 100 }),
    startEcpay(),
  ]);
  const findCode = (text: string | undefined) => /\d{6}/.exec(text ?? '')?.[0];
  const webhookSecret = 'whsec_of_the_restaurant';
  const taiwan: Place = {
    country: 'TW',
    name: '街角麵館',
    owner: '淑芬',
    price: '60',
    guestPhone: '0912345678',
    texts: { provider: 'mitake', fields: { username: mitake.username, password: mitake.password } },
    payments: {
      provider: 'ecpay',
      fields: { merchantId: ecpay.merchantId, hashKey: ecpay.hashKey, hashIv: ecpay.hashIv },
    },
    newestCode: () => findCode(mitake.messages.at(-1)?.smbody),
    printer: 'star',
  };
  const germany: Place = {
    country: 'DE',
    name: 'Zur Laterne',
    owner: 'Hanna',
    price: '3,50',
    guestPhone: '01512 3456789',
    texts: {
      provider: 'twilio',
      fields: { accountSid: twilio.accountSid, authToken: twilio.authToken, from: '+15005550006' },
    },
    payments: { provider: 'stripe', fields: { secretKey: stripe.secretKey, webhookSecret } },
    newestCode: () => findCode(twilio.messages.at(-1)?.body),
    printer: 'epson',
  };
  return {
    taiwan,
    germany,
    stripe,
    ecpay,
    webhookSecret,
    origins: {
      'https://api.twilio.com': twilio.url,
      'https://api.stripe.com': stripe.url,
      'https://smsapi.mitake.com.tw': mitake.url,
      'https://payment-stage.ecpay.com.tw': ecpay.url,
    },
    close: () => Promise.all([twilio, stripe, mitake, ecpay].map((standIn) => standIn.close())),
  };
}
type Providers = Awaited<ReturnType<typeof startProviders>>;

const test = journey.extend<{ providers: Providers }>({
  // eslint-disable-next-line no-empty-pattern
  providers: async ({}, give) => {
    const providers = await startProviders();
    await give(providers);
    await providers.close();
  },
  environment: async ({ providers }, give) => {
    await give({
      DEMO_RESTAURANTS: 'off',
      DEMO_INBOX: 'off',
      STAFF_PASSWORD: '',
      PUBLIC_URL: ownAddress,
      PROVIDER_ORIGINS: JSON.stringify(providers.origins),
    });
  },
});

for (const [which, look] of [
  ['taiwan', looks['zh-dark']],
  ['germany', { ...looks['en-light'], ...desk }],
] as const)
  test(
    `a restaurant goes live within a quarter of an hour: ${which}`,
    atLength,
    async ({ take, server, providers }) => {
      test.slow();
      const began = Date.now();
      const place = providers[which];
      const owner = new StaffScreen(await take(look), server);
      const { page, t, device } = owner;
      const main = page.getByRole('main');

      await test.step('the owner names the restaurant and its country', async () => {
        const [, path] = /http:\/\/localhost:\d+(\/staff\/set-up#[\w-]+)/.exec(server.printed())!;
        await page.goto(`${server.url}${device.words.prefix}${path}`);
        await page.getByLabel(t('setUp:name'), { exact: true }).fill(place.name);
        await page.getByLabel(t('setUp:country')).selectOption(place.country);
        await page.getByLabel(t('setUp:person')).fill(place.owner);
        await page.getByLabel(t('setUp:pin')).fill('280594');
        await page.getByLabel(t('setUp:tableCount')).fill('3');
        await owner.button(t('setUp:open')).click();
        await expect(page.getByRole('heading', { name: place.name })).toBeVisible();
      });

      await test.step('the menu comes from a table, and is published', async () => {
        await owner.link(t('setUp:done.menu')).click();
        await owner.button(t('ownerMenu:files.title'), main).click();
        const rows = [
          'Section (en-US);Section (zh-TW);Name (en-US);Name (zh-TW);Price',
          `Small plates;小菜;${eggs};滷蛋兩顆;${place.price}`,
        ];
        const buffer = Buffer.from(`${rows.join('\r\n')}\r\n`);
        await main
          .locator('input[type=file]')
          .setInputFiles({ name: 'menu.csv', mimeType: 'text/csv', buffer });
        await owner.button(t('ownerMenu:files.take'), main).click();
        const publish = owner.button(t('ownerMenu:publish.open', { count: 2 }), main);
        await publish.click();
        await owner.button(t('ownerMenu:publish.now'), page.getByRole('dialog')).click();
        await expect(publish).toBeHidden();
      });

      await test.step('texts and payments are connected', async () => {
        await owner.link(t('owner:pages.connections')).click();
        for (const kind of ['texts', 'payments'] as const) {
          const { provider, fields } = place[kind];
          const heading = page.getByRole('heading', { name: t(`connections:kinds.${kind}.title`) });
          const section = page.locator('section').filter({ has: heading });
          await section.getByLabel(t('connections:provider')).selectOption(provider);
          for (const [name, value] of Object.entries(fields)) {
            const label = t(`connections:fields.${provider}.${name}` as 'connections:fields.twilio.from');
            await section.getByLabel(label, { exact: true }).fill(value);
          }
          await section.getByRole('button', { name: t('connections:save') }).click();
          await expect(section.getByText(t('connections:untested'))).toBeVisible();
        }
      });

      const printerAddress = await test.step('a printer gets its address', async () => {
        await owner.link(t('owner:pages.printers')).click();
        await owner.button(t('printers:add'), main).click();
        await main.getByLabel(t('printers:fields.way'), { exact: true }).selectOption(place.printer);
        await main.getByLabel(t('printers:fields.bills')).check();
        await main.getByLabel(t('printers:fields.autoReceipt')).check();
        await owner.button(t('printers:save'), main).click();
        const dialog = page.getByRole('alertdialog');
        const address = await dialog.locator('code').innerText();
        await owner.button(t('owner:secret.done'), dialog).click();
        return address;
      });

      const tableAddress = await test.step('the tables are there, each with its code', async () => {
        await page.getByRole('link', { name: t('owner:back') }).click();
        await owner.show('tables');
        await owner.tile('1').click();
        return await owner.detail.getByText(/\/m\/\d+\/q\/\d+$/).innerText();
      });

      const guest = await take({ ...looks['en-light'], language: look.language });
      const { words, screen } = guest;
      await test.step('a guest scans the code, orders, and logs in with a code by text message', async () => {
        const [, merchantId = '', code = ''] = /\/m\/(\d+)\/q\/(\d+)$/.exec(tableAddress)!;
        if (which === 'germany')
          providers.stripe.webhook = {
            url: `${server.url}/api/merchant/payment/${merchantId}/notice/stripe`,
            secret: providers.webhookSecret,
          };
        await guest.sit(Number(code), 2, Number(merchantId));
        await guest.addAs('Kim', eggs);
        await guest.openReview();
        await guest.placeOrder.click();
        await guest.fill(guest.part(screen.phoneField, guest.loginPopup), place.guestPhone);
        await guest.part(screen.getCode, guest.loginPopup).click();
        await expect.poll(() => place.newestCode()).toBeDefined();
        await guest.fill(guest.part(screen.codeField, guest.loginPopup), place.newestCode()!);
        await guest.expectOrdered();
      });

      await test.step('the guest pays at the provider’s page', async () => {
        // The browser itself posts to ECPay's page.
        await guest.context.route('https://payment-stage.ecpay.com.tw/**', async (route) => {
          const { pathname } = new URL(route.request().url());
          await route.fulfill({ response: await route.fetch({ url: `${providers.ecpay.url}${pathname}` }) });
        });
        await guest.button(words.t('order:paying.open')).click();
        await guest
          .dialog(words.t('order:paying.title'))
          .getByRole('button', { name: words.like(words.t('order:paying.go', { price: '' }).trim()) })
          .click();
        await guest.page.locator('[name=press][value=pay]').click();
        if (which === 'taiwan') await guest.page.getByRole('link').click();
        await expect(guest.page).toHaveURL(/\/order-detail\//);
      });

      await test.step('the receipt is printed', async () => {
        const start = place.printer === 'star' ? startCloudPrntPrinter : startEpsonSdpPrinter;
        const printer = await start({ url: printerAddress });
        await expect.poll(async () => Number(await printer.poll())).toBe(1);
        await printer.close();
      });
      expect(Date.now() - began).toBeLessThan(quarterOfAnHour);
    },
  );
