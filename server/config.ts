import { accessSync, constants, mkdirSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import * as z from 'zod/mini';
import { logBehaviours } from '#contract/behaviour.ts';

/** What the environment says, checked and read. */
export interface Config {
  /** 0: any free one. */
  readonly port: number;
  /** Absolute; exists and can be written. Unused with a `databaseUrl`. */
  readonly dataDir: string;
  /** PostgreSQL in place of the file in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Azure Web PubSub in place of the embedded hub. */
  readonly webPubSubConnectionString: string | undefined;
  /** Origin under which the phones reach this server, e.g. `https://order.example`. */
  readonly publicUrl: string | undefined;
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | undefined;
  /** Rule 7 of the phone's navigation: path → path or address. */
  readonly redirects: Readonly<Record<string, string>>;
  /** Other sites that the phone may lead to. */
  readonly allowedOrigins: readonly string[];
  /** Where texts (codes) are posted as JSON `{ recipient, text }`; without it they go to the demo's inbox. */
  readonly smsWebhookUrl: string | undefined;
  /** The password of the staff page; without it one is made up and printed at the start. */
  readonly staffPassword: string | undefined;
  /** Merchants whose staff have a password of their own, by merchant id. */
  readonly staffPasswords: Readonly<Record<string, string>>;
  /** What the restaurant's own systems prove themselves by; without it the server takes nothing from them. */
  readonly staffToken: string | undefined;
  /** The merchant API that the phones call in place of this server. */
  readonly apiBase: string | undefined;
  /** Where the phones send behaviour events: a Faro collector, or this server's own path. */
  readonly behaviourLog: { readonly url: string; readonly environment: string } | undefined;
}

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  /** One line each, beginning with the variable's name. */
  | { readonly ok: false; readonly errors: readonly string[] };

type Environment = Readonly<Record<string, string | undefined>>;

const url = (protocols: readonly string[], hint: string) =>
  z.string().check(
    z.refine((value) => {
      if (!URL.canParse(value)) return false;
      const { protocol, hostname } = new URL(value);
      return protocols.includes(protocol) && hostname !== '';
    }, `must be ${hint}`),
  );

/** Too many to try out at ten a minute. */
const shortestPassword = 8;
/** Too many to try out at any speed. */
const shortestStaffToken = 24;

function shortest(characters: number): [number, string] {
  return [characters, `must have at least ${characters} characters`];
}

const environmentSchema = z.object({
  PORT: z._default(
    z
      .string()
      .check(
        z.refine(
          (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535,
          'must be a port number, 0 to 65535',
        ),
      ),
    '3000',
  ),
  DATA_DIR: z._default(z.string(), '.data'),
  DATABASE_URL: z.optional(url(['postgres:', 'postgresql:'], 'like postgres://user:password@host:5432/name')),
  WEB_PUBSUB_CONNECTION_STRING: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => /(^|;)Endpoint=https?:\/\/[^;]+/i.test(text) && /(^|;)AccessKey=[^;]+/i.test(text),
          'must be like Endpoint=https://name.webpubsub.azure.com;AccessKey=…;Version=1.0;',
        ),
      ),
  ),
  PUBLIC_URL: z.optional(url(['http:', 'https:'], 'like https://order.example')),
  TLS_CERT: z.optional(z.string()),
  TLS_KEY: z.optional(z.string()),
  REDIRECTS: z._default(z.string(), '{}'),
  ALLOWED_SITES: z._default(z.string(), ''),
  SMS_WEBHOOK_URL: z.optional(url(['http:', 'https:'], 'like https://sms.example/send')),
  STAFF_PASSWORD: z.optional(z.string().check(z.minLength(...shortest(shortestPassword)))),
  STAFF_PASSWORDS: z._default(z.string(), '{}'),
  STAFF_TOKEN: z.optional(z.string().check(z.minLength(...shortest(shortestStaffToken)))),
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

/** Reads the configuration. An empty variable counts as absent. Creates DATA_DIR when it is missing. */
export function readConfig(environment: Environment): ConfigResult {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = z.safeParse(environmentSchema, set);
  if (!parsed.success)
    return {
      ok: false,
      errors: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
    };
  const values = parsed.data;
  const errors: string[] = [];
  const dataDir = resolve(values.DATA_DIR);
  if (!values.DATABASE_URL) errors.push(...dataDirErrors(dataDir));
  const tls = readTls(values.TLS_CERT, values.TLS_KEY, errors);
  const redirects = readRedirects(values.REDIRECTS, errors);
  const staffPasswords = readPasswords(values.STAFF_PASSWORDS, errors);
  const allowedOrigins = readOrigins(values.ALLOWED_SITES, errors);
  if (errors.length > 0) return { ok: false, errors };
  return {
    ok: true,
    config: {
      port: Number(values.PORT),
      dataDir,
      databaseUrl: values.DATABASE_URL,
      webPubSubConnectionString: values.WEB_PUBSUB_CONNECTION_STRING,
      publicUrl: values.PUBLIC_URL && new URL(values.PUBLIC_URL).origin,
      tls,
      redirects,
      allowedOrigins,
      smsWebhookUrl: values.SMS_WEBHOOK_URL,
      staffPassword: values.STAFF_PASSWORD,
      staffPasswords,
      staffToken: values.STAFF_TOKEN,
      apiBase: values.API_BASE_URL?.replace(/\/+$/, ''),
      behaviourLog: values.BEHAVIOUR_LOG_URL
        ? { url: values.BEHAVIOUR_LOG_URL, environment: values.BEHAVIOUR_LOG_ENVIRONMENT }
        : undefined,
    },
  };
}

function readRedirects(text: string, errors: string[]): Record<string, string> {
  const hint = 'REDIRECTS: must be JSON like {"/merchant/1001/member": "https://club.example/"}';
  const parsed = z.safeParse(z.record(z.string(), z.string()), jsonOf(text));
  if (!parsed.success) {
    errors.push(hint);
    return {};
  }
  for (const [from, to] of Object.entries(parsed.data))
    if (!from.startsWith('/') || !(/^\/(?!\/)/.test(to) || isWebAddress(to)))
      errors.push(`${hint}; this is not: ${JSON.stringify({ [from]: to })}`);
  return parsed.data;
}

function readPasswords(text: string, errors: string[]): Record<string, string> {
  const passwords = z.record(z.string(), z.string().check(z.minLength(shortestPassword)));
  const parsed = z.safeParse(passwords, jsonOf(text));
  if (parsed.success) return parsed.data;
  errors.push(
    `STAFF_PASSWORDS: must be JSON like {"1001": "…"}, each password with at least ${shortestPassword} characters`,
  );
  return {};
}

function readOrigins(text: string, errors: string[]): string[] {
  const sites = text.split(/[\s,]+/).filter(Boolean);
  for (const site of sites)
    if (!isWebAddress(site)) errors.push(`ALLOWED_SITES: ${site} is not like https://pay.example`);
  return sites.filter(isWebAddress).map((site) => new URL(site).origin);
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function dataDirErrors(dataDir: string): string[] {
  try {
    mkdirSync(dataDir, { recursive: true });
    if (!statSync(dataDir).isDirectory()) return [`DATA_DIR: ${dataDir} is not a folder`];
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return [];
  } catch (error) {
    return [`DATA_DIR: ${dataDir} cannot be used (${reasonOf(error)})`];
  }
}

function readTls(cert: string | undefined, key: string | undefined, errors: string[]): Config['tls'] {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    errors.push(
      `${cert === undefined ? 'TLS_CERT' : 'TLS_KEY'}: is missing; HTTPS needs both TLS_CERT and TLS_KEY`,
    );
    return undefined;
  }
  const read = (name: string, path: string): Buffer | undefined => {
    try {
      return readFileSync(path);
    } catch (error) {
      errors.push(`${name}: ${path} cannot be read (${reasonOf(error)})`);
      return undefined;
    }
  };
  const files = { cert: read('TLS_CERT', cert), key: read('TLS_KEY', key) };
  if (!files.cert || !files.key) return undefined;
  try {
    createSecureContext({ cert: files.cert, key: files.key });
  } catch (error) {
    errors.push(`TLS_CERT, TLS_KEY: are no certificate with its key (${reasonOf(error)})`);
    return undefined;
  }
  return { cert: files.cert, key: files.key };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
