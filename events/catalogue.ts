import * as z from 'zod/mini';
import { cartClearedSchema, cartClearedVersion, type CartCleared } from './cart-cleared.ts';
import { eventFields, type EventFields } from './event-fields.ts';
import { guestsSetSchema, guestsSetVersion, type GuestsSet } from './guests-set.ts';
import { itemAddedSchema, itemAddedVersion, type ItemAdded } from './item-added.ts';
import { itemDecreasedSchema, itemDecreasedVersion, type ItemDecreased } from './item-decreased.ts';
import { notesEditedSchema, notesEditedVersion, type NotesEdited } from './notes-edited.ts';
import { orderPlacedSchema, orderPlacedVersion, type OrderPlaced } from './order-placed.ts';
import { orderTypeSetSchema, orderTypeSetVersion, type OrderTypeSet } from './order-type-set.ts';

/** Every event that this program understands. */
export type CartEvent =
  ItemAdded | ItemDecreased | NotesEdited | CartCleared | OrderPlaced | GuestsSet | OrderTypeSet;

export type CartEventType = CartEvent['type'];

/** E7: an event of a type or version from the future; kept and counted as known, but it shows nothing. */
export interface AnyEvent extends EventFields {
  readonly type: string;
}

interface Definition {
  readonly version: number;
  readonly schema: z.ZodMiniType;
}

const catalogue: Readonly<Record<CartEventType, Definition>> = {
  itemAdded: { version: itemAddedVersion, schema: itemAddedSchema },
  itemDecreased: { version: itemDecreasedVersion, schema: itemDecreasedSchema },
  notesEdited: { version: notesEditedVersion, schema: notesEditedSchema },
  cartCleared: { version: cartClearedVersion, schema: cartClearedSchema },
  orderPlaced: { version: orderPlacedVersion, schema: orderPlacedSchema },
  guestsSet: { version: guestsSetVersion, schema: guestsSetSchema },
  orderTypeSet: { version: orderTypeSetVersion, schema: orderTypeSetSchema },
};

export const cartEventTypes = Object.keys(catalogue) as CartEventType[];

/** The event as one that this program understands, or undefined (E7). Types are trusted: no schema runs. */
export function understood(event: AnyEvent): CartEvent | undefined {
  const definition = definitionOf(event.type);
  return definition && (event.v ?? 1) <= definition.version ? (event as CartEvent) : undefined;
}

const anyEventSchema = z.looseObject({ ...eventFields, type: z.string().check(z.minLength(1)) });

/**
 * E5: an event as it comes in from another phone, a file or the network. The common fields must be right
 * whatever the type; the body is checked when type and version are known here.
 */
export const eventSchema = anyEventSchema.check((context) => {
  const definition = definitionOf(context.value.type);
  if (!definition || (context.value.v ?? 1) > definition.version) return;
  const result = z.safeParse(definition.schema, context.value);
  if (result.success) return;
  for (const { message, path } of result.error.issues)
    context.issues.push({ code: 'custom', message, path, input: context.value });
}) as unknown as z.ZodMiniType<AnyEvent>;

function definitionOf(type: string): Definition | undefined {
  return Object.hasOwn(catalogue, type) ? catalogue[type as CartEventType] : undefined;
}
