export default {
  text: 'Services of other companies that your restaurant uses. Their keys are stored encrypted and never shown again.',
  kinds: {
    texts: {
      title: 'Text messages',
      text: 'Guests log in with a code that they receive by text. You need an account with one of these providers, and they charge you for each text.',
      removeText: 'The keys are deleted. Guests cannot log in by text until you connect a provider again.',
    },
    payments: {
      title: 'Payments by phone',
      text: 'Guests pay on their phones, with a card, Apple Pay or Google Pay. The money goes from the provider to your account there.',
      removeText:
        'The keys are deleted, and guests can no longer pay on their phones. Payments that they have started can no longer be confirmed here.',
    },
  },
  without: {
    payments: 'Guests pay at the counter, or at the payment page in your settings if there is one.',
    gateway: 'Texts are sent through the gateway of this server. Connect a provider to use your own account.',
    inbox: 'This server is a demo: texts are not sent, everybody can read them at /demo/inbox.',
    nowhere: 'No texts are sent, so guests cannot log in.',
  },
  provider: 'Provider',
  providers: {
    twilio: 'Twilio',
    vonage: 'Vonage',
    mitake: 'Mitake (Taiwan)',
    stripe: 'Stripe',
    ecpay: 'ECPay (Taiwan)',
  },
  fields: {
    twilio: {
      accountSid: 'Account SID (AC…)',
      authToken: 'Auth token',
      from: 'Sender: phone number, name or messaging service (MG…)',
    },
    vonage: { apiKey: 'API key', apiSecret: 'API secret', from: 'Sender: phone number or name' },
    stripe: {
      secretKey: 'Secret key (sk_… or rk_…)',
      webhookSecret: 'Signing secret of the webhook (whsec_…)',
    },
    ecpay: { merchantId: 'Merchant ID', hashKey: 'HashKey', hashIv: 'HashIV' },
    mitake: { username: 'Account', password: 'Password' },
  },
  keepSecret: 'Leave empty to keep the saved one.',
  save: 'Save',
  change: 'Change',
  cancel: 'Cancel',
  remove: 'Remove',
  removeTitle: 'Remove {{name}}?',
  untested: 'Saved, not tried yet',
  workedAt: 'Working · last used {{time}}',
  failedAt: '{{why}} · {{time}}',
  said: 'The provider says: {{detail}}',
  changedAt: 'Changed {{time}}',
  changedBy: 'Changed by {{name}}, {{time}}',
  test: {
    phone: 'Your phone number',
    hint: 'A test text goes there. Start with + and the country code.',
    send: 'Send a test text',
    keys: 'Check the keys',
    keysWork: 'The provider accepts these keys.',
    sent: 'Sent. It should arrive within a minute.',
  },
  lacksAddress: 'Payments need the public address of this server. Its operator must set PUBLIC_URL.',
  noticeUrl:
    'In Stripe, under Developers → Webhooks, add this address for the events checkout.session.* and refund.*: {{url}}',
  problems: {
    wrongKey: 'The provider does not accept these keys',
    noCredit: 'The account has no credit left',
    tooMany: 'The provider’s limit is reached; try again later',
    badRecipient: 'This number cannot receive texts',
    badSender: 'The account may not send from this number or name',
    unreachable: 'The provider does not answer',
    refused: 'The provider refused the request',
    unreadable: 'The saved keys can no longer be read; enter them again',
  },
  refused: {
    lacksKey:
      'This server has no key to encrypt with. Its operator must set SECRET_KEY before you can connect a provider.',
    missingField: 'Fill this in.',
  },
} as const;
