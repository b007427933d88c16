/** A WebSocket without the client SDK, so that a test sees every frame and can send invalid ones. */
import { WebSocket } from 'ws';

export type Frame = Readonly<Record<string, unknown>>;

export const reliable = 'json.reliable.webpubsub.azure.v1';
export const plain = 'json.webpubsub.azure.v1';

export interface RawClient {
  readonly socket: WebSocket;
  /** All frames received so far. */
  readonly frames: readonly Frame[];
  /** Strings and buffers go out as they are, anything else as JSON. */
  readonly send: (frame: unknown) => void;
  /** Resolves with the next matching frame that was not taken before; rejects when the socket closes first. */
  readonly take: (matches: (frame: Frame) => boolean) => Promise<Frame>;
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
}

export type Dialled =
  | { readonly kind: 'open'; readonly client: RawClient }
  | { readonly kind: 'refused'; readonly status: number };

/** Opens a socket, or returns the HTTP status of the refusal. */
export function dial(
  url: string,
  protocols: string | string[] = reliable,
  headers: Record<string, string> = {},
): Promise<Dialled> {
  const socket = new WebSocket(url, protocols, { headers });
  const client = wrap(socket);
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve({ kind: 'open', client }));
    socket.on('unexpected-response', (_request, response) => {
      resolve({ kind: 'refused', status: response.statusCode ?? 0 });
      socket.terminate();
    });
    socket.on('error', reject);
  });
}

export async function open(
  url: string,
  protocols: string | string[] = reliable,
  headers: Record<string, string> = {},
): Promise<RawClient> {
  const dialled = await dial(url, protocols, headers);
  if (dialled.kind === 'refused') throw new Error(`refused with HTTP ${dialled.status}`);
  return dialled.client;
}

/** Returns the HTTP status of the refusal; throws if the hub accepts the upgrade. */
export async function readRefusalStatus(
  url: string,
  protocols: string | string[] = reliable,
  headers: Record<string, string> = {},
): Promise<number> {
  const dialled = await dial(url, protocols, headers);
  if (dialled.kind === 'refused') return dialled.status;
  dialled.client.socket.terminate();
  throw new Error('the upgrade was accepted');
}

/** Opens a socket and returns the code with which the hub closes it. */
export async function closeCode(url: string, protocols: string | string[] = reliable): Promise<number> {
  const client = await open(url, protocols);
  return (await client.closed).code;
}

export const isSystem = (frame: Frame): boolean => frame.type === 'system';
export const isMessage = (frame: Frame): boolean => frame.type === 'message';
export const isAck =
  (ackId: number) =>
  (frame: Frame): boolean =>
    frame.type === 'ack' && frame.ackId === ackId;

/** Sends a frame with an ack id and returns its ack. */
export async function request(client: RawClient, frame: Frame & { readonly ackId: number }): Promise<Frame> {
  client.send(frame);
  return client.take(isAck(frame.ackId));
}

function wrap(socket: WebSocket): RawClient {
  const frames: Frame[] = [];
  const untaken: Frame[] = [];
  const waiting: { matches: (frame: Frame) => boolean; resolve: (frame: Frame) => void }[] = [];
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code: number, reason: Buffer) => resolve({ code, reason: reason.toString() }));
  });
  socket.on('error', () => undefined);
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as Frame;
    frames.push(frame);
    const at = waiting.findIndex(({ matches }) => matches(frame));
    if (at === -1) untaken.push(frame);
    else waiting.splice(at, 1)[0]?.resolve(frame);
  });
  return {
    socket,
    frames,
    closed,
    send: (frame) => {
      if (typeof frame === 'string' || Buffer.isBuffer(frame)) socket.send(frame);
      else socket.send(JSON.stringify(frame));
    },
    take: (matches) => {
      const at = untaken.findIndex(matches);
      const [found] = at === -1 ? [] : untaken.splice(at, 1);
      if (found) return Promise.resolve(found);
      return new Promise((resolve, reject) => {
        waiting.push({ matches, resolve });
        void closed.then(({ code, reason }) => reject(new Error(`closed with ${code} ${reason}`)));
      });
    },
  };
}
