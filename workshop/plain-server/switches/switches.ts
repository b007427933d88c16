import type { CallName } from '../http/calls.ts';

/** What can go wrong on the way, at the HTTP layer. Durations are ms, `retryAfter` is seconds. */
export type FaultKind =
  | { kind: 'answerLost' }
  | { kind: 'processedLate'; afterMs: number }
  | { kind: 'heldBack'; byMs: number }
  | { kind: 'answerDelayed'; byMs: number }
  | { kind: 'connectionCut' }
  | { kind: 'html500' }
  | { kind: 'tooManyRequests'; retryAfter: number };

/** A fault for the next `times` requests of a call. */
export type Fault = FaultKind & { call: CallName | 'any'; times: number };

/** A refusal of the next `times` requests of a call; nothing is changed by them. */
interface PlannedRefusal {
  call: CallName | 'any';
  code: number;
  msg: string;
  times: number;
}

/**
 * The choices in which one restaurant server may differ from another, each with its values: the plain one first, but of
 * `serverTells`.
 */
export const switchChoices = {
  // Versions
  /** Where `cartRowVersion` is told: in POST and GET, in POST answers alone, or nowhere (`updateAt` only). */
  cartVersion: ['everywhere', 'postOnly', 'updateAtOnly'],
  /** Whether versions go on, or start again at 1, after an order or a clear deleted the cart's row. */
  versionsAfterDeletion: ['continue', 'restart'],
  // Shapes
  /** Write points in time as ms since 1970, or as ISO 8601 text. */
  times: ['ms', 'iso'],
  /** Write ids as JSON numbers, as text, or as JSON numbers of 19 digits (beyond what a double holds). */
  ids: ['number', 'text', 'long'],
  /** Fields nobody can demand: with their values, all null, or left out. */
  optionalFields: ['present', 'null', 'absent'],
  /** Write every number inside `data` (ids apart) as a number or as text. */
  numbers: ['number', 'text'],
  /** Write quantities as they are, or as text with three decimals ("2.000"). */
  quantities: ['asTheyAre', 'decimals'],
  /** Answer in the envelope, in an envelope without `code`, or with the bare data. */
  envelope: ['contract', 'withoutCode', 'bare'],
  /** Answer a placed order as `data.order` (the contract), or with the order as `data`. */
  placedOrder: ['wrapped', 'bare'],
  /** Lines of orders also with userId, userName and round (no fields of the contract); or orders without taxes and coupons. */
  orderFields: ['contract', 'withDiners', 'withoutTaxesAndCoupons'],
  /** Products also with allergens, diets, unit and soldOut (no fields of the contract). */
  menuFields: ['plain', 'full'],
  /** Tiny-merchant also with currency, taxRate, taxName, serviceChargeRate (no fields of the contract); or without settings. */
  merchantFields: ['contract', 'withMoney', 'withoutSettings'],
  /** Values of settings as text ("true", "30"), or as JSON booleans and numbers. */
  settingValues: ['text', 'typed'],
  /** Notes as they were written, or 5,000 characters long on a waiter's lines and on orders. */
  notes: ['asWritten', 'veryLong'],
  /** Members with all fields, or without birthday and avatar. */
  memberFields: ['all', 'withoutBirthdayAndPicture'],
  // Rules that the contract leaves to the server
  /** Whether an unregistered diner's order is refused with 10011 (the contract) or taken. */
  guestOrders: ['refused', 'accepted'],
  /** An order has the lines of the request, or the whole cart of the table as the server has it. */
  orderTakes: ['request', 'cart'],
  /** The GET of a cart has the fields that the contract names, or all fields of an order. */
  cartAnswer: ['details', 'order'],
  /** A missing or unknown token is told by HTTP status 401, or by code 401 in an answer with status 200. */
  unauthorizedAs: ['status', 'body'],
  // Others write
  /** Who changes the cart unasked, after every `othersWriteEvery`-th cart request. */
  // prettier-ignore
  othersWrite: ['nobody', 'waiterAdds', 'waiterWeighs', 'waiterChanges', 'waiterRemoves', 'staffClears', 'cartsLost'],
  // Messages of the group
  /** Which changes the server tells the table group: none, those of the staff, or every one. */
  serverTells: ['nothing', 'staffChanges', 'everyChange'],
  /** How its messages look: as in the contract, or in one of the ways in which others write them. */
  // prettier-ignore
  messageForm: ['contract', 'missingFields', 'nullFields', 'foreignFields', 'foreignType', 'jsonInText', 'plainText'],
} as const;

export type ChoiceSwitch = keyof typeof switchChoices;
type Choices = { -readonly [Name in ChoiceSwitch]: (typeof switchChoices)[Name][number] };

/** Everything in which one restaurant server may differ from another. Each field may be set at any time. */
export interface Switches extends Choices {
  /** Refuse a cart or order request with 66666 when it names a version other than the newest. */
  compareVersions: boolean;
  /** Ms added to the clock that `updateAt` is read from; a negative number sets that clock back. */
  clockShiftMs: number;
  /** Tax on what is not tax free; 0.08875000000000001 is what a sum of binary fractions gives. */
  taxRate: number;
  /** How many accepted cart requests lie between two changes of `othersWrite`. */
  othersWriteEvery: number;
  /** How often each message is sent. */
  messageCopies: number;
  /** Faults on the way, used up in order; only the HTTP layer knows them. */
  faults: Fault[];
  /** Refusals, used up in order. */
  refusals: PlannedRefusal[];
}

/** The plainest server: what the contract says, nothing else, no trouble. */
export function plainSwitches(): Switches {
  const firsts = Object.entries(switchChoices).map(([name, [first]]) => [name, first]);
  return {
    ...(Object.fromEntries(firsts) as Choices),
    serverTells: 'staffChanges',
    compareVersions: false,
    clockShiftMs: 0,
    taxRate: 0.08,
    othersWriteEvery: 3,
    messageCopies: 1,
    faults: [],
    refusals: [],
  };
}

/** Takes the first planned item that is aimed at this call, and counts it as used. */
export function takePlanned<T extends { call: CallName | 'any'; times: number }>(
  planned: T[],
  call: CallName,
): T | undefined {
  const index = planned.findIndex((each) => each.call === call || each.call === 'any');
  const found = planned[index];
  if (!found) return undefined;
  found.times -= 1;
  if (found.times <= 0) planned.splice(index, 1);
  return found;
}
