/**
 * The registers of a table: values of which only the last one counts.
 *
 * Everything that handles registers loops over this list: the schema of snapshots, the merge, the stamps in the server's
 * snapshots, the phone's clock, and the replay. To add a register, define it next to its event type and list it here.
 */
import * as z from 'zod/mini';
import type { Stamp } from '../log/clock.ts';
import { guestsRegister } from './guests-set.ts';
import { lastOrderRegister } from './order-placed.ts';
import { orderTypeRegister } from './order-type-set.ts';
import { valueStampSchema, type Register, type ValueStamp } from './register.ts';

/** The order is part of the format: the digest that phone and server compare lists the values in it (G5). */
export const registers = [guestsRegister, orderTypeRegister, lastOrderRegister] as const;

type AnyRegister = (typeof registers)[number];
export type RegisterField = AnyRegister['field'];

export type RegisterEventType = AnyRegister['eventType'];

/** The value of each register by its field; null if it was never set. */
export type RegisterValues = {
  readonly [Each in AnyRegister as Each['field']]: ReturnType<Each['readFrom']> | null;
};

/** One register of the list, with the type of its value. */
export type RegisterOf<Field extends RegisterField> = Register<
  Field,
  AnyRegister['stampField'],
  RegisterValues[Field]
>;

/** What a snapshot says of the registers: `guests`, `guestsAt` and so on. */
export type RegisterFacts = {
  readonly [Each in AnyRegister as Each['field']]?: ReturnType<Each['readFrom']> | null | undefined;
} & { readonly [Each in AnyRegister as Each['stampField']]?: ValueStamp | null | undefined };

export const registerFactsSchemas = Object.fromEntries(
  registers.flatMap(({ field, stampField, schema }) => [
    [field, z.nullish(schema)],
    [stampField, z.nullish(valueStampSchema)],
  ]),
);

/** Returns an object with `valueOf(register)` for each register, in the order of the list. */
export function mapRegisters(
  valueOf: <Field extends RegisterField>(register: RegisterOf<Field>) => RegisterValues[Field],
): RegisterValues {
  return Object.fromEntries(
    registers.map((register) => [register.field, valueOf<RegisterField>(register)]),
  ) as unknown as RegisterValues;
}

/** Returns the registers alone of a view or snapshot. An absent value is null. */
export function pickRegisters(facts: Partial<RegisterValues> | RegisterFacts | undefined): RegisterValues {
  return mapRegisters(({ field }) => (facts?.[field] ?? null) as RegisterValues[typeof field]);
}

/** Returns the stamps of all registers that a snapshot names. */
export function listRegisterStamps(facts: RegisterFacts): Stamp[] {
  return registers.flatMap(({ stampField }): Stamp[] => {
    const stamp = facts[stampField];
    return stamp ? [[stamp[0], stamp[1]]] : [];
  });
}
