import { registers, type RegisterField, type RegisterValues } from '#events/cart/registers.ts';

/** A register that two views show differently; null: never set. */
export type ValueChange = {
  readonly [Field in RegisterField]: {
    readonly what: Field;
    readonly before: RegisterValues[Field];
    readonly after: RegisterValues[Field];
  };
}[RegisterField];

/** Returns the registers that differ between two views. */
export function listValueChanges(before: RegisterValues, after: RegisterValues): ValueChange[] {
  return registers
    .filter(({ field }) => before[field] !== after[field])
    .map(({ field }) => ({ what: field, before: before[field], after: after[field] }) as ValueChange);
}
