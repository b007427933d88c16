/** What a diner is allergic to: the field `allergy` of a placed line. */
import { isPlainText } from '#events/log/plain-text.ts';
import * as z from 'zod/mini';
import { storableText } from './fields.ts';

/** UTF-16 code units. It fits on one line of a ticket or two. */
export const allergyLength = 60;

export const allergySchema = storableText(allergyLength).check(
  z.refine(isPlainText, 'must not hold control characters'),
);

/** Reads the field of a line. Returns an empty text if the line has no such field: older servers do not know it. */
export function readAllergy(line: Readonly<Record<string, unknown>>): string {
  const { allergy } = line;
  return typeof allergy === 'string' ? allergy : '';
}
