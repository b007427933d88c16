import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { LogEvent } from 'kysely';

/** Adds a query to the trace of its request. The text has placeholders, so a trace holds no names or numbers. */
export function traceQuery({ level, query, queryDurationMillis }: LogEvent): void {
  if (!trace.getActiveSpan()) return;
  const end = Date.now();
  const [operation = ''] = query.sql.split(' ', 1);
  const span = trace.getTracer('lazy-susan').startSpan(operation, {
    kind: SpanKind.CLIENT,
    startTime: end - queryDurationMillis,
    attributes: { 'db.query.text': query.sql },
  });
  if (level === 'error') span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(end);
}
