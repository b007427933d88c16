/** A4: what was done after placing, in the language of the page. */
import type { TFunction } from 'i18next';
import { helpKinds } from '#contract/calls/help.ts';
import { understoodService, type AnyServiceEvent, type ServiceEvent } from '#events/service/service-event.ts';
import { dishWords } from './use-words.ts';

type Translate = TFunction<'support'>;

export function actorOf(t: Translate, { by }: AnyServiceEvent, nameOf: (userId: string) => string): string {
  if (by.kind === 'diner' && by.userId !== undefined) return nameOf(by.userId);
  return by.name === '' ? t(`service.by.${by.kind}`) : t(`service.byName.${by.kind}`, { name: by.name });
}

/** @param all of the party, to name what was taken back */
export function actSaid(t: Translate, event: AnyServiceEvent, all: readonly AnyServiceEvent[]): string {
  const known = understoodService(event);
  if (!known) return event.type;
  const reason =
    'reason' in known && known.reason !== '' ? t('service.reason', { reason: known.reason }) : '';
  return knownSaid(t, known, all) + reason;
}

function knownSaid(t: Translate, event: ServiceEvent, all: readonly AnyServiceEvent[]): string {
  switch (event.type) {
    case 'roundSent':
      return t('service.roundSent', { round: event.round });
    case 'dishReady':
    case 'dishServed':
    case 'dishVoided':
      return t(`service.${event.type}`, {
        quantity: event.quantity,
        dish: event.dish ?? event.orderItemId,
      });
    case 'dishAdded':
      return t('service.dishAdded', { quantity: event.quantity, dish: dishWords(event.item) });
    case 'orderDiscounted':
      return t('service.orderDiscounted', { amount: event.amount ?? `${event.percent} %` });
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
    case 'tableMoved':
      return t('service.tableMoved', { table: event.tableId });
    case 'tablesMerged':
      return t('service.tablesMerged', { session: event.sessionId });
    case 'takenBack': {
      const undone = all.find(({ actId, type }) => actId === event.actId && type !== 'takenBack');
      return t('service.takenBack', { what: undone ? actSaid(t, undone, []) : event.actId });
    }
    default:
      return event satisfies never;
  }
}
