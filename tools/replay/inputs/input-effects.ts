import type { Effect, PlaceResult } from '#sync/ports/effect.ts';
import type { ServerCall } from '#sync/ports/transport.ts';
import type { TableNotice } from '#sync/ports/table-notice.ts';
import { describeKnown, describeMessage, describeTabMessage } from './input-words.ts';
import { countNoun, describeIds, type NameOf } from '../words.ts';
import type { Cell } from '../../terminal/text-table.ts';

export function toEffectCell(effect: Effect, nameOf: NameOf): Cell {
  const text = describeEffect(effect, nameOf);
  switch (effect.kind) {
    case 'report':
      return { text, colour: effect.level === 'error' ? 'red' : 'yellow' };
    case 'giveUp':
    case 'end':
      return { text, colour: 'yellow' };
    default:
      return { text };
  }
}

function describeEffect(effect: Effect, nameOf: NameOf): string {
  switch (effect.kind) {
    case 'store': {
      const { number, inMemory, batch } = effect;
      const why = batch.replaces ? `, replaces all earlier batches (${batch.replaces.why})` : '';
      const where = inMemory ? ' in memory' : '';
      return `store batch ${number}${where}: ${countNoun(batch.records.length, 'record')}${why}`;
    }
    case 'archive':
      return `archive ${effect.replicaId === undefined ? 'the whole log' : `replica ${effect.replicaId}`}`;
    case 'send':
      return `send ${effect.call.call} ${effect.number}${describeCall(effect.call)}`;
    case 'giveUp':
      return `abandon call ${effect.number}`;
    case 'publish':
      return `publish ${describeMessage(effect.messageType, effect.data)}`;
    case 'postToTabs':
      return `post to the other tabs: ${describeTabMessage(effect.message)}`;
    case 'notice':
      return `notice ${describeNotice(effect.notice, nameOf)}`;
    case 'placeResult':
      return `result for ${effect.to}: ${describeResult(effect.result)}`;
    case 'report':
      return `${effect.level}: ${effect.text}${effect.detail instanceof Error ? ` (${effect.detail.message})` : ''}`;
    case 'end':
      return 'the session is over';
    default:
      return effect satisfies never;
  }
}

function describeCall(call: ServerCall): string {
  switch (call.call) {
    case 'post':
      return `: ${describeIds(call.events.map(({ id }) => id))}`;
    case 'clear':
      return call.event ? `: ${call.event.id}` : '';
    case 'snapshot':
      return `: ${describeKnown(call.known)}`;
    case 'place':
      return `: placement ${call.order.placementId}`;
    case 'placement':
      return `: ${call.placementId}`;
    case 'openOrder':
      return '';
    default:
      return call satisfies never;
  }
}

function describeNotice(notice: TableNotice, nameOf: NameOf): string {
  switch (notice.kind) {
    case 'peerAdded':
      return `${notice.kind}: ${notice.quantity} × ${notice.product} of ${notice.userName || 'somebody'}`;
    case 'orderSubmitted':
    case 'orderUpdated':
      return `${notice.kind}: ${notice.orderId}${notice.mine ? ', by this diner' : ''}`;
    case 'closeInactiveDialog':
    case 'menuChanged':
    case 'sessionReopened':
      return notice.kind;
    case 'callRefused':
      return `${notice.kind}: ${notice.call}, ${notice.code} ${notice.msg}`.trimEnd();
    case 'linesLost': {
      const { lines, clearedBy } = notice;
      const by = clearedBy === null ? '' : `, cleared by ${clearedBy || 'somebody'}`;
      return `${notice.kind}: ${countNoun(lines.length, 'line')}${by}`;
    }
    case 'proposal':
      return `${notice.kind} of ${nameOf(notice.fromUserId)}`;
    case 'orderChanged':
      return `${notice.kind}: ${notice.orderId}`;
    case 'tableMoved':
      return `${notice.kind}: ${notice.tableName}`;
    case 'peersChanged': {
      const events = notice.records.flatMap((record) => ('event' in record ? [record.event] : []));
      return `${notice.kind}: ${events.map(({ id, userId }) => `${id} of ${nameOf(userId)}`).join(', ')}`;
    }
    case 'changeRejected':
      return `${notice.kind}: ${notice.product || 'a change'} (${notice.code})`;
    case 'sessionEnded':
      return `${notice.kind}: ${countNoun(notice.unsent, 'change')} not sent`;
    default:
      return notice satisfies never;
  }
}

const notSentWords: Readonly<Record<Extract<PlaceResult, { kind: 'notSent' }>['reach'], string>> = {
  answered: '',
  silent: ', no connection',
  unreadable: ', unreadable answer',
  failing: ', server error',
};

function describeResult(result: PlaceResult | undefined): string {
  switch (result?.kind) {
    case 'placed':
      return `placed, order ${result.order.id}`;
    case 'refused':
      return `refused: ${result.code}${result.msg ? ` ${result.msg}` : ''}${result.neverArrived ? ', it never arrived' : ''}`;
    case 'notSent':
      return `not sent${notSentWords[result.reach]}`;
    case 'unknown':
      return 'not known yet';
    case undefined:
      return 'none';
    default:
      return result satisfies never;
  }
}
