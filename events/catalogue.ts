import { cartClearedSchema, cartClearedVersion, type CartCleared } from './cart-cleared.ts';
import { guestsSetSchema, guestsSetVersion, type GuestsSet } from './guests-set.ts';
import { itemAddedSchema, itemAddedVersion, type ItemAdded } from './item-added.ts';
import { itemDecreasedSchema, itemDecreasedVersion, type ItemDecreased } from './item-decreased.ts';
import { notesEditedSchema, notesEditedVersion, type NotesEdited } from './notes-edited.ts';
import { orderPlacedSchema, orderPlacedVersion, type OrderPlaced } from './order-placed.ts';
import { orderTypeSetSchema, orderTypeSetVersion, type OrderTypeSet } from './order-type-set.ts';
import { eventReader, type Definition } from './upcast.ts';

export type { AnyEvent } from './event-fields.ts';

/** Every event that this program understands, in its newest version. */
export type CartEvent =
  ItemAdded | ItemDecreased | NotesEdited | CartCleared | OrderPlaced | GuestsSet | OrderTypeSet;

export type CartEventType = CartEvent['type'];

/** E7: each type. A new version gets a schema and a step in `upcasters`; earlier steps are never changed again. */
const catalogue: Readonly<Record<CartEventType, Definition>> = {
  itemAdded: { version: itemAddedVersion, schema: itemAddedSchema, upcasters: [] },
  itemDecreased: { version: itemDecreasedVersion, schema: itemDecreasedSchema, upcasters: [] },
  notesEdited: { version: notesEditedVersion, schema: notesEditedSchema, upcasters: [] },
  cartCleared: { version: cartClearedVersion, schema: cartClearedSchema, upcasters: [] },
  orderPlaced: { version: orderPlacedVersion, schema: orderPlacedSchema, upcasters: [] },
  guestsSet: { version: guestsSetVersion, schema: guestsSetSchema, upcasters: [] },
  orderTypeSet: { version: orderTypeSetVersion, schema: orderTypeSetSchema, upcasters: [] },
};

export const cartEventTypes = Object.keys(catalogue) as CartEventType[];

/**
 * `eventSchema` (E5): an event as it comes in from another phone, a file or the network.
 * `understood` (E7): the event as the fold sees it, in its newest version, or undefined; types are trusted.
 */
export const { eventSchema, understood } = eventReader<CartEvent>(catalogue);

/** E7: the newest version of a type that this program knows, or undefined for an unknown type. */
export function newestVersionOf(type: string): number | undefined {
  return Object.hasOwn(catalogue, type) ? catalogue[type as CartEventType].version : undefined;
}
