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

interface SessionFacts {
  readonly connectionId: string;
  /** Lower case: hub names have no case. */
  readonly hub: string;
  readonly userId: string | undefined;
  readonly isReliable: boolean;
  readonly permissions: Permissions;
}

export interface Session extends SessionFacts {
  readonly groups: Set<string>;
  /** Takes over from a socket that is still open, and sends everything unacknowledged before anything new. */
  readonly attach: (wire: Wire) => void;
  /** The socket is gone. A reliable session waits for the next one, a plain one ends. */
  readonly detach: (wire: Wire) => void;
  readonly isServedBy: (wire: Wire) => boolean;
  readonly isExpired: () => boolean;
  /** A data message. @param ttlSeconds 0: never expires. */
  readonly deliver: (message: Message, ttlSeconds: number) => void;
  /** Acks, pongs and system frames: lost with the socket. */
  readonly reply: (text: string) => void;
  readonly acknowledge: (sequenceId: number) => void;
  readonly hasProcessed: (ackId: number) => boolean;
  readonly rememberProcessed: (ackId: number) => void;
  /** Final: no recovery. @param code WebSocket close code. */
  readonly end: (code: number, reason: string) => void;
  /** `end` with close 1000, announced by a `disconnected` frame. */
  readonly dismiss: (reason: string) => void;
  readonly buffered: () => { readonly messages: number; readonly bytes: number };
}

interface SessionOptions extends SessionFacts {
  readonly limits: HubLimits;
  readonly now: () => number;
  readonly onEnd: (session: Session, reason: string) => void;
}

export function createSession({ limits, now, onEnd, ...facts }: SessionOptions): Session {
  const { isReliable } = facts;
  const unacked = createUnackedBuffer(limits);
  const processed = new Set<number>();
  let wire: Wire | null = null;
  let detachedAt = now();
  let ended = false;

  const session: Session = {
    ...facts,
    groups: new Set(),
    attach: (next) => {
      const previous = wire;
      wire = next;
      previous?.terminate();
      for (const text of unacked.unexpired(now())) session.reply(text);
    },
    detach: (gone) => {
      if (ended || wire !== gone) return;
      wire = null;
      detachedAt = now();
      if (!isReliable) session.end(1000, 'socket closed');
    },
    isServedBy: (candidate) => !ended && wire === candidate,
    isExpired: () => wire === null && now() - detachedAt >= limits.retentionMs,
    deliver: (message, ttlSeconds) => {
      if (ended) return;
      if (!isReliable) {
        session.reply(message.plain());
        return;
      }
      const text = unacked.push(message.numbered, ttlSeconds === 0 ? Infinity : now() + ttlSeconds * 1000);
      if (text === null) session.end(1008, 'too many unacknowledged messages');
      else session.reply(text);
    },
    reply: (text) => {
      if (!wire) return;
      wire.send(text);
      if (wire.bufferedAmount > limits.maxSocketBufferedBytes) session.end(1008, 'the peer does not read');
    },
    acknowledge: (sequenceId) => unacked.acknowledge(sequenceId),
    hasProcessed: (ackId) => processed.has(ackId),
    rememberProcessed: (ackId) => {
      processed.add(ackId);
      if (processed.size <= limits.rememberedAckIds) return;
      for (const oldest of processed) {
        processed.delete(oldest);
        return;
      }
    },
    end: (code, reason) => {
      if (ended) return;
      ended = true;
      const last = wire;
      wire = null;
      unacked.clear();
      last?.close(code, closeReason(reason));
      onEnd(session, reason);
    },
    dismiss: (reason) => {
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
