/** The services of other companies that a restaurant uses. An owner enters their keys, which the server never shows again. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { text, time } from '../fields.ts';
import { mailAddressLength } from '../mail-address.ts';

export interface ProviderField {
  readonly name: string;
  /** The server stores it encrypted and never sends it to a browser. */
  readonly isSecret?: boolean;
  /** It may stay empty. */
  readonly isOptional?: boolean;
  /** The allowed values. The first one is the usual one. */
  readonly choices?: readonly string[];
}

/** TLS from the start (port 465), STARTTLS (port 587), or none, which only a mail server on the same computer may use. */
export const mailEncryptions = ['tls', 'startTls', 'none'] as const;

/** The providers of each kind of service, with what they need to know of the restaurant's account. */
export const connectionProviders = {
  /** Text messages with login codes. */
  texts: {
    twilio: [{ name: 'accountSid' }, { name: 'authToken', isSecret: true }, { name: 'from' }],
    vonage: [{ name: 'apiKey' }, { name: 'apiSecret', isSecret: true }, { name: 'from' }],
    mitake: [{ name: 'username' }, { name: 'password', isSecret: true }],
  },
  /** Payments on the diner's phone. */
  payments: {
    stripe: [
      { name: 'secretKey', isSecret: true },
      { name: 'webhookSecret', isSecret: true },
    ],
    ecpay: [{ name: 'merchantId' }, { name: 'hashKey', isSecret: true }, { name: 'hashIv', isSecret: true }],
  },
  /** Receipts by e-mail. */
  mail: {
    smtp: [
      { name: 'host' },
      { name: 'encryption', choices: mailEncryptions },
      { name: 'port' },
      { name: 'username', isOptional: true },
      { name: 'password', isSecret: true, isOptional: true },
      { name: 'fromName' },
      { name: 'fromAddress' },
    ],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly ProviderField[]>>>>;

export const connectionKinds = [
  'texts',
  'payments',
  'mail',
] as const satisfies readonly (keyof typeof connectionProviders)[];
export type ConnectionKind = (typeof connectionKinds)[number];

/** The companies' sites, for the privacy page. */
export const providerSites = {
  twilio: 'https://www.twilio.com',
  vonage: 'https://www.vonage.com',
  mitake: 'https://sms.mitake.com.tw',
  stripe: 'https://stripe.com',
  ecpay: 'https://www.ecpay.com.tw',
} as const;

/** Lists the fields of a provider. Returns undefined for an unknown provider. */
export function listProviderFields(
  kind: ConnectionKind,
  provider: string,
): readonly ProviderField[] | undefined {
  const providers: Readonly<Record<string, readonly ProviderField[]>> = connectionProviders[kind];
  return Object.hasOwn(providers, provider) ? providers[provider] : undefined;
}

/** Why a provider did not do what the server asked. */
export const connectionProblems = [
  'wrongKey',
  'noCredit',
  'tooMany',
  'badRecipient',
  /** The sender's number or name is not one of the account. */
  'badSender',
  /** There was no answer, or the provider reported a failure of its own. */
  'unreachable',
  'refused',
  /** Of a mail server: no such name in the DNS, no answer in time, a certificate that is not valid for its name. */
  'unknownHost',
  'timeout',
  'certificate',
  /** The mail server does not offer the chosen encryption. */
  'noEncryption',
  /** The mail server asks to try again later. */
  'later',
  /** The mail server is in a private network or at an unusual port, and the operator has not allowed it. */
  'notAllowed',
  /** The stored keys were encrypted with a `SECRET_KEY` that the server does not have any more. */
  'unreadable',
] as const;
export type ConnectionProblem = (typeof connectionProblems)[number];

const problemSchema = z.object({
  kind: z.enum(connectionProblems),
  /** The provider's own words, or an empty text. */
  detail: z.string(),
});

const connectionSchema = z.object({
  kind: z.enum(connectionKinds),
  provider: z.string(),
  /** The fields that are not secret, by name. */
  values: z.record(z.string(), z.string()),
  changedAt: time,
  changedBy: z.string(),
  /** When the provider last did what the server asked; null: never. */
  workedAt: z.nullable(time),
  /** The problem of the last request; null if it worked. */
  problem: z.nullable(problemSchema),
  problemAt: z.nullable(time),
});
export type Connection = z.infer<typeof connectionSchema>;

const connectionsSchema = z.object({
  connections: z.array(connectionSchema),
  /** The server has no key to encrypt with, so the operator must set `SECRET_KEY` first. */
  lacksKey: z.boolean(),
  /** Where texts go without a connection: to the operator's gateway, to the public inbox of a demo, or nowhere. */
  textsWithout: z.enum(['gateway', 'inbox', 'nowhere']),
  /** Where payment providers send their notices, by provider; null without a `PUBLIC_URL`, which payments need. */
  noticeUrls: z.nullable(z.record(z.string(), z.string())),
});
export type Connections = z.infer<typeof connectionsSchema>;

export const listConnections = call('GET /api/staff/connection/list', {
  data: connectionsSchema,
  right: 'connections',
});

/** Fields are missing, wrong or unknown, or the server lacks a key. The data contain the `reason` and the `fields`. */
export const connectionRefused = 4103;
export const connectionRefusals = ['lacksKey', 'unknownProvider', 'missingField', 'wrongField'] as const;
export type ConnectionRefusal = (typeof connectionRefusals)[number];

const kind = z.enum(connectionKinds);
/** Longer than any key of a provider. */
const value = text(500);

/** Saves a connection. A secret field that is left out stays as it is, if the provider is the same. */
export const saveConnection = call('POST /api/staff/connection/save', {
  body: z.object({ kind, provider: text(40), values: z.record(text(40), value) }),
  data: connectionsSchema,
  right: 'connections',
});

export const removeConnection = call('POST /api/staff/connection/remove', {
  body: z.object({ kind }),
  data: connectionsSchema,
  right: 'connections',
});

/** Sends a text message to this phone. */
export const testTexts = call('POST /api/staff/connection/test-text', {
  body: z.object({ phone: text(40) }),
  data: z.object({ problem: z.nullable(problemSchema) }),
  right: 'connections',
  timeout: 'commit',
});

/** Sends a mail to this address. */
export const testMail = call('POST /api/staff/connection/test-mail', {
  body: z.object({ address: text(mailAddressLength) }),
  data: z.object({ problem: z.nullable(problemSchema) }),
  right: 'connections',
  timeout: 'commit',
});

/** Asks the provider of payments whether it accepts the keys. No money moves. */
export const testPayments = call('POST /api/staff/connection/test-payments', {
  data: z.object({ problem: z.nullable(problemSchema) }),
  right: 'connections',
  timeout: 'commit',
});
