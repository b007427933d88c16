import type { FastifyServerOptions } from 'fastify';

/** Query members that are secrets; a token of the real-time hub travels as one. */
const secretQuery = /([?&](?:access_token|token|code)=)[^&#\s"]*/gi;

/** A URL as it may be logged. */
export function withoutSecrets(url: string): string {
  return url.replaceAll(secretQuery, '$1[redacted]');
}

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/** The server's log: JSON lines without tokens. `stream` is for tests; default stdout. */
export function logOptions(
  level: LogLevel,
  stream?: { write(line: string): void },
): Exclude<FastifyServerOptions['logger'], boolean | undefined> {
  return {
    level,
    ...(stream && { stream }),
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
      req: (request) => ({
        method: request.method,
        url: withoutSecrets(request.url),
        host: request.host,
        remoteAddress: request.ip,
      }),
    },
  };
}
