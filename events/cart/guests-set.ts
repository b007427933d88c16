import * as z from 'zod/mini';
import { count, eventFields, type EventFields } from '../log/event-fields.ts';
import { defineRegister } from './register.ts';

/** Sets the number of guests. */
export interface GuestsSet extends EventFields {
  readonly type: 'guestsSet';
  /** 0 means that no number is set. */
  readonly guests: number;
}

export const guestsSetSchema = z.looseObject({
  ...eventFields,
  type: z.literal('guestsSet'),
  guests: count,
});

export function createGuestsSet(
  fields: EventFields,
  { guests }: Omit<GuestsSet, keyof EventFields | 'type'>,
): GuestsSet {
  return { type: 'guestsSet', guests, ...fields };
}

export const guestsRegister = defineRegister<GuestsSet>()({
  field: 'guests',
  stampField: 'guestsAt',
  eventType: 'guestsSet',
  schema: count,
  readFrom: ({ guests }) => guests,
});

/** Texts of the log viewer, as keys of `locales/…/support.ts` with their parameters. */
export const guestsWords = {
  set: (guests: number) => ({ key: 'says.guestsSet', count: guests }) as const,
  value: (guests: number | null) =>
    guests ? ({ key: 'phone.guests', count: guests } as const) : ({ key: 'phone.guestsNone' } as const),
} as const;
