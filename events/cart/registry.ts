import { cartClearedSchema, type CartCleared } from './cart-cleared.ts';
import { guestsSetSchema, type GuestsSet } from './guests-set.ts';
import { itemAddedSchema, type ItemAdded } from './item-added.ts';
import { itemDecreasedSchema, type ItemDecreased } from './item-decreased.ts';
import { notesEditedSchema, type NotesEdited } from './notes-edited.ts';
import { orderPlacedSchema, type OrderPlaced } from './order-placed.ts';
import { orderTypeSetSchema, type OrderTypeSet } from './order-type-set.ts';
import { createEventReader, findNewestVersion, type Definition } from '../log/upcast.ts';

export type { AnyEvent } from '../log/event-fields.ts';

/** An event of a type that this program knows, in its newest version. */
export type CartEvent =
  | ItemAdded
  | ItemDecreased
  | NotesEdited
  | CartCleared
  | OrderPlaced
  | GuestsSet
  | OrderTypeSet;

export type CartEventType = CartEvent['type'];

/** The event registry. A new version of a type adds a schema and a step to `upcasters`. Released steps never change (E7). */
const registry: Readonly<Record<CartEventType, Definition>> = {
  itemAdded: { schema: itemAddedSchema, upcasters: [] },
  itemDecreased: { schema: itemDecreasedSchema, upcasters: [] },
  notesEdited: { schema: notesEditedSchema, upcasters: [] },
  cartCleared: { schema: cartClearedSchema, upcasters: [] },
  orderPlaced: { schema: orderPlacedSchema, upcasters: [] },
  guestsSet: { schema: guestsSetSchema, upcasters: [] },
  orderTypeSet: { schema: orderTypeSetSchema, upcasters: [] },
};

export const cartEventTypes = Object.keys(registry) as CartEventType[];

/**
 * `eventSchema` validates an event from another phone, a file or the network.
 * `interpret` returns a trusted event in its newest version, or undefined if it is from a later program.
 */
export const { eventSchema, interpret } = createEventReader<CartEvent>(registry);

/** Returns the newest version of a type, or undefined for an unknown type. */
export function findNewestEventVersion(type: string): number | undefined {
  return Object.hasOwn(registry, type) ? findNewestVersion(registry[type as CartEventType]) : undefined;
}
