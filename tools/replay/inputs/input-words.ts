import type { MessageData } from '#contract/messages.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import type { Command } from '#sync/commands/decide.ts';
import type { Answered, Input } from '#sync/ports/input.ts';
import type { TabMessage } from '#sync/ports/tab-message.ts';
import type { ServerAnswer, TransportFailure } from '#sync/ports/transport.ts';
import { isSnapshotAnswer } from '#sync/protocols/answer-kind.ts';
import { describeDish } from '#projections/replay/replay-words.ts';
import { countNoun, describeIds, describeOrderType, type NameOf } from '../words.ts';

export function describeInput(input: Input, nameOf: NameOf): string {
  switch (input.kind) {
    case 'start':
      return `opens as ${input.author.userName || nameOf(input.author.userId)}, ${describeLeader(input.leads)}`;
    case 'wish':
      return `command: ${describeCommand(input.command)}`;
    case 'place':
      return `command: place the order${input.online ? '' : ', while the phone has no network'}`;
    case 'askPlacement':
      return `command: ask for the result of the order${input.keepOn ? ', until it is known' : ''}`;
    case 'settle':
      return 'command: send everything now';
    case 'refresh':
      return 'command: ask the server';
    case 'sawMissed':
      return 'the diner has seen the missed changes';
    case 'tell':
      return `command: send to the table ${describeMessage(input.messageType, input.data)}`;
    case 'answered':
      return `answer to ${input.call} ${input.number}: ${describeAnswer(input)}`;
    case 'stored':
      return input.ok
        ? `stored batch ${input.batch}`
        : `batch ${input.batch} could not be stored: ${input.reason ?? 'no reason'}`;
    case 'message': {
      const { message, fromUserId } = input.incoming;
      const from = fromUserId === undefined ? 'the server' : nameOf(fromUserId);
      const isOwn = message.fromBrowserId === input.browserId ? ' (from this browser)' : '';
      return `message of ${from}${isOwn}: ${describeMessage(message.messageType, message.data)}`;
    }
    case 'connected':
      return 'connected to the table';
    case 'live':
      return input.isLive ? 'messages of the table arrive' : 'messages of the table no longer arrive';
    case 'tab':
      return `another tab: ${describeTabMessage(input.message)}`;
    case 'lead':
      return describeLeader(input.leads);
    case 'wake':
      return 'network or page is back';
    case 'flush':
      return 'the page may end';
    case 'time':
      return 'timer';
    case 'close':
      return 'closes';
    default:
      return input satisfies never;
  }
}

/** Returns text like `addCartItem with ra:1`. */
export function describeMessage(messageType: string, { events = [], known }: MessageData): string {
  const ids = events.length > 0 ? ` with ${describeIds(events.map(({ id }) => id))}` : '';
  return `${messageType}${ids}${known ? `, ${describeKnown(known)}` : ''}`;
}

export function describeTabMessage(message: TabMessage): string {
  switch (message.kind) {
    case 'pending':
      return `please send ${describeIds(message.events.map(({ id }) => id)) || 'nothing'}`;
    case 'learnt':
      return `applied ${message.records.map(describeRecord).join('; ')}`;
    case 'lead':
      return 'new leader asks for pending changes';
    case 'stuck':
      return 'please restart: the server still blocks the sent events';
    case 'ask':
      return 'please ask the server for the cart';
    case 'unread':
      return `${message.lines.length} line(s) of the cart cannot be read`;
    case 'unanswered':
      return `without an answer: ${describeIds(message.posts.flatMap(({ ids }) => ids)) || 'nothing'}`;
    case 'hint':
      return `the server ${describeKnown(message.known)}`;
    case 'publish':
      return `please send to the table ${describeMessage(message.messageType, message.data)}`;
    default:
      return message satisfies never;
  }
}

/** Returns text like `knows ra:2, rb:1`. */
export function describeKnown(known: VersionVector): string {
  const ids = Object.entries(known).map(([replicaId, seq]) => `${replicaId}:${seq}`);
  return ids.length > 0 ? `knows ${describeIds(ids)}` : 'knows nothing';
}

function describeLeader(leads: boolean): string {
  return leads ? 'leads the tabs' : 'another tab leads';
}

function describeCommand(command: Command): string {
  switch (command.kind) {
    case 'add':
      return `add ${command.quantity} × ${describeDish(command.item)}`;
    case 'decrease':
      return `remove ${command.quantity} from line ${command.lineId}`;
    case 'editNotes':
      return `notes of line ${command.lineId}: "${command.notes}"`;
    case 'clear':
      return command.scope === 'table' ? "clear the table's cart" : 'clear own cart';
    case 'setGuests':
      return `guests: ${command.guests}`;
    case 'setOrderType':
      return `order type: ${describeOrderType(command.orderType)}`;
    default:
      return command satisfies never;
  }
}

/** Describes an answer. A damaged file may contain anything as an answer. */
function describeAnswer(answered: Answered): string {
  try {
    return describeReadableAnswer(answered);
  } catch {
    return 'unreadable';
  }
}

function describeReadableAnswer({ call, answer }: Answered): string {
  if (!answer.ok) return describeFailure(answer.failure);
  switch (call) {
    case 'post':
    case 'clear':
    case 'snapshot':
      return describeServerAnswer(answer.value);
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

function describeFailure(failure: TransportFailure): string {
  switch (failure.kind) {
    case 'retry':
      return `none (${failure.reason})`;
    case 'busy':
      return `busy${failure.afterMs === undefined ? '' : `, retry after ${formatSeconds(failure.afterMs)}`}`;
    case 'refused':
      return `refused: ${failure.code}${failure.msg ? ` ${failure.msg}` : ''}`;
    default:
      return failure satisfies never;
  }
}

function describeServerAnswer(answer: ServerAnswer): string {
  if (isSnapshotAnswer(answer)) {
    const { cartRowVersion, updateAt } = answer.serverVersion;
    const version = cartRowVersion ?? updateAt;
    const lines = 'carts' in answer ? answer.carts.reduce((sum, cart) => sum + cart.lines.length, 0) : undefined;
    const parts = [
      ...(lines === undefined ? [] : [`carts with ${countNoun(lines, 'line')}`]),
      ...(version === undefined ? [] : [`the server’s version ${version}`]),
    ];
    return parts.join(', ') || 'accepted';
  }
  const { accepted, rejected = [], missing, snapshot, version } = answer;
  const parts = [
    ...(accepted && accepted.ids.length > 0 ? [`accepted ${describeIds(accepted.ids)}`] : []),
    ...rejected.map(({ ids, code }) => `rejected ${describeIds(ids)} (${code})`),
    ...(missing && Object.keys(missing).length > 0 ? [`lacks earlier events: ${describeKnown(missing)}`] : []),
    ...(snapshot?.events?.length ? [`sends ${describeIds(snapshot.events.map(({ id }) => id))}`] : []),
    `version ${version}`,
  ];
  return parts.join(', ');
} // prettier-ignore

function describeRecord(record: LogRecord): string {
  if ('event' in record) return record.event.id;
  if ('snapshot' in record) return `snapshot ${record.snapshot.version}`;
  if ('accepted' in record) return `accepted ${describeIds(record.accepted.ids)}`;
  return `rejected ${describeIds(record.rejected.ids)}`;
}

/** Returns text like `2.1 s`. */
export function formatSeconds(ms: number): string {
  return Number.isFinite(ms) ? `${(ms / 1_000).toFixed(1)} s` : 'never';
}
