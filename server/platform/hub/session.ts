/** One logical connection: it outlives its socket when the protocol is reliable. */
import { disconnectedFrame, type Message } from './client/frames.ts';
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
  /** Lower case: hub names have no case. */
  readonly hub: string;
  readonly userId: string | undefined;
  readonly isReliable: boolean;
  readonly permissions: Permissions;
  /** The one group that its token is for; undefined: several, or all. */
  readonly table: string | undefined;
  readonly limits: HubLimits;
  readonly now: () => number;
  readonly onEnd: (reason: string) => void;
}

export type Session = ReturnType<typeof createSession>;

export function createSession({ limits, now, onEnd, ...facts }: SessionOptions) {
  const { isReliable } = facts;
  const unacked = createUnackedBuffer(limits);
  const processed = new Set<number>();
  let wire: Wire | null = null;
  let detachedAt = now();
  let ended = false;

  const session = {
    ...facts,
    /** Each with the names by which the client joined it, the last one last. */
    groups: new Map<string, string[]>(),
    /** What the client calls a group that it is in. */
    nameOf: (group: string): string => session.groups.get(group)?.at(-1) ?? group,
    /** Takes over from a socket that is still open, and sends everything unacknowledged before anything new. */
    attach: (next: Wire): void => {
      const previous = wire;
      wire = next;
      previous?.terminate();
      for (const text of unacked.unexpired(now())) session.reply(text);
    },
    /** The socket is gone. A reliable session waits for the next one, a plain one ends. */
    detach: (gone: Wire): void => {
      if (ended || wire !== gone) return;
      wire = null;
      detachedAt = now();
      if (!isReliable) session.end(1000, 'socket closed');
    },
    isServedBy: (candidate: Wire): boolean => !ended && wire === candidate,
    /** Its socket is gone, and may come back. */
    isWaiting: (): boolean => !ended && wire === null,
    isExpired: (): boolean => wire === null && now() - detachedAt >= limits.retentionMs,
    /** A data message. @param ttlSeconds 0: never expires. */
    deliver: (message: Message, ttlSeconds: number): void => {
      if (ended) return;
      if (!isReliable) {
        session.reply(message.plain());
        return;
      }
      const text = unacked.push(message.numbered, ttlSeconds === 0 ? Infinity : now() + ttlSeconds * 1000);
      if (text === null) session.end(1008, 'too many unacknowledged messages');
      else session.reply(text);
    },
    /** Acks, pongs and system frames: lost with the socket. */
    reply: (text: string): void => {
      if (!wire) return;
      wire.send(text);
      if (wire.bufferedAmount > limits.maxSocketBufferedBytes) session.end(1008, 'the peer does not read');
    },
    acknowledge: (sequenceId: number): void => unacked.acknowledge(sequenceId),
    hasProcessed: (ackId: number): boolean => processed.has(ackId),
    rememberProcessed: (ackId: number): void => {
      processed.add(ackId);
      if (processed.size <= limits.rememberedAckIds) return;
      for (const oldest of processed) {
        processed.delete(oldest);
        return;
      }
    },
    /** Final: no recovery. @param code WebSocket close code. */
    end: (code: number, reason: string): void => {
      if (ended) return;
      ended = true;
      const last = wire;
      wire = null;
      unacked.clear();
      last?.close(code, closeReason(reason));
      onEnd(reason);
    },
    /** `end` with close 1000, announced by a `disconnected` frame. */
    dismiss: (reason: string): void => {
      session.reply(disconnectedFrame(reason));
      session.end(1000, reason);
    },
    buffered: () => ({ messages: unacked.count(), bytes: unacked.bytes() }),
  };
  return session;
}

/** RFC 6455 5.5: a control frame holds 125 bytes, two of them the close code. */
const maxReasonBytes = 123;

function closeReason(reason: string): string {
  let kept = '';
  let bytes = 0;
  for (const character of reason) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxReasonBytes) break;
    kept += character;
  }
  return kept;
}
