import type { FastifyRequest } from 'fastify';

/** Facts that are headers, and that a phone of another maker may say as a parameter or in the body instead. */
export type IdName = 'merchantId' | 'tableId';

/** What a request says of such a fact beside its headers. */
export interface IdsOutsideHeaders {
  readonly inQuery: readonly string[];
  readonly inBody: readonly string[];
}

/** Reads what the query, the body and the body's order say of a fact, as far as it can be an id. */
export function readIdsOutsideHeaders(
  { query, body }: Pick<FastifyRequest, 'query' | 'body'>,
  fact: IdName,
): IdsOutsideHeaders {
  const idIn = (part: unknown): string[] => {
    const value = fieldsOf(part)[fact];
    return (typeof value === 'string' && value !== '') || typeof value === 'number' ? [String(value)] : [];
  };
  return { inQuery: idIn(query), inBody: [...idIn(body), ...idIn(fieldsOf(body)['orderDetail'])] };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
