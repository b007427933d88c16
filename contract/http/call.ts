import * as z from 'zod/mini';
import { codes } from '../codes.ts';
import type { StaffRight } from '../staff-rights.ts';

/**
 * What the token of a restaurant's own system may be used for. Each call of the staff names the scope that it needs.
 */
export const staffScopes = ['readOrders', 'soldOut', 'settle', 'menu'] as const;
export type StaffScope = (typeof staffScopes)[number];

type Schema<Output> = z.ZodMiniType<Output>;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface Schemas<Params, Query, Body, Data> {
  /** The schema of each `:name` in the path. */
  readonly params?: Schema<Params>;
  readonly query?: Schema<Query>;
  readonly body?: Schema<Body>;
  /** The body is a file of at most this many bytes, sent as it is. */
  readonly fileBytes?: number;
  /** Content types of such a file, like `application/json` or `image/*`. A browser must name one of them. */
  readonly fileTypes?: readonly string[];
  /** The schema of the envelope's `data` after success. */
  readonly data: Schema<Data>;
}

export interface Call<Params = unknown, Query = unknown, Body = unknown, Data = unknown> extends Schemas<
  Params,
  Query,
  Body,
  Data
> {
  readonly method: Method;
  readonly path: `/${string}`;
  /** How long the phone waits, see `timeouts` in `limits.ts`. */
  readonly timeout: 'read' | 'commit';
  /** The scope that a system's token needs for this call. Without a scope, only people may call it. */
  readonly scope?: StaffScope | 'any';
  /** The right that a staff member needs. Without it, every staff member may call it. */
  readonly right?: StaffRight;
}

export function call<Params = undefined, Query = undefined, Body = undefined, Data = unknown>(
  endpoint: `${Method} /${string}`,
  {
    timeout = 'read',
    ...schemas
  }: Schemas<Params, Query, Body, Data> & Partial<Pick<Call, 'timeout' | 'scope' | 'right'>>,
): Call<Params, Query, Body, Data> {
  const [method, path] = endpoint.split(' ') as [Method, `/${string}`];
  return { method, path, timeout, ...schemas };
}

export type BodyOf<C> = C extends Call<infer _P, infer _Q, infer Body, infer _D> ? Body : never;
export type DataOf<C> = C extends Call<infer _P, infer _Q, infer _B, infer Data> ? Data : never;

/** The envelope of every answer. `data` is present if `success` is true and `code` is 0. */
export interface Envelope<Data> {
  readonly success: boolean;
  readonly code: number;
  readonly msg: string;
  readonly data: Data | null;
}

export const envelopeSchema = z.looseObject({
  success: z.boolean(),
  code: z.number(),
  msg: z.nullish(z.string()),
  data: z.nullish(z.unknown()),
});

/**
 * Reads the envelope tolerantly: success without a code is code 0, a code may be text, and an answer without an
 * envelope is the data itself. Returns undefined if it is not an answer of an API.
 *
 * @param status of HTTP
 */
export function readEnvelope(answer: unknown, status: number): z.infer<typeof envelopeSchema> | undefined {
  if (answer === undefined) return undefined;
  const isGood = status >= 200 && status < 300;
  const fields = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {};
  const { success, code, msg } = fields;
  if (success === undefined && code === undefined)
    return isGood ? { success: true, code: codes.ok, data: answer } : undefined;
  const isSuccess = success === true || success === 'true';
  const text = typeof msg === 'string' ? msg : '';
  const fallback = isSuccess ? codes.ok : isGood ? codes.badRequest : status;
  const isNumber = typeof code === 'number' || (typeof code === 'string' && code.trim() !== '');
  const number = isNumber ? Number(code) : NaN;
  return { ...fields, success: isSuccess, code: Number.isNaN(number) ? fallback : number, msg: text };
}

export function createSuccess<Data>(data: Data): Envelope<Data> {
  return { success: true, code: codes.ok, msg: '', data };
}

/** `data` may contain what the phone needs to correct the request, such as the path of a wrong field. */
export function createFailure<Data = null>(
  code: number,
  msg: string,
  data: Data | null = null,
): Envelope<Data> {
  return { success: false, code, msg, data };
}

/** Matches JSON that may contain a number too long for a double. Text may match, too. */
export const mayHaveLongNumber = /\d[\d.eE+-]{15}/;
