import { expect } from '@playwright/test';
import { startEcpay, type Ecpay } from '#testing/stand-ins/ecpay.ts';
import { startMitake, type Mitake } from '#testing/stand-ins/mitake.ts';
import { startSmtp, type Smtp } from '#testing/stand-ins/smtp.ts';
import { startStripe, type Stripe } from '#testing/stand-ins/stripe.ts';
import { startTwilio, type Twilio } from '#testing/stand-ins/twilio.ts';
import { expectSound } from './support/screen/expect-sound.ts';
import { ownAddress } from './support/table-server.ts';
import { atLength, test as journey } from './support/test.ts';
import { looks } from './support/words.ts';

interface StandIns {
  readonly twilio: Twilio;
  readonly stripe: Stripe;
  readonly mitake: Mitake;
  readonly ecpay: Ecpay;
  readonly smtp: Smtp;
}

/** Stand-ins of the providers, written from their public documentation alone, and a server that calls them. */
const test = journey.extend<{ standIns: StandIns }>({
  // eslint-disable-next-line no-empty-pattern
  standIns: async ({}, give) => {
    const [twilio, stripe, mitake, ecpay, smtp] = await Promise.all([
      startTwilio(),
      startStripe(),
      startMitake({ password: 'the password at Mitake', points: 100 }),
      startEcpay(),
      startSmtp(),
    ]);
    await give({ twilio, stripe, mitake, ecpay, smtp });
    await Promise.all([twilio, stripe, mitake, ecpay, smtp].map((standIn) => standIn.close()));
  },
  environment: async ({ standIns: { twilio, stripe, mitake, ecpay, smtp } }, give) => {
    await give({
      PUBLIC_URL: ownAddress,
      DEMO_INBOX: 'off',
      MAIL_SERVERS: `localhost:${smtp.port}`,
      PROVIDER_ORIGINS: JSON.stringify({
        'https://api.twilio.com': twilio.url,
        'https://api.stripe.com': stripe.url,
        'https://smsapi.mitake.com.tw': mitake.url,
        'https://payment-stage.ecpay.com.tw': ecpay.url,
      }),
    });
  },
});

// CX36, CX56
test(
  'an owner connects texts, payments and mail; a guest logs in, pays, and gets the receipt',
  atLength,
  async ({ take, takeStaff, server, standIns: { twilio, stripe, smtp } }) => {
    const owner = await takeStaff('Ada');
    const { page, t } = owner;
    const findSection = (kind: 'texts' | 'payments' | 'mail') =>
      page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: t(`connections:kinds.${kind}.title`) }) });
    const webhookSecret = 'whsec_of_the_restaurant';
    stripe.webhook = { url: `${server.url}/api/merchant/payment/1001/notice/stripe`, secret: webhookSecret };

    await test.step('texts: a wrong key is named, the right one sends a test text', async () => {
      await owner.openOwners('connections');
      await expectSound(page, 'services');
      const texts = findSection('texts');
      await texts.getByLabel(t('connections:fields.twilio.accountSid')).fill(twilio.accountSid);
      await texts.getByLabel(t('connections:fields.twilio.authToken')).fill('wrong');
      await texts.getByRole('button', { name: t('connections:save') }).click();
      await expect(texts.getByText(t('connections:refused.missingField'))).toBeVisible();
      await texts.getByLabel(t('connections:fields.twilio.from')).fill('+15005550006');
      await texts.getByRole('button', { name: t('connections:save') }).click();
      await texts.getByLabel(t('connections:test.phone')).fill('+1 415 555 0100');
      await texts.getByRole('button', { name: t('connections:test.send') }).click();
      await expect(texts.getByText(t('connections:problems.wrongKey')).first()).toBeVisible();
      await texts.getByRole('button', { name: t('connections:change') }).click();
      await texts.getByLabel(t('connections:fields.twilio.authToken')).fill(twilio.authToken);
      await texts.getByRole('button', { name: t('connections:save') }).click();
      await texts.getByLabel(t('connections:test.phone')).fill('+1 415 555 0100');
      await texts.getByRole('button', { name: t('connections:test.send') }).click();
      await expect(texts.getByText(t('connections:test.sent'))).toBeVisible();
      expect(twilio.messages).toMatchObject([{ to: '+14155550100' }]);
    });

    await test.step('payments: the keys are checked', async () => {
      const payments = findSection('payments');
      await payments.getByLabel(t('connections:fields.stripe.secretKey')).fill(stripe.secretKey);
      await payments.getByLabel(t('connections:fields.stripe.webhookSecret')).fill(webhookSecret);
      await payments.getByRole('button', { name: t('connections:save') }).click();
      await payments.getByRole('button', { name: t('connections:test.keys') }).click();
      await expect(payments.getByText(t('connections:test.keysWork'))).toBeVisible();
      await expectSound(page, 'services that work');
    });

    await test.step('mail: only a server on the same computer may be used without encryption; a test mail arrives', async () => {
      const mail = findSection('mail');
      const findField = (name: 'host' | 'port' | 'username' | 'password' | 'fromName' | 'fromAddress') =>
        mail.getByLabel(t(`connections:fields.smtp.${name}`), { exact: true });
      await findField('host').fill('smtp.example.com');
      await mail.getByLabel(t('connections:fields.smtp.encryption')).selectOption('none');
      await findField('port').fill(String(smtp.port));
      await findField('username').fill(smtp.user);
      await findField('password').fill(smtp.password);
      await findField('fromName').fill('Lantern Alley');
      await findField('fromAddress').fill('shop@example.com');
      await mail.getByRole('button', { name: t('connections:save') }).click();
      await expect(mail.getByText(t('connections:refused.wrong.encryption'))).toBeVisible();
      await expectSound(page, 'a mail server');
      await findField('host').fill('localhost');
      await mail.getByRole('button', { name: t('connections:save') }).click();
      await expect(mail.getByLabel(t('connections:test.address'))).toHaveValue('shop@example.com');
      await mail.getByLabel(t('connections:test.address')).fill('ada@example.org');
      await mail.getByRole('button', { name: t('connections:test.sendMail') }).click();
      await expect(mail.getByText(t('connections:test.sent'))).toBeVisible();
      expect(smtp.messages).toMatchObject([{ to: ['ada@example.org'] }]);
    });

    const ann = await take(looks['zh-dark']);
    const { words } = ann;
    await test.step('a guest logs in with the code of a text message, and orders', async () => {
      await ann.sit(1);
      await ann.addAs('Ann', 'Soy-Braised Eggs');
      await ann.openReview();
      await ann.placeOrder.click();
      const { phoneField, getCode, codeField } = ann.screen;
      await ann.fill(ann.part(phoneField, ann.loginPopup), '415-555-0123');
      await ann.part(getCode, ann.loginPopup).click();
      await expect.poll(() => twilio.messages.at(-1)?.to).toBe('+14155550123');
      await ann.fill(ann.part(codeField, ann.loginPopup), /\d{6}/.exec(twilio.messages.at(-1)!.body)![0]);
      await ann.expectOrdered();
    });

    await test.step('she pays at the provider’s page', async () => {
      await ann.button(words.t('order:paying.open')).click();
      const sheet = ann.dialog(words.t('order:paying.title'));
      await sheet
        .getByRole('button', { name: words.like(words.t('order:paying.go', { price: '' }).trim()) })
        .click();
      await expect(ann.page).toHaveURL(new RegExp(`^${stripe.url}`));
      await ann.page.locator('[name=press][value=pay]').click();
      await expect(ann.page).toHaveURL(/\/order-detail\//);
      await expect(ann.page.getByText(words.t('order:paying.done.you', { price: '$3.75' }))).toBeVisible();
    });

    await test.step('she sends herself the receipt', async () => {
      await ann.button(words.t('order:receipt.open')).click();
      const sheet = ann.dialog(words.t('order:receipt.title'));
      await sheet.getByText(words.t('order:receipt.mail.open'), { exact: true }).click();
      await sheet.getByLabel(words.t('order:receipt.mail.address')).fill('ann@example');
      await sheet.getByRole('button', { name: words.t('order:receipt.mail.send') }).click();
      await expect(sheet.getByText(words.t('order:receipt.mail.wrong'))).toBeVisible();
      await sheet.getByLabel(words.t('order:receipt.mail.address')).fill('ann@example.org');
      await expectSound(ann.page, 'an address for the receipt');
      await sheet.getByRole('button', { name: words.t('order:receipt.mail.send') }).click();
      await expect(sheet.getByText(words.t('order:receipt.mail.sent'))).toBeVisible({ timeout: 20_000 });
      const mail = smtp.messages.at(-1)!;
      expect(mail.to).toEqual(['ann@example.org']);
      expect(mail.mail.subject).toContain('消費明細');
      expect(mail.mail.attachments).toMatchObject([{ type: 'application/pdf', filename: 'receipt-1.pdf' }]);
    });

    // CX44
    await test.step('a refund is sent by itself; staff see one that Stripe refuses, and send it again', async () => {
      await page.goto(`${server.url}${owner.device.words.prefix}/staff`);
      await owner.button(t('staff:bill.title'), owner.card('1')).click();
      await owner.button(t('staff:pay.giveBack')).click();
      await owner.page.getByRole('radio', { name: t('staff:refund.all') }).check();
      await expect(page.getByText(t('staff:refund.hint.byItself', { provider: 'Stripe' }))).toBeVisible();
      await expectSound(page, 'a refund through Stripe');
      await owner.button(t('staff:refund.reasons.bad')).click();
      await expect(owner.undo).toBeVisible();
      stripe.refundOutcome = 'failed';
      // The minute to undo it is over, and the server starts again.
      await server.inDatabase('update provider_refunds set next_at = 1');
      await expect(page.getByText(t('staff:refundProblems.title'))).toBeVisible({ timeout: 30_000 });
      const findState = (kind: 'failed' | 'done') =>
        page.getByText(t(`staff:refund.state.${kind}`, { provider: 'Stripe' }), { exact: true });
      await expect(findState('failed')).toBeVisible();
      await expectSound(page, 'a refund that failed');
      stripe.refundOutcome = 'succeeded';
      await owner.button(t('staff:refundProblems.again')).click();
      await expect
        .poll(() => [...stripe.refunds.values()].map(({ status }) => status))
        .toEqual(['failed', 'succeeded']);
      await expect(page.getByText(t('staff:refundProblems.title'))).toBeHidden();
      await expect(findState('done')).toBeVisible();
    });
  },
);

// CX36, CX38
test(
  'in Taiwan a guest with a local number logs in by Mitake, and pays whole dollars at ECPay',
  atLength,
  async ({ take, takeStaff, server, standIns: { mitake, ecpay } }) => {
    await server.inDatabase(
      "update merchants set body = json_set(body, '$.currency', 'TWD', '$.decimals', 0, '$.phoneCountry', 'TW') where id = '1001'",
    );
    const owner = await takeStaff('Ada', looks['zh-dark']);
    const { page, t } = owner;
    await owner.openOwners('connections');
    const connect = async (kind: 'texts' | 'payments', provider: string, fields: Record<string, string>) => {
      const section = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: t(`connections:kinds.${kind}.title`) }) });
      await section.getByLabel(t('connections:provider')).selectOption(provider);
      for (const [label, value] of Object.entries(fields))
        await section.getByLabel(label, { exact: true }).fill(value);
      await section.getByRole('button', { name: t('connections:save') }).click();
      await expect(section.getByText(t('connections:untested'))).toBeVisible();
    };
    await connect('texts', 'mitake', {
      [t('connections:fields.mitake.username')]: mitake.username,
      [t('connections:fields.mitake.password')]: mitake.password,
    });
    await connect('payments', 'ecpay', {
      [t('connections:fields.ecpay.merchantId')]: ecpay.merchantId,
      [t('connections:fields.ecpay.hashKey')]: ecpay.hashKey,
      [t('connections:fields.ecpay.hashIv')]: ecpay.hashIv,
    });
    await expectSound(page, 'services in Taiwan');

    const mei = await take(looks['en-light']);
    await mei.sit(1);
    await mei.addAs('Mei', 'Soy-Braised Eggs');
    await mei.openReview();
    await mei.placeOrder.click();
    const { phoneField, getCode, codeField } = mei.screen;
    await mei.fill(mei.part(phoneField, mei.loginPopup), '0912345678');
    await expect(mei.part(phoneField, mei.loginPopup)).toHaveValue('0912 345 678');
    await expectSound(mei.page, 'a login in Taiwan');
    await mei.part(getCode, mei.loginPopup).click();
    await expect.poll(() => mitake.messages.at(-1)?.dstaddr).toBe('0912345678');
    await mei.fill(mei.part(codeField, mei.loginPopup), /\d{6}/.exec(mitake.messages.at(-1)!.smbody)![0]);
    await mei.expectOrdered();

    // The browser itself posts to ECPay's page.
    await mei.context.route('https://payment-stage.ecpay.com.tw/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: `${ecpay.url}${pathname}` }) });
    });
    await mei.button(mei.words.t('order:paying.open')).click();
    const sheet = mei.dialog(mei.words.t('order:paying.title'));
    await sheet
      .getByRole('button', { name: mei.words.like(mei.words.t('order:paying.go', { price: '' }).trim()) })
      .click();
    await expect(mei.page.getByRole('heading', { name: /^NT\$ \d+$/ })).toBeVisible();
    await mei.page.locator('[name=press][value=pay]').click();
    // ECPay's page has a link back to the shop.
    await mei.page.getByRole('link').click();
    await expect(mei.page).toHaveURL(/\/order-detail\//);
    await expect(mei.page.getByText(mei.words.like('Thank you, Mei!')).first()).toBeVisible();
  },
);
