import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import * as z from 'zod/mini';
import { readErrorCode } from '#server/platform/error-code.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A configuration, or one line for each error. Each line starts with the name of the variable. */
export type Read<Config> =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly errors: readonly string[] };

/** Variables with secrets. For each one, `NAME_FILE` may name a file with the value. */
export const secretVariables: readonly string[] = [
  'DATABASE_URL',
  'BROKER_URL',
  'WEB_PUBSUB_CONNECTION_STRING',
  'METRICS_TOKEN',
  'PAYMENT_SECRETS',
  'PICTURES_BUCKET_KEY',
  'PICTURES_BUCKET_SECRET',
  'SECRET_KEY',
  'SMS_WEBHOOK_SECRET',
  'STAFF_PASSWORD',
  'STAFF_PASSWORDS',
];

/**
 * Reads a configuration. An empty variable counts as absent.
 *
 * @param buildConfig adds errors that the schema cannot find, e.g. a file that does not exist, to `errors`
 */
export function readEnvironment<Values, Config>(
  schema: z.ZodMiniType<Values>,
  environment: Environment,
  buildConfig: (values: Values, errors: string[]) => Config,
): Read<Config> {
  const errors: string[] = [];
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = z.safeParse(schema, { ...set, ...readSecretFiles(set, errors) });
  for (const { path, message } of parsed.error?.issues ?? []) errors.push(`${path.join('.')}: ${message}`);
  if (!parsed.success) return { ok: false, errors };
  const config = buildConfig(parsed.data, errors);
  return errors.length > 0 ? { ok: false, errors } : { ok: true, config };
}

/** Docker and Kubernetes give secrets as files. An editor adds a line feed at the end, which is no part of the value. */
function readSecretFiles(set: Environment, errors: string[]): Environment {
  const values: Record<string, string> = {};
  for (const name of secretVariables) {
    const path = set[`${name}_FILE`];
    if (path === undefined) continue;
    if (set[name] !== undefined)
      errors.push(`${name}: cannot be combined with ${name}_FILE; leave one of them out`);
    try {
      values[name] = readFileSync(path, 'utf8').trimEnd();
    } catch (error) {
      errors.push(`${name}_FILE: ${path} cannot be read (${describeFailure(error)})`);
    }
  }
  return values;
}

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/** Requests are logged from `info` on. */
export const logLevel = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
  error: 'must be fatal, error, warn, info, debug, trace or silent',
});

/** The port 0 stands for any free port. */
export const portNumber = z
  .string()
  .check(
    z.refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, 'must be a port number, 0 to 65535'),
  );

/** @param what the noun in the error message, e.g. `days` */
export const wholeNumber = (least: number, most: number, what: string) =>
  z
    .string()
    .check(
      z.refine(
        (text) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most,
        `must be a number of ${what}, ${least} to ${most}`,
      ),
    );

/** The names by which `proxy-addr` knows ranges of private addresses. */
const proxyNames = ['loopback', 'linklocal', 'uniquelocal'];

/** How long requests in progress may take to end after a signal, in seconds. */
export const stopSeconds = z._default(wholeNumber(1, 600, 'seconds'), '10');

export const trustedProxies = z.string().check(
  z.refine(
    (text) =>
      text
        .split(',')
        .map((each) => each.trim())
        .every((each) => proxyNames.includes(each) || isIP(each.replace(/\/\d{1,3}$/, '')) !== 0),
    'must be a list like loopback,10.0.0.0/8',
  ),
);

const shortestToken = 24;

export const secretToken = z
  .string()
  .check(z.minLength(shortestToken, `must have at least ${shortestToken} characters`));

/** @param hint an example for the error message */
export const url = (protocols: readonly string[], hint: string) =>
  z.string().check(
    z.refine((value) => {
      if (!URL.canParse(value)) return false;
      const { protocol, hostname } = new URL(value);
      return protocols.includes(protocol) && hostname !== '';
    }, `must be ${hint}`),
  );

/** Reads certificate and key, or neither. Adds what is wrong with them to `errors`. */
export function readTls(cert: string | undefined, key: string | undefined, errors: string[]) {
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
      errors.push(`${name}: ${path} cannot be read (${describeFailure(error)})`);
      return undefined;
    }
  };
  const files = { cert: read('TLS_CERT', cert), key: read('TLS_KEY', key) };
  if (!files.cert || !files.key) return undefined;
  try {
    createSecureContext({ cert: files.cert, key: files.key });
  } catch (error) {
    errors.push(
      `TLS_CERT, TLS_KEY: do not belong together, or are not PEM files (${describeFailure(error)})`,
    );
    return undefined;
  }
  return { cert: files.cert, key: files.key };
}

export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

/** Networks that are not reachable from the internet (RFC 1122, 1918, 3927; for IPv6 RFC 4193, 4291). */
const localNetworks = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  localNetworks.addSubnet(network, bits);
localNetworks.addAddress('::1', 'ipv6');
localNetworks.addSubnet('fc00::', 7, 'ipv6');
localNetworks.addSubnet('fe80::', 10, 'ipv6');

/** Whether a host name belongs to this machine or the local network. An IPv6 address is in brackets, as in a URL. */
export function isLocal(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  const version = isIP(address);
  if (version !== 0) return localNetworks.check(address, version === 6 ? 'ipv6' : 'ipv4');
  return /(^|\.)(localhost|local)$/i.test(address);
}

export function describeFailure(error: unknown): string {
  return readErrorCode(error) ?? (error instanceof Error ? error.message : String(error));
}
