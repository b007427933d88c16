import * as z from 'zod/mini';
import { eventFields, type EventFields } from '../log/event-fields.ts';

/** Number of guests (V5d). */
export interface GuestsSet extends EventFields {
  readonly type: 'guestsSet';
  /** 0 = none set. */
  readonly guests: number;
}

export const guestsSetSchema = z.looseObject({
  ...eventFields,
  type: z.literal('guestsSet'),
  guests: z.int().check(z.minimum(0)),
});

export function guestsSet(
  fields: EventFields,
  { guests }: Omit<GuestsSet, keyof EventFields | 'type'>,
): GuestsSet {
  return { type: 'guestsSet', guests, ...fields };
}
