/**
 * Turns an upgrade request into a served session, or into an answer from which the client knows what to do next.
 *
 *     request ─► admit ──┬─ open ──────────► capacity left? ──┬─ yes ─► new session, `connected` frame
 *                        │                                    └─ no ──► 503 with Retry-After
 *                        ├─ recover ───────► the old session, then its unacknowledged messages
 *                        ├─ unrecoverable ─► 101, then close 1008: the client opens a new session
 *                        └─ refuse ────────► 400, 401 or 503: the client asks for another token
 */
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type ServerOptions, type WebSocket } from 'ws';
import type { HubLogEntry } from '../log-entry.ts';
import type { HubLimits } from '../limits.ts';
import { readPermissions, findTableOfRoles } from '../roles.ts';
import { createSession, type Session } from '../session.ts';
import type { Tokens } from '../tokens.ts';
import { claimCapacity } from './capacity.ts';
import { createUserLimits, type UserLimits } from './rate-limits.ts';
import { admit, chooseProtocol, type Admission } from './admission.ts';
import { serveConnection, type Connection } from './connection.ts';
import type { Scene } from './dispatch.ts';
import { createConnectedFrame } from './frames.ts';
import { readClientTarget } from './target.ts';

interface UpgradesOptions extends Scene {
  /** The path before `/client`, without a slash at its end; may be empty. */
  readonly prefix: string;
  readonly tokens: Tokens;
  readonly now: () => number;
  readonly newId: () => string;
  readonly log: (entry: HubLogEntry) => void;
}

type UpgradeRefusal = { readonly status: number; readonly reason: string };
type Accept = (onSocket: (socket: WebSocket) => void) => void;

export function createUpgrades(options: UpgradesOptions) {
  const { prefix, registry, limits, log } = options;
  const server = createWebSocketServer(limits);
  const userLimitsOf = createUserLimits(limits, options.now);
  const sockets = createOpenSockets(options, userLimitsOf);

  const open = async (
    hub: string,
    admission: Extract<Admission, { kind: 'open' }>,
    accept: Accept,
  ): Promise<UpgradeRefusal | null> => {
    const opening = await prepareSession(hub, admission, options);
    // From here to `registry.add` nothing may await. Else concurrent upgrades would all count the same free places.
    if (sockets.isDraining() || !claimCapacity(hub, admission.grant, { registry, limits, userLimitsOf }))
      return { status: 503, reason: 'capacity' };
    accept((socket) => {
      const session = opening.create();
      sockets.serve(socket, session);
      session.reply(opening.greeting);
      registry.add(session);
      for (const group of admission.grant.groups) registry.join(session, group);
      log({ level: 'info', msg: 'session opened', hub, connectionId: session.connectionId });
    });
    return null;
  };

  const upgrade = async (request: IncomingMessage, accept: Accept): Promise<UpgradeRefusal | null> => {
    const target = readClientTarget(request.url ?? '', prefix);
    if (target.kind !== 'client') return { status: 400, reason: 'hub name' };
    const admission = await admit(request, target, options);
    if (sockets.isDraining()) return { status: 503, reason: 'closing' };
    switch (admission.kind) {
      case 'refuse':
        return admission;
      case 'open':
        return open(target.hub, admission, accept);
      case 'recover':
        accept((socket) => sockets.serve(socket, admission.session));
        return null;
      case 'unrecoverable':
        log({ level: 'info', msg: 'recovery refused', hub: target.hub });
        accept((socket) => {
          socket.on('error', () => socket.terminate());
          socket.close(1008, 'the session cannot be recovered');
        });
        return null;
    }
  };

  return {
    connections: sockets.connections,
    /** Returns false, and leaves the socket alone, if the request is not for this hub. */
    handle: (request: IncomingMessage, socket: Duplex, head: Buffer): boolean => {
      if (readClientTarget(request.url ?? '', prefix).kind === 'foreign') return false;
      // While the token is checked, the socket has no other listener. An unhandled 'error' would end the process.
      const destroy = (): void => void socket.destroy();
      socket.on('error', destroy);
      upgrade(request, (onSocket) => server.handleUpgrade(request, socket, head, onSocket)).then(
        (refusal) => {
          if (!refusal) return;
          log({ level: 'warn', msg: 'upgrade refused', status: refusal.status, reason: refusal.reason });
          refuse(socket, refusal.status);
        },
        (error: unknown) => {
          log({ level: 'error', msg: 'upgrade failed', error: error instanceof Error ? error.name : '' });
          socket.destroy();
        },
      );
      return true;
    },
    drain: sockets.drain,
  };
}

/** The sockets that the hub serves. */
function createOpenSockets(options: UpgradesOptions, userLimitsOf: (user: string | undefined) => UserLimits) {
  const { log } = options;
  const connections = new Set<Connection>();
  let isDraining = false;
  let onIdle: (() => void) | null = null;
  return {
    connections: connections as ReadonlySet<Connection>,
    isDraining: () => isDraining,
    serve: (socket: WebSocket, session: Session): void => {
      const { connectionId, hub, userId } = session;
      const onClose = (connection: Connection, code: number): void => {
        connections.delete(connection);
        log({ level: 'info', msg: 'socket closed', connectionId, code });
        if (connections.size === 0) onIdle?.();
      };
      const userLimits = userLimitsOf(userId === undefined ? undefined : `${hub}/${userId}`);
      connections.add(serveConnection({ ...options, socket, session, userLimits, onClose }));
      session.attach(socket);
    },
    /** From now on new connections get 503. Resolves when the last socket is closed. */
    drain: async (): Promise<void> => {
      isDraining = true;
      if (connections.size === 0) return;
      await new Promise<void>((resolve) => {
        onIdle = resolve;
      });
    },
  };
}

function createWebSocketServer(limits: HubLimits): WebSocketServer {
  // `closeTimeout` is an option of ws since 8.19. Its type declarations lack it.
  const options: ServerOptions & { readonly closeTimeout: number } = {
    noServer: true,
    clientTracking: false,
    maxPayload: limits.maxFrameBytes,
    closeTimeout: limits.closeTimeoutMs,
    // Compressing a message costs several times as much CPU as sending it.
    perMessageDeflate: false,
    handleProtocols: (offered) => chooseProtocol(offered) ?? false,
  };
  return new WebSocketServer(options);
}

async function prepareSession(
  hub: string,
  { grant, isReliable }: Extract<Admission, { kind: 'open' }>,
  { registry, tokens, limits, now, newId, log }: UpgradesOptions,
): Promise<{ readonly greeting: string; readonly create: () => Session }> {
  const connectionId = newId();
  const { userId, roles } = grant;
  const reconnectionToken = isReliable ? await tokens.issueReconnection(connectionId) : undefined;
  return {
    greeting: createConnectedFrame({ userId, connectionId, reconnectionToken }),
    create: () => {
      const session: Session = createSession({
        connectionId,
        hub: hub.toLowerCase(),
        userId,
        isReliable,
        permissions: readPermissions(roles),
        table: findTableOfRoles(roles),
        limits,
        now,
        onEnd: (reason) => {
          registry.remove(session);
          log({ level: 'info', msg: 'session ended', connectionId, reason });
        },
      });
      return session;
    },
  };
}

function refuse(socket: Duplex, status: number): void {
  const retry = status === 503 ? 'Retry-After: 5\r\n' : '';
  socket.once('finish', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n${retry}\r\n`,
  );
}
