import { resolve } from 'node:path';
import * as z from 'zod/mini';
import type { S3Config } from '#server/platform/pictures/s3-store.ts';
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
  describeFailure,
  type Environment,
  type Read,
} from './config-values.ts';
import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { readNetwork, type Network } from './network.ts';
import { parseJson } from './parse-json.ts';

export interface TokenLimits {
  /** How long a token is valid, in seconds. */
  readonly lifeSeconds: number;
  /** Up to this age a token can be refreshed, in seconds. It is at least `lifeSeconds`. */
  readonly refreshSeconds: number;
}

/** The schedule of automatic backups. */
export interface BackupPlan {
  readonly dir: string;
  /** The time between two backups. */
  readonly hours: number;
  /** The number of backups in the folder. The server deletes older ones. */
  readonly keep: number;
}

/** The longest time that a login can stay unused, in days. `LOGIN_DAYS` may be shorter. */
export const longestLoginDays = 90;
const daySeconds = 24 * 60 * 60;
const longestBackupHours = 7 * 24;
/** At ten attempts a minute, nobody guesses a password of this many characters. */
const shortestPassword = 8;

const environmentSchema = z.object({
  PORT: z._default(portNumber, '3000'),
  DATA_DIR: z._default(z.string(), '.data'),
  DATABASE_URL: z.optional(url(['postgres:', 'postgresql:'], 'like postgres://user:password@host:5432/name')),
  DATABASE_CONNECTIONS: z._default(wholeNumber(2, 1000, 'connections'), '20'),
  WEB_PUBSUB_CONNECTION_STRING: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) =>
            /(^|;)Endpoint=https?:\/\/[^;]+/i.test(text) &&
            /(^|;)AccessKey=[^;]+/i.test(text) &&
            !/\s/.test(text),
          'must be like Endpoint=https://name.webpubsub.azure.com;AccessKey=…;Version=1.0;',
        ),
      ),
  ),
  BROKER_URL: z.optional(url(['redis:', 'rediss:'], 'like redis://user:password@host:6379')),
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
  SECRET_KEY: z._default(z.string(), ''),
  PROVIDER_ORIGINS: z._default(z.string(), '{}'),
  LOGIN_TEXTS_PER_DAY: z._default(wholeNumber(1, 1_000_000, 'texts'), '3000'),
  DEMO_INBOX: z.optional(z.enum(['on', 'off'], { error: 'must be on or off' })),
  WEBHOOK_NETWORKS: z._default(z.string(), ''),
  MAIL_SERVERS: z._default(z.string(), ''),
  PRINTER_PORTS: z._default(
    z.string().check(z.regex(/^\d{1,5}(-\d{1,5})?$/, 'must be a port or a range, like 9100-9109')),
    '9100-9109',
  ),
  STAFF_PASSWORD: z.optional(
    z.string().check(z.minLength(shortestPassword, `must have at least ${shortestPassword} characters`)),
  ),
  STAFF_PASSWORDS: z._default(z.string(), '{}'),
  PAYMENT_SECRETS: z._default(z.string(), '{}'),
  PICTURES_BUCKET_URL: z.optional(
    url(['http:', 'https:'], 'like https://s3.eu-central-1.amazonaws.com/bucket'),
  ),
  PICTURES_BUCKET_REGION: z._default(z.string(), 'auto'),
  PICTURES_BUCKET_KEY: z.optional(z.string()),
  PICTURES_BUCKET_SECRET: z.optional(z.string()),
  METRICS_TOKEN: z.optional(secretToken),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(url(['http:', 'https:'], 'like http://collector:4318')),
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

export type Config = Readonly<ReturnType<typeof buildConfig>>;

/** Reads the configuration. An empty variable counts as absent. Creates the folder DATA_DIR if it is missing. */
export function readConfig(environment: Environment): Read<Config> {
  const read = readEnvironment(environmentSchema, environment, buildConfig);
  if (!environment['ORDER_WEBHOOK_URL']) return read;
  // Ignoring the old variable would silently stop the notifications to that system.
  const problem = 'ORDER_WEBHOOK_URL: is no longer read: remove it, and enter the address at /staff/till';
  return { ok: false, errors: [...(read.ok ? [] : read.errors), problem] };
}

function buildConfig(values: z.infer<typeof environmentSchema>, errors: string[]) {
  const smsWebhook = readSmsWebhook(values.SMS_WEBHOOK_URL, values.SMS_WEBHOOK_SECRET, errors);
  const staffPasswords = readPasswords(values.STAFF_PASSWORDS, errors);
  return {
    /** 0 stands for any free port. */
    port: Number(values.PORT),
    /** PostgreSQL, which replaces the SQLite file in `dataDir`. */
    databaseUrl: values.DATABASE_URL,
    /** The most connections of this process to PostgreSQL. */
    databaseConnections: Number(values.DATABASE_CONNECTIONS),
    /** An absolute path to a folder that exists and can be written. Unused with a `databaseUrl`. */
    dataDir: values.DATABASE_URL ? resolve(values.DATA_DIR) : prepareDir(resolve(values.DATA_DIR), errors),
    /** Azure Web PubSub. Without it the server runs its embedded hub. */
    hubConnectionString: values.WEB_PUBSUB_CONNECTION_STRING,
    /** The Redis or Valkey through which several servers connect their embedded hubs and share their limits. */
    brokerUrl: values.BROKER_URL,
    /** The origin under which phones reach this server, e.g. `https://order.example`. */
    publicUrl: values.PUBLIC_URL && new URL(values.PUBLIC_URL).origin,
    /** Addresses, networks or `proxy-addr` names. The server trusts X-Forwarded-For and -Proto of these proxies. */
    trustedProxies: values.TRUSTED_PROXIES,
    tls: readTls(values.TLS_CERT, values.TLS_KEY, errors),
    tokens: {
      lifeSeconds: Number(values.TOKEN_SECONDS),
      refreshSeconds: Number(values.LOGIN_DAYS) * daySeconds,
    } satisfies TokenLimits,
    /** Paths of pages that a merchant replaced, mapped to another path or URL. */
    redirects: readRedirects(values.REDIRECTS, errors),
    /** Private networks that merchants' webhooks may call. Public addresses are always allowed. */
    webhookNetworks: readNetworks(values.WEBHOOK_NETWORKS, errors),
    /** Mail servers in private networks or at unusual ports that owners may enter, like `localhost:25`. */
    mailServers: readMailServers(values.MAIL_SERVERS, errors),
    /** The ports at which owners may let the server look for printers. */
    printerPorts: readPorts(values.PRINTER_PORTS),
    /** The password of the staff page. Without it a demo generates one and prints it at the start. */
    staffPassword: values.STAFF_PASSWORD,
    /** Passwords of single restaurants, by merchant id. */
    staffPasswords,
    /** The secrets that sign messages between this server and a restaurant's payment page, by merchant id. */
    paymentSecrets: readSecrets(values.PAYMENT_SECRETS, errors),
    /** Other sites that the app may link to. */
    allowedOrigins: readOrigins('ALLOWED_SITES', values.ALLOWED_SITES, errors),
    /** Other sites whose pages may call the API. */
    corsOrigins: readOrigins('CORS_ORIGINS', values.CORS_ORIGINS, errors),
    /** The bucket for uploaded pictures. Without it they lie in `dataDir`. */
    pictureStore: readPictureStore(values, errors),
    demo: values.DEMO_RESTAURANTS === 'on',
    /** The server posts text messages here as JSON `{ recipient, text }`, signed with the secret. */
    smsWebhook,
    /** The keys that encrypt what restaurants enter of other services. The first one encrypts, all decrypt. Empty: see `loadKeys`. */
    secretKeys: readSecretKeys(values.SECRET_KEY, errors),
    /** Other addresses for the origins of providers, e.g. of a proxy on the way out. */
    providerOrigins: readProviderOrigins(values.PROVIDER_ORIGINS, errors),
    /** Whether `/demo/inbox` shows all text messages publicly. Without inbox and webhook, no text is sent. */
    hasInbox: hasInbox(values, errors),
    /** The maximum number of login codes that one restaurant sends a day. */
    loginTextsPerDay: Number(values.LOGIN_TEXTS_PER_DAY),
    /** The bearer token for `/metrics`. Without it the path does not exist. */
    metricsToken: values.METRICS_TOKEN,
    /** Whether to send traces and metrics by OpenTelemetry. Its packages read the address and all else from OTEL_*. */
    hasTelemetry: values.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    logLevel: values.LOG_LEVEL,
    /** How long requests in progress may take to end after a signal, in ms. */
    stopMs: Number(values.STOP_SECONDS) * 1000,
    /** The number of requests a minute from one address; 0: unlimited. */
    requestsPerMinute: Number(values.REQUESTS_PER_MINUTE),
    /** After this many days the server deletes names and logs of ended table sessions; 0: never. */
    retentionDays: Number(values.RETENTION_DAYS),
    /** Undefined: the server makes no backups. */
    backups: readBackups(values, errors),
    /** Another API server, which the phones call instead of this one. */
    apiBase: values.API_BASE_URL?.replace(/\/+$/, ''),
    /** Where phones send behaviour events: a Faro collector, or this server's own path. */
    behaviourLog: values.BEHAVIOUR_LOG_URL
      ? { url: values.BEHAVIOUR_LOG_URL, environment: values.BEHAVIOUR_LOG_ENVIRONMENT }
      : undefined,
  };
}

/** Whether to show the public inbox: if `DEMO_INBOX` says so, or for a demo that only the local network can reach. */
function hasInbox(
  { SMS_WEBHOOK_URL, DEMO_INBOX, DEMO_RESTAURANTS, PUBLIC_URL }: z.infer<typeof environmentSchema>,
  errors: string[],
): boolean {
  if (DEMO_INBOX === 'on' && SMS_WEBHOOK_URL !== undefined)
    errors.push('DEMO_INBOX: cannot be combined with SMS_WEBHOOK_URL; leave one of them out');
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

function readPictureStore(
  {
    PICTURES_BUCKET_URL: endpoint,
    PICTURES_BUCKET_REGION: region,
    PICTURES_BUCKET_KEY: accessKeyId,
    PICTURES_BUCKET_SECRET: secretAccessKey,
  }: z.infer<typeof environmentSchema>,
  errors: string[],
): S3Config | undefined {
  if (endpoint === undefined) return undefined;
  if (!/^\/[^/]+\/?$/.test(new URL(endpoint).pathname))
    errors.push('PICTURES_BUCKET_URL: must end with the name of the bucket, like https://s3.example/bucket');
  if (accessKeyId === undefined) errors.push('PICTURES_BUCKET_KEY: is missing; the bucket needs it');
  if (secretAccessKey === undefined) errors.push('PICTURES_BUCKET_SECRET: is missing; the bucket needs it');
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return { endpoint: endpoint.replace(/\/$/, ''), region, accessKeyId, secretAccessKey };
}

function readSecretKeys(text: string, errors: string[]): readonly string[] {
  const keys = splitWords(text);
  if (keys.some((key) => !z.safeParse(secretToken, key).success))
    errors.push('SECRET_KEY: each key must have at least 24 characters; `openssl rand -base64 32` makes one');
  return keys;
}

function readProviderOrigins(text: string, errors: string[]): Record<string, string> {
  const parsed = z.safeParse(z.record(z.string(), z.string()), parseJson(text));
  if (parsed.success && Object.entries(parsed.data).flat().every(isWebAddress)) return parsed.data;
  errors.push('PROVIDER_ORIGINS: must be JSON like {"https://api.twilio.com": "https://proxy.example"}');
  return {};
}

function readPorts(range: string): { readonly from: number; readonly to: number } {
  const [from = 0, to = from] = range.split('-').map(Number);
  return { from, to };
}

function readNetworks(text: string, errors: string[]): Network[] {
  return splitWords(text).flatMap((each) => {
    const network = readNetwork(each);
    if (!network) errors.push(`WEBHOOK_NETWORKS: ${each} is not an address or a network like 192.168.1.0/24`);
    return network ? [network] : [];
  });
}

function readMailServers(text: string, errors: string[]): string[] {
  const servers = splitWords(text.toLowerCase());
  for (const server of servers)
    if (!/^[^:\s]+:\d{1,5}$/.test(server)) errors.push(`MAIL_SERVERS: ${server} is not like localhost:25`);
  return servers;
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

function splitWords(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

/** Returns the origins of a list of URLs. */
function readOrigins(name: string, text: string, errors: string[]): string[] {
  const sites = splitWords(text);
  for (const site of sites)
    if (!isWebAddress(site)) errors.push(`${name}: ${site} is not like https://pay.example`);
  return sites.filter(isWebAddress).map((site) => new URL(site).origin);
}

function readBackups(
  { BACKUP_DIR: dir, BACKUP_HOURS, BACKUP_KEEP, DATABASE_URL }: z.infer<typeof environmentSchema>,
  errors: string[],
): BackupPlan | undefined {
  if (dir === undefined) return undefined;
  if (DATABASE_URL) errors.push('BACKUP_DIR: does not work with PostgreSQL; leave it out and use pg_dump');
  return { dir: resolve(dir), hours: Number(BACKUP_HOURS), keep: Number(BACKUP_KEEP) };
}

/** Creates the data folder if it is missing, and checks that it can be written. */
function prepareDir(dataDir: string, errors: string[]): string {
  try {
    mkdirSync(dataDir, { recursive: true });
    if (!statSync(dataDir).isDirectory()) errors.push(`DATA_DIR: ${dataDir} is not a folder`);
    else accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    errors.push(
      `DATA_DIR: ${dataDir} cannot be used (${describeFailure(error)}); name a folder that this user can write`,
    );
  }
  return dataDir;
}
