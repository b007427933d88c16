import { cartClearedSchema, type CartCleared } from './cart-cleared.ts';
import { guestsSetSchema, type GuestsSet } from './guests-set.ts';
import { itemAddedSchema, type ItemAdded } from './item-added.ts';
import { itemDecreasedSchema, type ItemDecreased } from './item-decreased.ts';
import { notesEditedSchema, type NotesEdited } from './notes-edited.ts';
import { orderPlacedSchema, type OrderPlaced } from './order-placed.ts';
import { orderTypeSetSchema, type OrderTypeSet } from './order-type-set.ts';
import { createEventReader, type Definition } from '../log/upcast.ts';

export type { AnyEvent } from '../log/event-fields.ts';

/** Every event that this program understands, in its newest version. */
export type CartEvent =
  | ItemAdded
  | ItemDecreased
  | NotesEdited
  | CartCleared
  | OrderPlaced
  | GuestsSet
  | OrderTypeSet;

export type CartEventType = CartEvent['type'];

/** E7: each type. A new version gets a schema and a step in `upcasters`; earlier steps are never changed again. */
const catalogue: Readonly<Record<CartEventType, Definition>> = {
  itemAdded: { version: 1, schema: itemAddedSchema, upcasters: [] },
  itemDecreased: { version: 1, schema: itemDecreasedSchema, upcasters: [] },
  notesEdited: { version: 1, schema: notesEditedSchema, upcasters: [] },
  cartCleared: { version: 1, schema: cartClearedSchema, upcasters: [] },
  orderPlaced: { version: 1, schema: orderPlacedSchema, upcasters: [] },
  guestsSet: { version: 1, schema: guestsSetSchema, upcasters: [] },
  orderTypeSet: { version: 1, schema: orderTypeSetSchema, upcasters: [] },
};

export const cartEventTypes = Object.keys(catalogue) as CartEventType[];

/**
 * `eventSchema` (E5): an event as it comes in from another phone, a file or the network.
 * `understood` (E7): the event as the fold sees it, in its newest version, or undefined; types are trusted.
 */
export const { eventSchema, interpret } = createEventReader<CartEvent>(catalogue);

/** E7: the newest version of a type that this program knows, or undefined for an unknown type. */
export function newestVersionOf(type: string): number | undefined {
  return Object.hasOwn(catalogue, type) ? catalogue[type as CartEventType].version : undefined;
}
