/** Words for what the restaurant did with an order after it was placed. */
import { helpKinds } from '#events/fulfilment/help-kinds.ts';
import {
  interpretService,
  type AnyServiceEvent,
  type ServiceEvent,
  type ServiceEventOf,
} from '#events/fulfilment/service-event.ts';
import { describeDish, type SupportTexts } from './replay-words.ts';

export function describeActor(
  t: SupportTexts,
  { by }: AnyServiceEvent,
  nameOf: (userId: string) => string,
): string {
  if (by.kind === 'diner' && by.userId !== undefined) return nameOf(by.userId);
  return by.name === '' ? t(`service.by.${by.kind}`) : t(`service.byName.${by.kind}`, { name: by.name });
}

/** @param all the acts of the table session, so that an undo can name the act that it undoes */
export function describeAct(
  t: SupportTexts,
  event: AnyServiceEvent,
  all: readonly AnyServiceEvent[],
): string {
  const known = interpretService(event);
  if (!known) return event.type;
  const reason =
    'reason' in known && known.reason !== '' ? t('service.reason', { reason: known.reason }) : '';
  return describeKnownAct(t, known, all) + describeDetails(t, known) + reason;
}

/** Adds the tip of a payment, and the amount that a finished session left unpaid. */
function describeDetails(t: SupportTexts, event: ServiceEvent): string {
  if ('tip' in event && event.tip !== undefined) return t('service.tip', { tip: event.tip });
  if (event.type !== 'sessionClosed') return '';
  const { owed = '0.00', unsent = 0 } = event;
  return Number(owed) === 0 && unsent === 0 ? '' : t('service.left', { owed, unsent });
}

function describeKnownAct(t: SupportTexts, event: ServiceEvent, all: readonly AnyServiceEvent[]): string {
  switch (event.type) {
    case 'roundSent':
      return t('service.roundSent', { round: event.round });
    case 'orderReady':
      return t('service.orderReady');
    case 'dishReady':
    case 'dishServed':
    case 'dishVoided': {
      const dish = { quantity: event.quantity, dish: event.dish ?? event.orderItemId };
      if (event.type === 'dishVoided' && event.movedTo)
        return t('service.dishMovedAway', { ...dish, order: event.movedTo.orderId });
      return t(`service.${event.type}`, dish);
    }
    case 'ticketBumped':
      return event.dishes
        .map(({ orderItemId, quantity, dish = orderItemId }) =>
          t(event.stage === 'ready' ? 'service.dishReady' : 'service.dishServed', { quantity, dish }),
        )
        .join(', ');
    case 'ticketRecalled':
      return t('service.ticketRecalled', { what: describeActOf(t, event.recalledId, all) });
    case 'courseHeld':
    case 'courseFired': {
      const { course, dishes } = event;
      const names = dishes.map(({ orderItemId, dish = orderItemId }) => dish).join(', ');
      return t(`service.${event.type}`, { course, dishes: names });
    }
    case 'dishAdded': {
      const dish = { quantity: event.quantity, dish: describeDish(event.item) };
      return event.movedFrom
        ? t('service.dishMovedHere', { ...dish, order: event.movedFrom.orderId })
        : t('service.dishAdded', dish);
    }
    case 'orderDiscounted':
      return t('service.orderDiscounted', { amount: describeDiscount(event) });
    case 'discountRemoved': {
      const given = all.find(({ actId, type }) => actId === event.discountId && type === 'orderDiscounted');
      const discount = given && interpretService(given);
      return t('service.discountRemoved', {
        amount: discount?.type === 'orderDiscounted' ? describeDiscount(discount) : event.discountId,
      });
    }
    case 'orderPaid':
    case 'orderRefunded':
      return t(`service.${event.type}`, { amount: event.amount, method: event.method });
    case 'orderClosed':
      return t(`service.${event.outcome}`, { owed: event.owed, count: event.unsent });
    case 'orderReopened':
    case 'helpAnswered':
    case 'helpWithdrawn':
    case 'sessionClosed':
      return t(`service.${event.type}`);
    case 'helpAsked': {
      const kind = helpKinds.find((each) => each === event.kind);
      return t('service.helpAsked', { kind: kind ? t(`service.kind.${kind}`) : event.kind });
    }
    case 'tableSeated':
      return t('service.tableSeated', { table: event.tableId, count: event.guests });
    case 'tableMoved':
      return t('service.tableMoved', { table: event.tableId });
    case 'tablesMerged':
      return t('service.tablesMerged', { session: event.sessionId });
    case 'takenBack':
      return t('service.takenBack', { what: describeActOf(t, event.actId, all) });
    default:
      return event satisfies never;
  }
}

/** The act with this id, for the words of another act that undoes it. */
function describeActOf(t: SupportTexts, id: string, all: readonly AnyServiceEvent[]): string {
  const undone = all.find(({ actId, type }) => actId === id && type !== 'takenBack');
  return undone ? `${undone.id} (${describeAct(t, undone, all)})` : id;
}

function describeDiscount({ amount, percent }: ServiceEventOf<'orderDiscounted'>): string {
  return amount ?? `${percent} %`;
}
