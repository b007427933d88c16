import type { RawData, WebSocket } from 'ws';
import type { Session } from '../session.ts';
import { createTokenBucket, type UserLimits } from './rate-limits.ts';
import { dispatch, type Scene } from './dispatch.ts';
import { readClientFrame } from './frames.ts';

/** One socket of a session. It reads frames within the limits, and notices when the peer is gone. */
export interface Connection {
  /** Call it regularly. It sends a ping when one is due, and closes the socket of a peer that stopped answering. */
  readonly checkLiveness: () => void;
}

interface ConnectionOptions extends Scene {
  readonly socket: WebSocket;
  readonly session: Session;
  /** Shared by all connections of the session's user. */
  readonly userLimits: UserLimits;
  readonly now: () => number;
  readonly onClose: (connection: Connection, code: number) => void;
}

/** The close code of a client that ends its session for good. */
const finalClientClose = 1000;

export function serveConnection(options: ConnectionOptions): Connection {
  const { socket, session, userLimits, limits, now } = options;
  const frameBudget = createTokenBucket(limits.framesPerSecond, limits.frameBurst, now);
  let lastPing = now();
  let missedPings = 0;

  const isOverRate = (bytes: number): boolean => {
    if (frameBudget.spend(Math.max(1, Math.ceil(bytes / limits.frameBlockBytes)))) return false;
    endFlooding();
    return true;
  };
  /** Ends the session. Pausing the socket keeps the frames in transit unread. */
  const endFlooding = (): void => {
    session.end(1008, 'too many messages');
    socket.pause();
  };

  const receive = (data: RawData, isBinary: boolean): void => {
    if (!session.isServedBy(socket)) return;
    missedPings = 0;
    const bytes = data as Buffer; // binaryType 'nodebuffer', the default of ws
    if (isOverRate(bytes.length)) return;
    if (isBinary) {
      session.end(1003, 'text frames only');
      return;
    }
    const read = readClientFrame(bytes.toString('utf8'));
    if (read.ok && read.frame.type === 'sendToGroup' && !userLimits.allowMessage(bytes.length)) endFlooding();
    else if (read.ok) dispatch(read.frame, session, options);
    else session.end(1007, `invalid frame: ${read.error.kind}`);
  };

  const connection: Connection = {
    checkLiveness: () => {
      if (now() - lastPing < limits.pingIntervalMs) return;
      if (missedPings >= limits.maxMissedPings) {
        socket.terminate();
        return;
      }
      lastPing = now();
      missedPings += 1;
      socket.ping();
    },
  };

  socket.on('message', receive);
  socket.on('ping', () => {
    if (session.isServedBy(socket)) isOverRate(0);
  });
  socket.on('pong', () => {
    missedPings = 0;
  });
  socket.on('error', (error: Error & { code?: string }) => {
    // WS_ERR_…: the peer broke the WebSocket protocol, and ws closes with 1002, 1007 or 1009. The session ends, because
    // a recovered client would repeat the frame.
    if (error.code?.startsWith('WS_ERR_') && session.isServedBy(socket)) session.end(1002, error.code);
  });
  socket.on('close', (code: number) => {
    if (code === finalClientClose && session.isServedBy(socket)) session.end(1000, 'closed by the client');
    else session.detach(socket);
    options.onClose(connection, code);
  });
  return connection;
}
