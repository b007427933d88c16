import * as z from 'zod/mini';
import { codes } from './codes.ts';

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
