/** The contract's numbers for states and kinds. */
export const orderStatus = { progressing: 0, completed: 1, cancelled: 2, beMerged: 3, unknown: -1 } as const;
export const sendStatus = { unSend: 0, partiallySent: 1, allSent: 2 } as const;
export const paymentStatus = {
  unpaid: 0,
  partiallyPaid: 1,
  fullyPaid: 2,
  unCaptured: 3,
  partiallyCaptured: 4,
  captured: 5,
  orderCodeMiss: 1011,
} as const;
export const orderType = {
  dineIn: 0,
  pickup: 1,
  toGo: 2,
  delivery: 3,
  onlineDineIn: 4,
  onlinePickup: 5,
  onlineToGo: 6,
  onlineDelivery: 7,
  onlineTakeout: 8,
} as const;
/** Returns the number that the contract's screens use: 100 for dine-in to 108 for online takeout. */
export const toScreenOrderType = (type: number): number => 100 + type;
export const sourceType = {
  pos: 0,
  thirdPartyMealPlatform: 1,
  deliveryAggregator: 2,
  aiPhone: 3,
  scanCodeToOrder: 4,
} as const;
export const registrationState = { unregistered: 0, registered: 1 } as const;
export const serverMode = { cloud: 0, local: 1 } as const;
export const salesUnitType = { piece: 0, weight: 1 } as const;
export const itemMode = { normal: 0, customized: 1, recharge: 2, pointExchange: 3 } as const;

/** In the order of the contract's list. */
export const adjustmentCategory = {
  discount: 0,
  charge: 1,
  tips: 2,
  coupon: 3,
  promotion: 4,
  benefit: 5,
  tax: 6,
  refund: 7,
  recharge: 8,
  orderDiscountBenefit: 9,
} as const;
export const adjustmentTarget = { entireOrder: 0, item: 1 } as const;

export const setting = {
  supportsGuest: 18001,
  orderCodeRequired: 18002,
  themePrimaryColour: 8003,
  clearTableCartMinutes: 18005,
} as const;

/** Returns the name of a number, or `unknown`. */
export function findWord<Name extends string>(
  numbers: Readonly<Record<Name, number>>,
  value: number,
): Name | 'unknown' {
  return (Object.keys(numbers) as Name[]).find((name) => numbers[name] === value) ?? 'unknown';
}
