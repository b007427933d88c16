/** What a diner did, or which failure they met. Events contain ids but no names. */
export type Behaviour =
  | 'table-scanned'
  | 'order-type-chosen'
  | 'logged-in'
  | 'logged-out'
  | 'dish-added'
  | 'order-placed'
  | 'order-refused'
  | 'error-shown'
  | 'fingerprint-id-failed'
  | 'json-parse-failed'
  | 'answer-read-in-part';

/** Where an event happened and to whom. */
interface BehaviourPlace {
  readonly environment: string;
  readonly userId: string | undefined;
  readonly merchantId: string | undefined;
  readonly tableId: string | undefined;
}

/** Sends events to a monitoring service. */
export interface BehaviourSink {
  push(name: string, details: Readonly<Record<string, string>>): void;
}

/** The contract's longest event name, in UTF-16 code units. */
const maxNameLength = 255;

/**
 * Joins event, environment, user, merchant and table with `_` and cuts the name off at 255 characters. Unknown parts stay
 * empty: `dish-added_production__1001_7`.
 */
export function formatBehaviourName(event: Behaviour, place: BehaviourPlace): string {
  const { environment, userId = '', merchantId = '', tableId = '' } = place;
  return [event, environment, userId, merchantId, tableId].join('_').slice(0, maxNameLength);
}
