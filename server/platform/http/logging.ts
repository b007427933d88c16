import type { FastifyServerOptions } from 'fastify';
import { escapeSteering } from '#events/log/plain-text.ts';
import type { LogLevel } from '#server/platform/config/config-values.ts';

/** Query parameters that are secret or personal. The hub's tokens travel in the query. */
const secretQuery = /([?&](?:access_token|awps_reconnection_token|token|code|phone|recipient)=)[^&#\s"]*/gi;

const secretPath = /(\/order-code\/valid\/|\/api\/printers\/\w+\/)[^/?#\s"]+/gi;

function redactSecrets(text: string): string {
  return text.replaceAll(secretQuery, '$1[redacted]').replaceAll(secretPath, '$1[redacted]');
}

/**
 * The options of the server's log: JSON lines without tokens, and without control characters.
 *
 * @param stream for tests; default stdout
 */
export function createLogOptions(
  level: LogLevel,
  stream?: { write(line: string): void },
): Exclude<FastifyServerOptions['logger'], boolean | undefined> {
  return {
    level,
    ...(stream && { stream }),
    // Anyone can send control characters in a URL or header, and people read the log in a terminal.
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
        // A guest's details for an invoice, should an order or a request ever be logged.
        ...['buyerName', 'buyerTaxId', 'carrier'].flatMap((field) => [
          field,
          `*.${field}`,
          `*.invoices[*].${field}`,
          `invoices[*].${field}`,
        ]),
      ],
      censor: '[redacted]',
    },
    serializers: {
      err: serializeError,
      req: (request) => ({
        method: request.method,
        url: redactSecrets(request.url),
        host: request.host,
        remoteAddress: request.ip,
      }),
    },
  };
}

/** Drops additional fields of an error. PostgreSQL's errors name the values of the row, for example a phone number. */
function serializeError({ name, message, stack, ...rest }: Error): {
  type: string;
  message: string;
  stack: string;
  [fact: string]: unknown;
} {
  const { code, statusCode } = rest as { readonly code?: unknown; readonly statusCode?: unknown };
  return {
    type: name,
    message: redactSecrets(message),
    stack: redactSecrets(stack ?? ''),
    ...(code !== undefined && { code }),
    ...(statusCode !== undefined && { statusCode }),
  };
}
