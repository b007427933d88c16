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

export function success<Data>(data: Data): Envelope<Data> {
  return { success: true, code: codes.ok, msg: '', data };
}

/** `data` may carry what helps the phone to mend the request, e.g. the path of a wrong field. */
export function failure<Data = null>(code: number, msg: string, data: Data | null = null): Envelope<Data> {
  return { success: false, code, msg, data };
}
