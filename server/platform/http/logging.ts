import type { FastifyServerOptions } from 'fastify';
import { escapeSteering } from '#events/log/plain-text.ts';
import type { LogLevel } from '#server/platform/config/config-values.ts';

/** Query members that are secret or personal; a token of the real-time hub travels as one. */
const secretQuery = /([?&](?:access_token|awps_reconnection_token|token|code|phone|recipient)=)[^&#\s"]*/gi;

const secretPath = /(\/order-code\/valid\/)[^/?#\s"]+/gi;

function withoutSecrets(text: string): string {
  return text.replaceAll(secretQuery, '$1[redacted]').replaceAll(secretPath, '$1[redacted]');
}

/** The server's log: JSON lines without tokens and without characters that steer a terminal. `stream` is for tests; default stdout. */
export function logOptions(
  level: LogLevel,
  stream?: { write(line: string): void },
): Exclude<FastifyServerOptions['logger'], boolean | undefined> {
  return {
    level,
    ...(stream && { stream }),
    // Addresses and headers of requests are from anybody, and the log is read at a terminal.
    hooks: { streamWrite: escapeSteering },
    redact: {
      paths: [
        'token',
        '*.token',
        'authorization',
        '*.authorization',
        'headers.authorization',
        '*.headers.authorization',
        'connectionString',
      ],
      censor: '[redacted]',
    },
    serializers: {
      err: errorFacts,
      req: (request) => ({
        method: request.method,
        url: withoutSecrets(request.url),
        host: request.host,
        remoteAddress: request.ip,
      }),
    },
  };
}

/** An error without what libraries hang on it: PostgreSQL's name the values of the row, a phone number perhaps. */
function errorFacts({ name, message, stack, ...rest }: Error): {
  type: string;
  message: string;
  stack: string;
  [fact: string]: unknown;
} {
  const { code, statusCode } = rest as { readonly code?: unknown; readonly statusCode?: unknown };
  return {
    type: name,
    message: withoutSecrets(message),
    stack: withoutSecrets(stack ?? ''),
    ...(code !== undefined && { code }),
    ...(statusCode !== undefined && { statusCode }),
  };
}
