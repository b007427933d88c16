import type * as z from 'zod/mini';
import type { StaffScope } from './staff-scopes.ts';

type Schema<Output> = z.ZodMiniType<Output>;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface Schemas<Params, Query, Body, Data> {
  /** Of each `:name` in the path. */
  readonly params?: Schema<Params>;
  readonly query?: Schema<Query>;
  readonly body?: Schema<Body>;
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
}

export function call<Params = undefined, Query = undefined, Body = undefined, Data = unknown>(
  endpoint: `${Method} /${string}`,
  {
    timeout = 'read',
    ...schemas
  }: Schemas<Params, Query, Body, Data> & Partial<Pick<Call, 'timeout' | 'scope'>>,
): Call<Params, Query, Body, Data> {
  const [method, path] = endpoint.split(' ') as [Method, `/${string}`];
  return { method, path, timeout, ...schemas };
}

export type BodyOf<C> = C extends Call<infer _P, infer _Q, infer Body, infer _D> ? Body : never;
export type DataOf<C> = C extends Call<infer _P, infer _Q, infer _B, infer Data> ? Data : never;
