import * as z from 'zod/mini';
import {
  logLevel,
  portNumber,
  readTls,
  readEnvironment,
  secretToken,
  stopSeconds,
  url,
  wholeNumber,
  type Environment,
  type Read,
} from './config-values.ts';
import { defaultHubLimits, restaurantLimits } from '#server/platform/hub/limits.ts';

/** HMAC-SHA256 needs a key of at least 32 bytes (RFC 7518, section 3.2). The hub refuses a shorter one, too. */
const minKeyBytes = 32;

const environmentSchema = z.object({
  HUB_PORT: z.optional(portNumber),
  PORT: z._default(portNumber, '3100'),
  HUB_ACCESS_KEY: z
    .string({ error: 'is missing; make one with "openssl rand -hex 32"' })
    .check(
      z.refine(
        (key) => Buffer.byteLength(key) >= minKeyBytes && !key.includes(';'),
        `must have at least ${minKeyBytes} bytes and no ";"`,
      ),
    ),
  HUB_ENDPOINT: z.optional(url(['http:', 'https:'], 'like http://hub:3100')),
  HUB_MAX_CONNECTIONS: z._default(
    wholeNumber(1, 9_999_999, 'connections'),
    String(defaultHubLimits.maxConnections * 10),
  ),
  HUB_BOUNDS: z._default(
    z.enum(['restaurant', 'service'], { error: 'must be restaurant or service' }),
    'restaurant',
  ),
  TLS_CERT: z.optional(z.string()),
  TLS_KEY: z.optional(z.string()),
  METRICS_TOKEN: z.optional(secretToken),
  LOG_LEVEL: z._default(logLevel, 'warn'),
  STOP_SECONDS: stopSeconds,
});

export const hubVariables: readonly string[] = Object.keys(environmentSchema.shape);

export type HubConfig = Readonly<ReturnType<typeof buildConfig>>;

/** Reads the hub's configuration. An empty variable counts as absent. */
export function readHubConfig(environment: Environment): Read<HubConfig> {
  return readEnvironment(environmentSchema, environment, buildConfig);
}

function buildConfig(values: z.infer<typeof environmentSchema>, errors: string[]) {
  return {
    /** 0 stands for any free port. */
    port: Number(values.HUB_PORT ?? values.PORT),
    accessKey: values.HUB_ACCESS_KEY,
    /** The URL that table servers call, without a slash at the end. By default it is `localhost` and the port. */
    endpoint: values.HUB_ENDPOINT?.replace(/\/+$/, ''),
    limits: {
      ...(values.HUB_BOUNDS === 'restaurant' && restaurantLimits),
      maxConnections: Number(values.HUB_MAX_CONNECTIONS),
    },
    tls: readTls(values.TLS_CERT, values.TLS_KEY, errors),
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
    /** How long open connections may take to close after a signal, in ms. */
    stopMs: Number(values.STOP_SECONDS) * 1000,
  };
}
