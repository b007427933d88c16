import * as z from 'zod/mini';
import type { Stamp } from '../log/clock.ts';
import { count, type AnyEvent } from '../log/event-fields.ts';

/** The clock stamp of the event that set a register, with the id of its replica. */
export type ValueStamp = readonly [wallMs: Stamp[0], counter: Stamp[1], replicaId: string];

export const valueStampSchema = z.tuple([count, count, z.string()]);

/**
 * A last-writer-wins value of the table: the last event of one type sets it.
 *
 * The view shows the value under `field`. A snapshot carries it under `field`, and the stamp of its event under
 * `stampField`, because the event itself may be compacted away. Both names are part of the stored format.
 */
export interface Register<Field extends string, StampField extends string, Value> {
  readonly field: Field;
  readonly stampField: StampField;
  readonly eventType: string;
  readonly schema: z.ZodMiniType<Value>;
  /** The value that an event of `eventType`, in its newest version, sets. */
  readonly readFrom: (event: AnyEvent) => Value;
}

/** Defines the register that events of type `Event` set. `readFrom` only ever receives such events. */
export function defineRegister<Event extends AnyEvent>() {
  return <Field extends string, StampField extends string, Value>(definition: {
    readonly field: Field;
    readonly stampField: StampField;
    readonly eventType: Event['type'];
    readonly schema: z.ZodMiniType<Value>;
    readonly readFrom: (event: Event) => Value;
  }) => definition as Register<Field, StampField, Value> & { readonly eventType: Event['type'] };
}
