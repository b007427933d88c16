/** A call that the server does not do, with a code of the contract's error catalogue or one of its own. */
export interface Refusal {
  kind: 'refusal';
  code: number;
  msg: string;
}

/** The codes of the catalogue that this server comes to by itself; every other one can be planned by a switch. */
export const codes = {
  unauthorized: 401,
  notFound: 404,
  orderCodeMiss: 1011,
  addAgain: 1997,
  soldOut: 2025,
  sentWithinMinute: 4290,
  addressSentOften: 4291,
  tableUnavailable: 10010,
  guestsCannotOrder: 10011,
  orderSubmitted: 10087,
  cartUpdated: 66666,
  /** Ours: a request that cannot be read or done; the message says why. */
  badRequest: 400,
} as const;

export function refusal(code: number, msg: string): Refusal {
  return { kind: 'refusal', code, msg };
}

/** Tells a refusal from whatever else a call gives. */
export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'refusal';
}
