import {
  connectionRefused,
  listConnections,
  listProviderFields,
  removeConnection,
  saveConnection,
  testMail,
  testPayments,
  testTexts,
  type ConnectionRefusal,
  type Connections,
} from '#contract/calls/connections.ts';
import type { BodyOf } from '#contract/http/call.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { isMailAddress } from '#contract/mail-address.ts';
import { readSettings } from '#server/menu/merchants.ts';
import { chooseText } from '#server/menu/whole-merchant.ts';
import {
  deleteConnection,
  listStoredConnections,
  openConnection,
  storeConnection,
  type ConnectionDeps,
} from '#server/platform/connections/connections.ts';
import type { Ids } from '#server/platform/lifecycle/clock.ts';
import { Refusal, type Route } from '#server/platform/http/routes/route.ts';
import { findWrongMailFields, sendMail, type MailDeps } from '#server/platform/mail/mail.ts';
import { sendByOwn, type TextDeps } from '#server/platform/sms/sms.ts';
import {
  checkProvider,
  findProvider,
  composeNoticePath,
  providerNames,
  type ProviderDeps,
} from '#server/service/payments/provider-payments.ts';
import { defineStaffRoute } from '#server/service/staff/staff-route.ts';
import { getServerText } from '#server/platform/server-texts.ts';

type Deps = ConnectionDeps & TextDeps & ProviderDeps & MailDeps & { readonly ids: Ids };

/** Each text costs the restaurant money. */
const testRate = { perMinute: 5, atOnce: 5 };

/** The calls for the services of other companies that a restaurant uses. */
export function createConnectionRoutes(deps: Deps): Route[] {
  const { db } = deps;
  return [
    defineStaffRoute(listConnections, async (merchantId) => readConnections(deps, merchantId)),
    defineStaffRoute(saveConnection, async (merchantId, { body }, { by }) => {
      await saveFields(deps, merchantId, body, by.name);
      return await readConnections(deps, merchantId);
    }),
    defineStaffRoute(removeConnection, async (merchantId, { body: { kind } }) => {
      await deleteConnection(db, merchantId, kind);
      return await readConnections(deps, merchantId);
    }),
    defineStaffRoute(
      testTexts,
      async (merchantId, { body: { phone }, who: { language } }) => {
        const own = await openConnection(deps, merchantId, 'texts');
        if (own === undefined) throw refuse('unknownProvider', 'No provider of text messages is set up');
        const { shortName } = await readSettings(db, merchantId);
        const restaurant = chooseText(shortName, language);
        const text = getServerText(language, 'sms.test', { restaurant });
        const problem = await sendByOwn(deps, own, { merchantId, recipient: toRecipient(phone), text });
        return { problem: problem ?? null };
      },
      testRate,
    ),
    defineStaffRoute(
      testMail,
      async (merchantId, { body: { address }, who: { language } }) => {
        const own = await openConnection(deps, merchantId, 'mail');
        if (own === undefined) throw refuse('unknownProvider', 'No mail server is set up');
        if (!isMailAddress(address)) return { problem: { kind: 'badRecipient', detail: '' } };
        const { shortName } = await readSettings(db, merchantId);
        const mail = writeTestMail(chooseText(shortName, language), language);
        return {
          problem:
            (await sendMail(deps, own, merchantId, { ...mail, id: deps.ids.next(), to: address })) ?? null,
        };
      },
      testRate,
    ),
    defineStaffRoute(
      testPayments,
      async (merchantId) => {
        const own = await findProvider(deps, merchantId);
        if (!own) throw refuse('unknownProvider', 'No provider of payments can be used');
        return { problem: (await checkProvider(deps, merchantId, own)) ?? null };
      },
      testRate,
    ),
  ];
}

async function readConnections({ db, secrets, config }: Deps, merchantId: string): Promise<Connections> {
  const { smsWebhook, hasInbox, publicUrl } = config;
  return {
    connections: await listStoredConnections(db, merchantId),
    lacksKey: !secrets.hasKey,
    noticeUrls:
      publicUrl === undefined
        ? null
        : Object.fromEntries(
            providerNames.map((name) => [name, `${publicUrl}${composeNoticePath(merchantId, name)}`]),
          ),
    textsWithout: smsWebhook ? 'gateway' : hasInbox ? 'inbox' : 'nowhere',
  };
}

async function saveFields(
  deps: Deps,
  merchantId: string,
  { kind, provider, values }: BodyOf<typeof saveConnection>,
  by: string,
): Promise<void> {
  if (!deps.secrets.hasKey) throw refuse('lacksKey', 'The server lacks a SECRET_KEY; ask its operator');
  const fields = listProviderFields(kind, provider);
  if (!fields) throw refuse('unknownProvider', `There is no provider ${provider}`);
  const before = await openConnection(deps, merchantId, kind);
  const isSame = before !== undefined && before !== 'unreadable' && before.provider === provider;
  const given = fields.map(({ name, isSecret = false, isOptional = false }) => {
    const value = values[name]?.trim() ?? '';
    return {
      name,
      isSecret,
      isOptional,
      value: value === '' && isSecret && isSame ? (before.fields[name] ?? '') : value,
    };
  });
  const missing = given
    .filter(({ value, isOptional }) => value === '' && !isOptional)
    .map(({ name }) => name);
  if (missing.length > 0) throw refuse('missingField', `Enter ${missing.join(', ')}`, missing);
  const all = Object.fromEntries(given.map(({ name, value }) => [name, value]));
  const wrong = kind === 'mail' ? findWrongMailFields(all) : [];
  if (wrong.length > 0) throw refuse('wrongField', `Check ${wrong.join(', ')}`, wrong);
  const pickValues = (areSecret: boolean) =>
    Object.fromEntries(
      given.filter(({ isSecret }) => isSecret === areSecret).map(({ name, value }) => [name, value]),
    );
  await storeConnection(deps, {
    merchantId,
    kind,
    provider,
    open: pickValues(false),
    secret: pickValues(true),
    by,
  });
}

function refuse(reason: ConnectionRefusal, words: string, fields: readonly string[] = []): Refusal {
  return new Refusal(connectionRefused, words, { data: { reason, fields } });
}

function writeTestMail(restaurant: string, language: LanguageCode) {
  return {
    subject: getServerText(language, 'mail.testSubject', { restaurant }),
    text: getServerText(language, 'mail.test'),
  };
}

/** Removes spaces and punctuation. */
function toRecipient(phone: string): string {
  return phone.replaceAll(/[^\d+]/g, '');
}
