import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { logBehaviours } from '#contract/calls/behaviour.ts';
import {
  isLocal,
  isWebAddress,
  logLevel,
  portNumber,
  readTls,
  readEnvironment,
  secretToken,
  stopSeconds,
  trustedProxies,
  url,
  wholeNumber,
  reasonOf,
  type Environment,
  type Read,
} from './config-values.ts';
import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { readNetwork, type Network } from './network.ts';
import { parseJson } from './parse-json.ts';

export interface TokenLimits {
  /** How long a token is good for, seconds. */
  readonly lifeSeconds: number;
  /** How old a token may be to be refreshed, seconds; at least its life. */
  readonly refreshSeconds: number;
}

export interface HubPlace {
  readonly connectionString: string;
  /** Origin under which phones reach it; path and query stay as the hub's. Undefined: as the table server does. */
  readonly publicUrl: string | undefined;
}

/** Of the backups that a server makes by itself. */
export interface BackupPlan {
  readonly dir: string;
  /** Between two backups. */
  readonly hours: number;
  /** How many are kept; older ones are deleted. */
  readonly keep: number;
}

/** A login that nobody used for so long is over, whatever the setting. */
export const longestLoginDays = 90;
const daySeconds = 24 * 60 * 60;
/** A week. */
const longestBackupHours = 7 * 24;
/** Too many to try out at ten a minute. */
const shortestPassword = 8;

const environmentSchema = z.object({
  PORT: z._default(portNumber, '3000'),
  DATA_DIR: z._default(z.string(), '.data'),
  DATABASE_URL: z.optional(url(['postgres:', 'postgresql:'], 'like postgres://user:password@host:5432/name')),
  WEB_PUBSUB_CONNECTION_STRING: z._default(
    z
      .string()
      .check(
        z.refine(
          (text) =>
            words(text).every(
              (each) => /(^|;)Endpoint=https?:\/\/[^;]+/i.test(each) && /(^|;)AccessKey=[^;]+/i.test(each),
            ),
          'must be like Endpoint=https://name.webpubsub.azure.com;AccessKey=…;Version=1.0;',
        ),
      ),
    '',
  ),
  HUB_PUBLIC_URL: z._default(z.string(), ''),
  PUBLIC_URL: z.optional(url(['http:', 'https:'], 'like https://order.example')),
  TRUSTED_PROXIES: z._default(trustedProxies, 'loopback'),
  TLS_CERT: z.optional(z.string()),
  TLS_KEY: z.optional(z.string()),
  TOKEN_SECONDS: z._default(wholeNumber(5, daySeconds, 'seconds'), '1800'),
  LOGIN_DAYS: z._default(wholeNumber(1, longestLoginDays, 'days'), '30'),
  REDIRECTS: z._default(z.string(), '{}'),
  ALLOWED_SITES: z._default(z.string(), ''),
  CORS_ORIGINS: z._default(z.string(), ''),
  DEMO_RESTAURANTS: z._default(z.enum(['on', 'off'], { error: 'must be on or off' }), 'on'),
  SMS_WEBHOOK_URL: z.optional(url(['http:', 'https:'], 'like https://sms.example/send')),
  SMS_WEBHOOK_SECRET: z.optional(secretToken),
  LOGIN_TEXTS_PER_DAY: z._default(wholeNumber(1, 1_000_000, 'texts'), '3000'),
  DEMO_INBOX: z.optional(z.enum(['on', 'off'], { error: 'must be on or off' })),
  WEBHOOK_NETWORKS: z._default(z.string(), ''),
  STAFF_PASSWORD: z.optional(
    z.string().check(z.minLength(shortestPassword, `must have at least ${shortestPassword} characters`)),
  ),
  STAFF_PASSWORDS: z._default(z.string(), '{}'),
  PAYMENT_SECRETS: z._default(z.string(), '{}'),
  METRICS_TOKEN: z.optional(secretToken),
  LOG_LEVEL: z._default(logLevel, 'warn'),
  STOP_SECONDS: stopSeconds,
  REQUESTS_PER_MINUTE: z._default(wholeNumber(0, 1_000_000, 'requests'), '600'),
  RETENTION_DAYS: z._default(wholeNumber(0, 36_500, 'days'), '0'),
  BACKUP_DIR: z.optional(z.string()),
  BACKUP_HOURS: z._default(wholeNumber(1, longestBackupHours, 'hours'), '24'),
  BACKUP_KEEP: z._default(wholeNumber(1, 1000, 'backups'), '14'),
  API_BASE_URL: z.optional(url(['http:', 'https:'], 'like https://api.example')),
  BEHAVIOUR_LOG_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => text === logBehaviours.path || isWebAddress(text),
          `must be like https://collect.example/faro, or ${logBehaviours.path}`,
        ),
      ),
  ),
  BEHAVIOUR_LOG_ENVIRONMENT: z._default(
    z.string().check(z.regex(/^[\w-]{1,40}$/, 'must be a word')),
    'production',
  ),
});

export const serverVariables: readonly string[] = Object.keys(environmentSchema.shape);

export type Config = Readonly<ReturnType<typeof configOf>>;

/** Reads the configuration. An empty variable counts as absent. Creates DATA_DIR when it is missing. */
export function readConfig(environment: Environment): Read<Config> {
  const read = readEnvironment(environmentSchema, environment, configOf);
  if (!environment['ORDER_WEBHOOK_URL']) return read;
  // A server that ignored the variable would not tell that system of any order.
  const problem = 'ORDER_WEBHOOK_URL: is no longer read: remove it, and enter the address at /staff/till';
  return { ok: false, errors: [...(read.ok ? [] : read.errors), problem] };
}

function configOf(values: z.infer<typeof environmentSchema>, errors: string[]) {
  const smsWebhook = readSmsWebhook(values.SMS_WEBHOOK_URL, values.SMS_WEBHOOK_SECRET, errors);
  const staffPasswords = readPasswords(values.STAFF_PASSWORDS, errors);
  return {
    /** 0: any free one. */
    port: Number(values.PORT),
    /** PostgreSQL in place of the file in `dataDir`. */
    databaseUrl: values.DATABASE_URL,
    /** Absolute; exists and can be written. Unused with a `databaseUrl`. */
    dataDir: values.DATABASE_URL ? resolve(values.DATA_DIR) : usableDir(resolve(values.DATA_DIR), errors),
    /** Azure Web PubSub, or hubs in processes of their own, in place of the embedded one; none: that one. */
    hubs: readHubs(values.WEB_PUBSUB_CONNECTION_STRING, values.HUB_PUBLIC_URL, errors),
    /** Origin under which the phones reach this server, e.g. `https://order.example`. */
    publicUrl: values.PUBLIC_URL && new URL(values.PUBLIC_URL).origin,
    /** Whose X-Forwarded-For and X-Forwarded-Proto are believed: addresses, networks, or a name for some. */
    trustedProxies: values.TRUSTED_PROXIES,
    tls: readTls(values.TLS_CERT, values.TLS_KEY, errors),
    tokens: {
      lifeSeconds: Number(values.TOKEN_SECONDS),
      refreshSeconds: Number(values.LOGIN_DAYS) * daySeconds,
    } satisfies TokenLimits,
    /** CN8: path → path or address. */
    redirects: readRedirects(values.REDIRECTS, errors),
    /** Where orders are posted as they come and change, signed with the secret. */
    /** D61: where merchants' own webhooks may lead beside public addresses. */
    webhookNetworks: readNetworks(values.WEBHOOK_NETWORKS, errors),
    /** The password of the staff page; without it a demonstration makes one up and prints it at the start. */
    staffPassword: values.STAFF_PASSWORD,
    /** Merchants whose staff have a password of their own, by merchant id. */
    staffPasswords,
    /** What is signed with between this server and a restaurant's payment page, by merchant id. */
    paymentSecrets: readSecrets(values.PAYMENT_SECRETS, errors),
    /** Other sites that the phone may lead to. */
    allowedOrigins: readOrigins('ALLOWED_SITES', values.ALLOWED_SITES, errors),
    /** Sites whose pages may call the API, beside this server's own. */
    corsOrigins: readOrigins('CORS_ORIGINS', values.CORS_ORIGINS, errors),
    demo: values.DEMO_RESTAURANTS === 'on',
    /** Where texts (codes) are posted as JSON `{ recipient, text }`, signed with the secret. */
    smsWebhook,
    /** `/demo/inbox`, where everybody reads what else would go to the webhook. With neither no text is sent. */
    hasInbox: hasInbox(values, errors),
    /** Texts with login codes that one restaurant sends in a day at most. */
    loginTextsPerDay: Number(values.LOGIN_TEXTS_PER_DAY),
    /** What a scraper of `/metrics` proves itself by; without it there is no such path. */
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
    /** What is still under way after a signal gets so long to end, ms. */
    stopMs: Number(values.STOP_SECONDS) * 1000,
    /** After so many days the names and logs of parties that have left are forgotten; 0: never. */
    requestsPerMinute: Number(values.REQUESTS_PER_MINUTE),
    retentionDays: Number(values.RETENTION_DAYS),
    /** Backups that the server makes by itself; undefined: none. */
    backups: readBackups(values, errors),
    /** The merchant API that the phones call in place of this server. */
    apiBase: values.API_BASE_URL?.replace(/\/+$/, ''),
    /** Where the phones send behaviour events: a Faro collector, or this server's own path. */
    behaviourLog: values.BEHAVIOUR_LOG_URL
      ? { url: values.BEHAVIOUR_LOG_URL, environment: values.BEHAVIOUR_LOG_ENVIRONMENT }
      : undefined,
  };
}

/** Codes are for everybody to read where nobody but the one who tries it out can reach the server, or where it was asked for. */
function hasInbox(
  { SMS_WEBHOOK_URL, DEMO_INBOX, DEMO_RESTAURANTS, PUBLIC_URL }: z.infer<typeof environmentSchema>,
  errors: string[],
): boolean {
  if (DEMO_INBOX === 'on' && SMS_WEBHOOK_URL !== undefined)
    errors.push('DEMO_INBOX: is on, and texts go to SMS_WEBHOOK_URL; leave one of them out');
  if (SMS_WEBHOOK_URL !== undefined) return false;
  if (DEMO_INBOX !== undefined) return DEMO_INBOX === 'on';
  return DEMO_RESTAURANTS === 'on' && (PUBLIC_URL === undefined || isLocal(new URL(PUBLIC_URL).hostname));
}

function readRedirects(text: string, errors: string[]): Record<string, string> {
  const hint = 'REDIRECTS: must be JSON like {"/merchant/1001/member": "https://club.example/"}';
  const parsed = z.safeParse(z.record(z.string(), z.string()), parseJson(text));
  if (!parsed.success) {
    errors.push(hint);
    return {};
  }
  for (const [from, to] of Object.entries(parsed.data))
    if (!from.startsWith('/') || !(/^\/(?!\/)/.test(to) || isWebAddress(to)))
      errors.push(`${hint}; this is not: ${JSON.stringify({ [from]: to })}`);
  return parsed.data;
}

function readSmsWebhook(address: string | undefined, secret: string | undefined, errors: string[]) {
  if (address === undefined && secret === undefined) return undefined;
  if (address !== undefined && secret !== undefined) return { url: address, secret };
  errors.push(`SMS_WEBHOOK_${address === undefined ? 'URL' : 'SECRET'}: is missing; the webhook needs both`);
  return undefined;
}

function readNetworks(text: string, errors: string[]): Network[] {
  return words(text).flatMap((each) => {
    const network = readNetwork(each);
    if (!network) errors.push(`WEBHOOK_NETWORKS: ${each} is no address or network like 192.168.1.0/24`);
    return network ? [network] : [];
  });
}

function readPasswords(text: string, errors: string[]): Record<string, string> {
  const passwords = z.record(z.string(), z.string().check(z.minLength(shortestPassword)));
  const parsed = z.safeParse(passwords, parseJson(text));
  if (parsed.success) return parsed.data;
  errors.push(
    `STAFF_PASSWORDS: must be JSON like {"1001": "…"}, each password with at least ${shortestPassword} characters`,
  );
  return {};
}

function readSecrets(text: string, errors: string[]): Record<string, string> {
  const parsed = z.safeParse(z.record(z.string(), secretToken), parseJson(text));
  if (parsed.success) return parsed.data;
  errors.push('PAYMENT_SECRETS: must be JSON like {"1001": "…"}, each secret with at least 24 characters');
  return {};
}

/** Several with spaces between them; each hub with the address at the same place of the other list, if there is one. */
function readHubs(connectionStrings: string, publicUrls: string, errors: string[]): HubPlace[] {
  const strings = words(connectionStrings);
  const urls = readOrigins('HUB_PUBLIC_URL', publicUrls, errors);
  if (urls.length > 0 && strings.length > 0 && urls.length !== strings.length)
    errors.push(`HUB_PUBLIC_URL: names ${urls.length} hubs, WEB_PUBSUB_CONNECTION_STRING ${strings.length}`);
  return strings.map((connectionString, n) => ({ connectionString, publicUrl: urls[n] }));
}

function words(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

/** A list of addresses, of which the origins count. */
function readOrigins(name: string, text: string, errors: string[]): string[] {
  const sites = words(text);
  for (const site of sites)
    if (!isWebAddress(site)) errors.push(`${name}: ${site} is not like https://pay.example`);
  return sites.filter(isWebAddress).map((site) => new URL(site).origin);
}

function readBackups(
  { BACKUP_DIR: dir, BACKUP_HOURS, BACKUP_KEEP, DATABASE_URL }: z.infer<typeof environmentSchema>,
  errors: string[],
): BackupPlan | undefined {
  if (dir === undefined) return undefined;
  if (DATABASE_URL) errors.push('BACKUP_DIR: PostgreSQL has its own backups (pg_dump); leave it out');
  return { dir: resolve(dir), hours: Number(BACKUP_HOURS), keep: Number(BACKUP_KEEP) };
}

/** The data folder, which is made when it is missing. */
function usableDir(dataDir: string, errors: string[]): string {
  try {
    mkdirSync(dataDir, { recursive: true });
    if (!statSync(dataDir).isDirectory()) errors.push(`DATA_DIR: ${dataDir} is not a folder`);
    else accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    errors.push(`DATA_DIR: ${dataDir} cannot be used (${reasonOf(error)})`);
  }
  return dataDir;
}
