/** A4: what was done after placing, in English. */
import {
  understoodService,
  type AnyServiceEvent,
  type ServiceEvent,
  type ServiceEventOf,
} from '#events/service/service-event.ts';
import { itemWords, type NameOf } from './words.ts';

export function actorWords({ by }: AnyServiceEvent, nameOf: NameOf): string {
  if (by.kind === 'diner') return by.userId === undefined ? by.name : nameOf(by.userId);
  return by.name === '' ? by.kind : `${by.kind} ${by.name}`;
}

/** What the act is, without its id. @param all of the session, to name what was taken back */
export function actWords(event: AnyServiceEvent, all: readonly AnyServiceEvent[]): string {
  const known = understoodService(event);
  return known ? knownWords(known, all) : event.type;
}

function knownWords(event: ServiceEvent, all: readonly AnyServiceEvent[]): string {
  switch (event.type) {
    case 'roundSent':
      return `round ${event.round} to the kitchen, order ${event.orderId}`;
    case 'dishReady':
      return `ready: ${dishWords(event)}`;
    case 'dishServed':
      return `served: ${dishWords(event)}`;
    case 'dishVoided':
      return `taken off: ${dishWords(event)}${reasonWords(event.reason)}`;
    case 'dishAdded':
      return `puts on the order: ${event.quantity} × ${itemWords(event.item)}`;
    case 'orderDiscounted':
      return `discount of ${event.amount ?? `${event.percent} %`}${reasonWords(event.reason)}`;
    case 'orderPaid':
      return `paid ${event.amount}${event.tip === undefined ? '' : `, tip ${event.tip}`} (${event.method})`;
    case 'orderRefunded':
      return `gives back ${event.amount}${event.tip === undefined ? '' : `, of the tip ${event.tip}`} (${event.method})${reasonWords(event.reason)}`;
    case 'orderClosed':
      return `order ${event.outcome}; owed ${event.owed}, not sent ${event.unsent}${reasonWords(event.reason)}`;
    case 'orderReopened':
      return `order reopened${reasonWords(event.reason)}`;
    case 'helpAsked':
      return `asks for: ${event.kind}`;
    case 'helpAnswered':
      return 'answers the call';
    case 'helpWithdrawn':
      return 'needs nobody any more';
    case 'tableMoved':
      return `the party moves to table ${event.tableId}`;
    case 'tablesMerged':
      return `the party of session ${event.sessionId} joins`;
    case 'sessionClosed':
      return `the table is closed${leftWords(event)}${reasonWords(event.reason)}`;
    case 'takenBack': {
      const undone = all.find(({ actId, type }) => actId === event.actId && type !== 'takenBack');
      return `takes back ${undone ? `${undone.id} (${actWords(undone, [])})` : event.actId}`;
    }
    default:
      return event satisfies never;
  }
}

function dishWords({
  quantity,
  dish,
  orderItemId,
}: {
  readonly quantity: number;
  readonly dish?: string | undefined;
  readonly orderItemId: string;
}): string {
  return `${quantity} × ${dish ?? `line ${orderItemId}`}`;
}

/** Of a party that ended: nothing is said where nothing was left open, or nobody wrote it down. */
function leftWords({ owed = '0.00', unsent = 0 }: ServiceEventOf<'sessionClosed'>): string {
  return Number(owed) === 0 && unsent === 0 ? '' : `; owed ${owed}, not sent ${unsent}`;
}

function reasonWords(reason: string): string {
  return reason === '' ? '' : `, "${reason}"`;
}
