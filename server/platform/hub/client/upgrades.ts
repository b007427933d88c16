/** From an upgrade request to a served session, or to an answer that tells the client what to do next. */
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type ServerOptions, type WebSocket } from 'ws';
import type { HubLogEntry } from '../log-entry.ts';
import type { HubLimits } from '../limits.ts';
import type { Registry } from '../registry.ts';
import { permissionsFromRoles, tableOfRoles } from '../roles.ts';
import { createSession, type Session } from '../session.ts';
import type { ClientGrant, Tokens } from '../tokens.ts';
import { createUserLimits } from './rate-limits.ts';
import { admit, chooseProtocol, type Admission } from './admission.ts';
import { serveConnection, type Connection } from './connection.ts';
import { connectedFrame } from './frames.ts';
import { readClientTarget } from './target.ts';

interface UpgradesOptions {
  /** Path in front of `/client`, without a trailing slash; '' for none. */
  readonly prefix: string;
  readonly registry: Registry;
  readonly tokens: Tokens;
  readonly limits: HubLimits;
  readonly now: () => number;
  readonly newId: () => string;
  readonly log: (entry: HubLogEntry) => void;
}

type UpgradeRefusal = { readonly status: number; readonly reason: string };
type Accept = (onSocket: (socket: WebSocket) => void) => void;

export function createUpgrades(options: UpgradesOptions) {
  const { prefix, registry, limits, log } = options;
  const server = createWebSocketServer(limits);
  const connections = new Set<Connection>();
  const limitsOf = createUserLimits(limits, options.now);
  let isDraining = false;
  let onIdle: (() => void) | null = null;

  const serve = (socket: WebSocket, session: Session): void => {
    const { connectionId } = session;
    const onClose = (connection: Connection, code: number): void => {
      connections.delete(connection);
      log({ level: 'info', msg: 'socket closed', connectionId, code });
      if (connections.size === 0) onIdle?.();
    };
    const { hub, userId } = session;
    const userLimits = limitsOf(userId === undefined ? undefined : `${hub}/${userId}`);
    connections.add(serveConnection({ ...options, socket, session, userLimits, onClose }));
    session.attach(socket);
  };

  const takeRoom = (hub: string, { userId, groups, roles }: ClientGrant): boolean => {
    const { maxConnections, maxConnectionsPerUser, maxConnectionsPerTable, reservedConnections } = limits;
    if (groups.length > 0) return registry.sessionCount() < maxConnections + reservedConnections;
    if (registry.sessionCount() >= maxConnections) return false;
    const name = hub.toLowerCase();
    const table = tableOfRoles(roles);
    if (table !== undefined && registry.countOfTable(name, table) >= maxConnectionsPerTable) return false;
    if (userId === undefined) return true;
    const own = registry.ofUser(name, userId);
    // A page that was loaded anew leaves a session behind, which gives way to its diner's next one.
    const left = own.length < maxConnectionsPerUser ? undefined : own.find((session) => session.isWaiting());
    if (own.length >= maxConnectionsPerUser && !left) return false;
    if (!limitsOf(`${name}/${userId}`).allowConnect()) return false;
    left?.end(1000, 'its user came anew');
    return true;
  };

  const open = async (
    hub: string,
    admission: Extract<Admission, { kind: 'open' }>,
    accept: Accept,
  ): Promise<UpgradeRefusal | null> => {
    const opening = await prepareSession(hub, admission, options);
    // Counted without another await before the session is added, so that a crowd cannot pass together.
    if (isDraining || !takeRoom(hub, admission.grant)) return { status: 503, reason: 'capacity' };
    accept((socket) => {
      const session = opening.create();
      serve(socket, session);
      session.reply(opening.greeting);
      registry.add(session);
      for (const group of admission.grant.groups) registry.join(session, group);
      log({ level: 'info', msg: 'session opened', hub, connectionId: session.connectionId });
    });
    return null;
  };

  const settle = async (request: IncomingMessage, accept: Accept): Promise<UpgradeRefusal | null> => {
    const target = readClientTarget(request.url ?? '', prefix);
    if (target.kind !== 'client') return { status: 400, reason: 'hub name' };
    const admission = await admit(request, target, options);
    if (isDraining) return { status: 503, reason: 'closing' };
    switch (admission.kind) {
      case 'refuse':
        return admission;
      case 'open':
        return open(target.hub, admission, accept);
      case 'recover':
        accept((socket) => serve(socket, admission.session));
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
    connections: connections as ReadonlySet<Connection>,
    handle: (request: IncomingMessage, socket: Duplex, head: Buffer): boolean => {
      if (readClientTarget(request.url ?? '', prefix).kind === 'foreign') return false;
      // Nobody else listens while the token is checked, and an unheard 'error' would end the process.
      const destroy = (): void => void socket.destroy();
      socket.on('error', destroy);
      settle(request, (onSocket) => server.handleUpgrade(request, socket, head, onSocket)).then(
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
    /** Refuses newcomers with 503 from now on. Resolves when the last socket is gone. */
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
  // closeTimeout is an option of ws since 8.19 that its type declarations do not know.
  const options: ServerOptions & { readonly closeTimeout: number } = {
    noServer: true,
    clientTracking: false,
    maxPayload: limits.maxFrameBytes,
    closeTimeout: limits.closeTimeoutMs,
    // D77: squeezing a message costs several times what saying it does.
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
    greeting: connectedFrame({ userId, connectionId, reconnectionToken }),
    create: () => {
      const session: Session = createSession({
        connectionId,
        hub: hub.toLowerCase(),
        userId,
        isReliable,
        permissions: permissionsFromRoles(roles),
        table: tableOfRoles(roles),
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
