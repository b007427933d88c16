import * as z from 'zod/mini';
import { codes } from '../codes.ts';
import type { StaffRight } from '../staff-rights.ts';

/** What a token of a restaurant's own system may be good for (CX12); each call of the staff says which one it needs. */
export const staffScopes = ['readOrders', 'soldOut', 'settle', 'menu'] as const;
export type StaffScope = (typeof staffScopes)[number];

type Schema<Output> = z.ZodMiniType<Output>;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface Schemas<Params, Query, Body, Data> {
  /** Of each `:name` in the path. */
  readonly params?: Schema<Params>;
  readonly query?: Schema<Query>;
  readonly body?: Schema<Body>;
  /** CX25: the body is a file of at most so many bytes, as it is. */
  readonly fileBytes?: number;
  /** Content types that such a file may have, like `application/json` or `image/*`. A browser must name one of them. */
  readonly fileTypes?: readonly string[];
  /** Of the envelope's `data` when the call succeeded. */
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
  /** D2 */
  readonly timeout: 'read' | 'commit';
  /** CX12: what a system of the restaurant must be allowed for this call of its staff; absent: it is for people alone. */
  readonly scope?: StaffScope | 'any';
  /** D58: what a person of the staff must be allowed for it; absent: everybody of the staff is. */
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

/** What every call answers. `data` is there when `success` is true and `code` is 0. */
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
 * P5: the envelope of an answer, as far as it is one: success without a code is code 0, a code may be text, and what has
 * no envelope at all is the data itself. Undefined: no answer of an API. @param status of HTTP
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

export function success<Data>(data: Data): Envelope<Data> {
  return { success: true, code: codes.ok, msg: '', data };
}

/** `data` may carry what helps the phone to mend the request, e.g. the path of a wrong field. */
export function failure<Data = null>(code: number, msg: string, data: Data | null = null): Envelope<Data> {
  return { success: false, code, msg, data };
}

/** Of JSON that may hold a number which no double can (D6); also text may look like one. */
export const mayHaveLongNumber = /\d[\d.eE+-]{15}/;
