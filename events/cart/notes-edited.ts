import * as z from 'zod/mini';
import { eventFields, name, type EventFields } from '../log/event-fields.ts';
import { itemSchema, type Item } from '../item.ts';

/** Changes the notes of a line. */
export interface NotesEdited extends EventFields {
  readonly type: 'notesEdited';
  readonly lineId: string;
  readonly item: Item;
  readonly notes: string;
}

export const notesEditedSchema = z.looseObject({
  ...eventFields,
  type: z.literal('notesEdited'),
  lineId: name,
  item: itemSchema,
  notes: z.string(),
});

export function createNotesEdited(
  fields: EventFields,
  { lineId, item, notes }: Omit<NotesEdited, keyof EventFields | 'type'>,
): NotesEdited {
  return { type: 'notesEdited', lineId, item, notes, ...fields };
}
