/** The words of each register in the log viewer and on the command line. */
import { guestsWords } from '#events/cart/guests-set.ts';
import { lastOrderWords } from '#events/cart/order-placed.ts';
import { orderTypeWords } from '#events/cart/order-type-set.ts';
import type { RegisterField, RegisterValues } from '#events/cart/registers.ts';

export const registerWords = {
  guests: guestsWords,
  orderType: orderTypeWords,
  lastOrderId: lastOrderWords,
} as const satisfies {
  readonly [Field in RegisterField]: {
    /** What an event that sets it says. `word` is the text for the value. */
    readonly set: (value: NonNullable<RegisterValues[Field]>, word: string) => { readonly key: string };
    readonly value: (value: RegisterValues[Field]) => { readonly key: string };
  };
};
