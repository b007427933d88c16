import type { MessageData } from '#contract/messages.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import type { Command } from '#sync/commands/decide.ts';
import type { Answered, Input } from '#sync/ports/input.ts';
import type { TabMessage } from '#sync/ports/tab-message.ts';
import type { ServerAnswer, TransportFailure } from '#sync/ports/transport.ts';
import { isSnapshotAnswer } from '#sync/protocols/snapshot/snapshot-answer.ts';
import { dishWords } from '#projections/replay/replay-words.ts';
import { counted, idWords, orderTypeWord, type NameOf } from '../words.ts';

export function inputWords(input: Input, nameOf: NameOf): string {
  switch (input.kind) {
    case 'start':
      return `opens as ${input.author.userName || nameOf(input.author.userId)}, ${leadWords(input.leads)}`;
    case 'wish':
      return `wish: ${commandWords(input.command)}`;
    case 'place':
      return `wish: place the order${input.online ? '' : ', while the phone has no network'}`;
    case 'askPlacement':
      return `wants to know what became of the order${input.keepOn ? ', until it is known' : ''}`;
    case 'settle':
      return 'everything is to be sent now';
    case 'refresh':
      return 'wish: ask the server';
    case 'sawMissed':
      return 'the diner saw what was missed';
    case 'tell':
      return `wish: tell the table ${messageWords(input.messageType, input.data)}`;
    case 'answered':
      return `answer to ${input.call} ${input.number}: ${answerWords(input)}`;
    case 'stored':
      return input.ok
        ? `stored batch ${input.batch}`
        : `batch ${input.batch} could not be stored: ${input.reason ?? 'no reason'}`;
    case 'message': {
      const { message, fromUserId } = input.incoming;
      const from = fromUserId === undefined ? 'the server' : nameOf(fromUserId);
      const isOwn = message.fromBrowserId === input.browserId ? ' (this browser’s own)' : '';
      return `message of ${from}${isOwn}: ${messageWords(message.messageType, message.data)}`;
    }
    case 'connected':
      return 'connected to the table';
    case 'live':
      return input.isLive ? 'the table is heard' : 'the table is heard no longer';
    case 'tab':
      return `another tab: ${tabWords(input.message)}`;
    case 'lead':
      return leadWords(input.leads);
    case 'wake':
      return 'network or page came back';
    case 'flush':
      return 'the page may end';
    case 'time':
      return 'a time that was waited for';
    case 'close':
      return 'closes';
    default:
      return input satisfies never;
  }
}

/** `addCartItem with ra:1`. */
export function messageWords(messageType: string, { events = [], known }: MessageData): string {
  const ids = events.length > 0 ? ` with ${idWords(events.map(({ id }) => id))}` : '';
  return `${messageType}${ids}${known ? `, ${knownWords(known)}` : ''}`;
}

export function tabWords(message: TabMessage): string {
  switch (message.kind) {
    case 'pending':
      return `please send ${idWords(message.events.map(({ id }) => id)) || 'nothing'}`;
    case 'learnt':
      return `learnt ${message.records.map(recordIds).join('; ')}`;
    case 'lead':
      return 'what is there to send?';
    case 'stuck':
      return 'please start again: the server goes on holding what is sent';
    case 'ask':
      return 'please ask the server for the cart';
    case 'unread':
      return `of the cart ${message.lines.length} line(s) that nobody can read`;
    case 'unanswered':
      return `without an answer: ${idWords(message.posts.flatMap(({ ids }) => ids)) || 'nothing'}`;
    case 'hint':
      return `the server ${knownWords(message.known)}`;
    case 'publish':
      return `please tell the table ${messageWords(message.messageType, message.data)}`;
    default:
      return message satisfies never;
  }
}

/** `knows ra:2, rb:1`. */
export function knownWords(known: VersionVector): string {
  const ids = Object.entries(known).map(([replicaId, seq]) => `${replicaId}:${seq}`);
  return ids.length > 0 ? `knows ${idWords(ids)}` : 'knows nothing';
}

function leadWords(leads: boolean): string {
  return leads ? 'sends for all tabs' : 'another tab sends';
}

function commandWords(command: Command): string {
  switch (command.kind) {
    case 'add':
      return `add ${command.quantity} × ${dishWords(command.item)}`;
    case 'decrease':
      return `take ${command.quantity} from line ${command.lineId}`;
    case 'editNotes':
      return `notes of line ${command.lineId}: "${command.notes}"`;
    case 'clear':
      return command.scope === 'table' ? "clear the table's cart" : 'clear the own cart';
    case 'setGuests':
      return `guests: ${command.guests}`;
    case 'setOrderType':
      return `order type: ${orderTypeWord(command.orderType)}`;
    default:
      return command satisfies never;
  }
}

/** A damaged file may hold anything as an answer. */
function answerWords(answered: Answered): string {
  try {
    return readableAnswer(answered);
  } catch {
    return 'nothing that could be read';
  }
}

function readableAnswer({ call, answer }: Answered): string {
  if (!answer.ok) return failureWords(answer.failure);
  switch (call) {
    case 'post':
    case 'clear':
    case 'snapshot':
      return serverWords(answer.value);
    case 'place':
    case 'openOrder': {
      const value = answer.value as { id?: string; order?: { id: string } } | null;
      const id = value?.order?.id ?? value?.id;
      return id === undefined ? 'no open order' : `order ${id}`;
    }
    case 'placement': {
      const { outcome, order, code } = answer.value as { outcome: string; order: { id: string } | null; code: number | null };
      return order ? `${outcome}, order ${order.id}` : `${outcome}${code === null ? '' : ` (${code})`}`;
    }
    default:
      return call satisfies never;
  }
} // prettier-ignore

function failureWords(failure: TransportFailure): string {
  switch (failure.kind) {
    case 'retry':
      return `none (${failure.reason})`;
    case 'busy':
      return `busy${failure.afterMs === undefined ? '' : `, not before ${secondsWord(failure.afterMs)}`}`;
    case 'refused':
      return `refused: ${failure.code}${failure.msg ? ` ${failure.msg}` : ''}`;
    default:
      return failure satisfies never;
  }
}

function serverWords(answer: ServerAnswer): string {
  if (isSnapshotAnswer(answer)) {
    const { cartRowVersion, updateAt } = answer.serverVersion;
    const version = cartRowVersion ?? updateAt;
    const lines = 'carts' in answer ? answer.carts.reduce((sum, cart) => sum + cart.lines.length, 0) : undefined;
    const parts = [
      ...(lines === undefined ? [] : [`carts with ${counted(lines, 'line')}`]),
      ...(version === undefined ? [] : [`the server’s version ${version}`]),
    ];
    return parts.join(', ') || 'taken';
  }
  const { accepted, rejected = [], missing, snapshot, version } = answer;
  const parts = [
    ...(accepted && accepted.ids.length > 0 ? [`accepted ${idWords(accepted.ids)}`] : []),
    ...rejected.map(({ ids, code }) => `rejected ${idWords(ids)} (${code})`),
    ...(missing && Object.keys(missing).length > 0 ? [`lacks what is before it: ${knownWords(missing)}`] : []),
    ...(snapshot?.events?.length ? [`tells ${idWords(snapshot.events.map(({ id }) => id))}`] : []),
    `version ${version}`,
  ];
  return parts.join(', ');
} // prettier-ignore

function recordIds(record: LogRecord): string {
  if ('event' in record) return record.event.id;
  if ('snapshot' in record) return `snapshot ${record.snapshot.version}`;
  if ('accepted' in record) return `accepted ${idWords(record.accepted.ids)}`;
  return `rejected ${idWords(record.rejected.ids)}`;
}

/** `2.1 s` of ms. */
export function secondsWord(ms: number): string {
  return Number.isFinite(ms) ? `${(ms / 1_000).toFixed(1)} s` : 'ever';
}
