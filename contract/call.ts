import type * as z from 'zod/mini';

type Schema<Output> = z.ZodMiniType<Output>;

/** One call of the API: what the phone sends and the server answers, for both of them. */
export interface Call<Params = unknown, Query = unknown, Body = unknown, Data = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `:name` for each of `params`. */
  readonly path: `/${string}`;
  readonly params?: Schema<Params>;
  readonly query?: Schema<Query>;
  readonly body?: Schema<Body>;
  /** Of the envelope's `data` when the call succeeded. */
  readonly data: Schema<Data>;
  /** D2 */
  readonly timeout: 'read' | 'commit';
}

/** Infers the types of a call from its schemas. */
export function call<Params = undefined, Query = undefined, Body = undefined, Data = unknown>(
  definition: Call<Params, Query, Body, Data>,
): Call<Params, Query, Body, Data> {
  return definition;
}

export type ParamsOf<C> = C extends Call<infer Params, infer _Q, infer _B, infer _D> ? Params : never;
export type QueryOf<C> = C extends Call<infer _P, infer Query, infer _B, infer _D> ? Query : never;
export type BodyOf<C> = C extends Call<infer _P, infer _Q, infer Body, infer _D> ? Body : never;
export type DataOf<C> = C extends Call<infer _P, infer _Q, infer _B, infer Data> ? Data : never;
