import * as z from 'zod/mini';
import { count, eventFields, type EventFields } from '../log/event-fields.ts';
import { defineRegister } from './register.ts';

/** Sets the order type. */
export interface OrderTypeSet extends EventFields {
  readonly type: 'orderTypeSet';
  /** 0 dine-in, 1 pickup, 2 to-go, 3 delivery, 4–8 the online variants. */
  readonly orderType: number;
}

export const orderTypeSetSchema = z.looseObject({
  ...eventFields,
  type: z.literal('orderTypeSet'),
  orderType: z.int().check(z.minimum(0), z.maximum(8)),
});

export function createOrderTypeSet(
  fields: EventFields,
  { orderType }: Omit<OrderTypeSet, keyof EventFields | 'type'>,
): OrderTypeSet {
  return { type: 'orderTypeSet', orderType, ...fields };
}

export const orderTypeRegister = defineRegister<OrderTypeSet>()({
  field: 'orderType',
  stampField: 'orderTypeAt',
  eventType: 'orderTypeSet',
  // A snapshot may carry a type that a later program added.
  schema: count,
  readFrom: ({ orderType }) => orderType,
});

const namedTypes = ['dineIn', 'pickup', 'toGo', 'delivery'] as const;

/** Texts of the log viewer, as keys of `locales/…/support.ts` with their parameters. */
export const orderTypeWords = {
  set: (_: number, word: string) => ({ key: 'says.orderTypeSet', orderType: word }) as const,
  value: (orderType: number | null) => {
    if (orderType === null) return { key: 'orderType.none' } as const;
    const name = namedTypes[orderType];
    if (name) return { key: `orderType.${name}` } as const;
    return { key: 'orderType.other', number: orderType } as const;
  },
} as const;
