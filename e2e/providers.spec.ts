import { expect } from '@playwright/test';
import { startStripe, type Stripe } from '#testing/stand-ins/stripe.ts';
import { startTwilio, type Twilio } from '#testing/stand-ins/twilio.ts';
import { expectSound } from './support/screen/expect-sound.ts';
import { ownAddress } from './support/table-server.ts';
import { test as journey } from './support/test.ts';
import { looks } from './support/words.ts';

/** Stand-ins of the providers, written from their public documentation alone, and a server that calls them. */
const test = journey.extend<{ standIns: { readonly twilio: Twilio; readonly stripe: Stripe } }>({
  // eslint-disable-next-line no-empty-pattern
  standIns: async ({}, give) => {
    const [twilio, stripe] = await Promise.all([startTwilio(), startStripe()]);
    await give({ twilio, stripe });
    await Promise.all([twilio.close(), stripe.close()]);
  },
  environment: async ({ standIns: { twilio, stripe } }, give) => {
    await give({
      PUBLIC_URL: ownAddress,
      DEMO_INBOX: 'off',
      PROVIDER_ORIGINS: JSON.stringify({
        'https://api.twilio.com': twilio.url,
        'https://api.stripe.com': stripe.url,
      }),
    });
  },
});

// CX36
test('an owner connects texts and payments, and a guest logs in by text and pays by phone', async ({
  take,
  takeStaff,
  server,
  standIns: { twilio, stripe },
}) => {
  const owner = await takeStaff('Ada');
  const { page, t } = owner;
  const section = (kind: 'texts' | 'payments') =>
    page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: t(`connections:kinds.${kind}.title`) }) });
  const webhookSecret = 'whsec_of_the_restaurant';
  stripe.webhook = { url: `${server.url}/api/merchant/payment/1001/notice/stripe`, secret: webhookSecret };

  await test.step('texts: a wrong key is named, the right one sends a test text', async () => {
    await owner.openOwners('connections');
    await expectSound(page, 'services');
    const texts = section('texts');
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
    const payments = section('payments');
    await payments.getByLabel(t('connections:fields.stripe.secretKey')).fill(stripe.secretKey);
    await payments.getByLabel(t('connections:fields.stripe.webhookSecret')).fill(webhookSecret);
    await payments.getByRole('button', { name: t('connections:save') }).click();
    await payments.getByRole('button', { name: t('connections:test.keys') }).click();
    await expect(payments.getByText(t('connections:test.keysWork'))).toBeVisible();
    await expectSound(page, 'services that work');
  });

  const ann = await take(looks['zh-dark']);
  const { words } = ann;
  await test.step('a guest logs in with the code of a text, and orders', async () => {
    await ann.sit(1);
    await ann.addAs('Ann', 'Soy-Braised Eggs');
    await ann.openReview();
    await ann.placeOrder.click();
    const { phoneField, getCode, codeField, logIn } = ann.screen;
    await ann.fill(ann.part(phoneField, ann.loginPopup), '415-555-0123');
    await ann.part(getCode, ann.loginPopup).click();
    await expect.poll(() => twilio.messages.at(-1)?.to).toBe('+14155550123');
    await ann.fill(ann.part(codeField, ann.loginPopup), /\d{6}/.exec(twilio.messages.at(-1)!.body)![0]);
    await ann.part(logIn, ann.loginPopup).click();
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
    await expect(
      ann.page.getByText(words.t('order:paying.news.paidBy', { name: 'Ann', price: 'US$3.75' })),
    ).toBeVisible();
  });
});
