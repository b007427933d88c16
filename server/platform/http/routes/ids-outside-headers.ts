import type { FastifyRequest } from 'fastify';

/** Ids that this app sends as headers. Other clients may send them in the query or in the body instead. */
export type IdName = 'merchantId' | 'tableId';

/** The values of such an id outside the headers. */
export interface IdsOutsideHeaders {
  readonly inQuery: readonly string[];
  readonly inBody: readonly string[];
}

/** Reads an id from the query, the body and the body's order. Ignores values that cannot be ids. */
export function readIdsOutsideHeaders(
  { query, body }: Pick<FastifyRequest, 'query' | 'body'>,
  fact: IdName,
): IdsOutsideHeaders {
  const readId = (part: unknown): string[] => {
    const value = readFields(part)[fact];
    return (typeof value === 'string' && value !== '') || typeof value === 'number' ? [String(value)] : [];
  };
  return { inQuery: readId(query), inBody: [...readId(body), ...readId(readFields(body)['orderDetail'])] };
}

function readFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
