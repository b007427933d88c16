/** What a diner did or ran into, and nothing of who they are beyond ids. */
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

/** Where an event happened and to whom; what is not known is left empty. */
interface BehaviourPlace {
  readonly environment: string;
  readonly userId: string | undefined;
  readonly merchantId: string | undefined;
  readonly tableId: string | undefined;
}

/** Takes events to a monitoring service. */
export interface BehaviourSink {
  push(name: string, details: Readonly<Record<string, string>>): void;
}

/** CL12: longest name of an event, UTF-16 code units. */
const maxNameLength = 255;

/** CL12: what happened, then environment, user, merchant and table; cut off at 255 characters. */
export function formatBehaviourName(event: Behaviour, place: BehaviourPlace): string {
  const { environment, userId = '', merchantId = '', tableId = '' } = place;
  return [event, environment, userId, merchantId, tableId].join('_').slice(0, maxNameLength);
}
