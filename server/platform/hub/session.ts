/** One logical connection. With the reliable protocol it survives its socket; `hub.ts` shows its states. */
import { createDisconnectedFrame, type Message } from './client/frames.ts';
import type { HubLimits } from './limits.ts';
import type { Permissions } from './roles.ts';
import { createUnackedBuffer } from './unacked-buffer.ts';

interface Wire {
  readonly bufferedAmount: number;
  readonly send: (text: string) => void;
  readonly close: (code: number, reason: string) => void;
  readonly terminate: () => void;
}

interface SessionOptions {
  readonly connectionId: string;
  /** In lower case, because hub names are not case-sensitive. */
  readonly hub: string;
  readonly userId: string | undefined;
  readonly isReliable: boolean;
  readonly permissions: Permissions;
  /** The single group that the token names. Undefined if it names several, or all. */
  readonly table: string | undefined;
  readonly limits: HubLimits;
  readonly now: () => number;
  readonly onEnd: (reason: string) => void;
}

export type Session = ReturnType<typeof createSession>;

export function createSession({ limits, now, onEnd, ...facts }: SessionOptions) {
  const { isReliable } = facts;
  const unacked = createUnackedBuffer(limits);
  const processed = createRecentIds(limits.rememberedAckIds);
  let wire: Wire | null = null;
  let detachedAt = now();
  let ended = false;

  const session = {
    ...facts,
    /** The names by which the client joined each group, newest last. */
    groups: new Map<string, string[]>(),
    /** Returns the name by which the client joined the group last. */
    getGroupName: (group: string): string => session.groups.get(group)?.at(-1) ?? group,
    /** Replaces the socket, and sends all unacknowledged messages again before any new one. */
    attach: (next: Wire): void => {
      const previous = wire;
      wire = next;
      previous?.terminate();
      for (const text of unacked.listUnexpired(now())) session.reply(text);
    },
    /** Handles a closed socket. A reliable session waits for the next one, another session ends. */
    detach: (gone: Wire): void => {
      if (ended || wire !== gone) return;
      wire = null;
      detachedAt = now();
      if (!isReliable) session.end(1000, 'socket closed');
    },
    isServedBy: (candidate: Wire): boolean => !ended && wire === candidate,
    /** Whether the session waits for its client to reconnect. */
    isWaiting: (): boolean => !ended && wire === null,
    isExpired: (): boolean => wire === null && now() - detachedAt >= limits.retentionMs,
    /** Sends a data message. @param ttlSeconds 0: the message never expires */
    deliver: (message: Message, ttlSeconds: number): void => {
      if (ended) return;
      if (!isReliable) {
        session.reply(message.withoutSequenceId());
        return;
      }
      const text = unacked.push(
        message.withSequenceId,
        ttlSeconds === 0 ? Infinity : now() + ttlSeconds * 1000,
      );
      if (text === null) session.end(1008, 'too many unacknowledged messages');
      else session.reply(text);
    },
    /** Sends a frame that is not repeated after a reconnect: an ack, a pong or a system frame. */
    reply: (text: string): void => {
      if (!wire) return;
      wire.send(text);
      if (wire.bufferedAmount > limits.maxSocketBufferedBytes) session.end(1008, 'the peer does not read');
    },
    acknowledge: (sequenceId: number): void => unacked.acknowledge(sequenceId),
    hasProcessed: (ackId: number): boolean => processed.has(ackId),
    rememberProcessed: (ackId: number): void => processed.add(ackId),
    /** Ends the session for good, without recovery. @param code the WebSocket close code */
    end: (code: number, reason: string): void => {
      if (ended) return;
      ended = true;
      const last = wire;
      wire = null;
      unacked.clear();
      last?.close(code, truncateReason(reason));
      onEnd(reason);
    },
    /** Sends a `disconnected` frame, then ends the session with close 1000. */
    dismiss: (reason: string): void => {
      session.reply(createDisconnectedFrame(reason));
      session.end(1000, reason);
    },
    countBuffered: () => ({ messages: unacked.count(), bytes: unacked.bytes() }),
  };
  return session;
}

/** Remembers the last ids, up to this many. */
function createRecentIds(max: number) {
  const ids = new Set<number>();
  return {
    has: (id: number): boolean => ids.has(id),
    add: (id: number): void => {
      ids.add(id);
      const [oldest] = ids;
      if (ids.size > max) ids.delete(oldest!);
    },
  };
}

/** A control frame holds 125 bytes, two of them for the close code (RFC 6455, section 5.5). */
const maxReasonBytes = 123;

function truncateReason(reason: string): string {
  let truncated = '';
  let bytes = 0;
  for (const character of reason) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxReasonBytes) break;
    truncated += character;
  }
  return truncated;
}
