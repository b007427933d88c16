/** A TCP relay between client and hub that can cut and freeze connections from outside. */
import { connect as connectTcp, createServer, type AddressInfo, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

export interface TcpProxy {
  /** Returns the same WebSocket URL through the proxy. */
  readonly through: (url: string) => string;
  /** The number of open connections. */
  readonly count: () => number;
  /** Resets every connection, as when a phone loses its network. */
  readonly cut: () => void;
  /** Stops relaying in both directions; the connections stay open. */
  readonly pause: () => void;
  /** Stops relaying from the hub to the client. */
  readonly pauseAnswers: () => void;
  readonly resume: () => void;
  /** Sends new connections to another host and port. */
  readonly redirect: (endpoint: string) => void;
  readonly close: () => Promise<void>;
}

interface Relay {
  readonly client: Socket;
  readonly hub: Socket;
}

/** @param endpoint base URL of the hub. For https the proxy uses TLS towards the hub and plain TCP towards the client. */
export async function startTcpProxy(endpoint: string): Promise<TcpProxy> {
  let upstream = new URL(endpoint);
  const relays = new Set<Relay>();
  let frozen: 'no' | 'answers' | 'all' = 'no';

  const server = createServer((client) => {
    const hub = connectUpstream(upstream);
    const relay = { client, hub };
    relays.add(relay);
    let isFirst = true;
    client.on('data', (chunk) => {
      hub.write(isFirst ? withHost(chunk, upstream.host) : chunk);
      isFirst = false;
    });
    hub.on('data', (chunk) => client.write(chunk));
    for (const [socket, other] of [
      [client, hub],
      [hub, client],
    ] as const) {
      socket.on('error', () => other.destroy());
      socket.on('end', () => other.end());
      socket.on('close', () => {
        relays.delete(relay);
        other.destroy();
      });
    }
    if (frozen === 'all') client.pause();
    if (frozen !== 'no') hub.pause();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;

  const cut = (): void => {
    for (const { client, hub } of relays) {
      client.resetAndDestroy();
      hub.resetAndDestroy();
    }
    relays.clear();
  };

  return {
    through: (url) => {
      const proxied = new URL(url);
      proxied.protocol = 'ws:';
      proxied.host = `127.0.0.1:${port}`;
      return proxied.toString();
    },
    count: () => relays.size,
    cut,
    pause: () => {
      frozen = 'all';
      for (const { client, hub } of relays) {
        client.pause();
        hub.pause();
      }
    },
    pauseAnswers: () => {
      frozen = 'answers';
      for (const { hub } of relays) hub.pause();
    },
    resume: () => {
      frozen = 'no';
      for (const { client, hub } of relays) {
        client.resume();
        hub.resume();
      }
    },
    redirect: (next) => {
      upstream = new URL(next);
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      cut();
      await closed;
    },
  };
}

function connectUpstream(upstream: URL): Socket {
  const host = upstream.hostname;
  if (upstream.protocol === 'https:')
    return connectTls({ host, port: Number(upstream.port || 443), servername: host });
  return connectTcp({ host, port: Number(upstream.port || 80) });
}

/** Replaces the Host header, because a service behind TLS routes by it. */
function withHost(chunk: Buffer, host: string): Buffer {
  return Buffer.from(chunk.toString('latin1').replace(/\r\nhost: [^\r]*/i, `\r\nHost: ${host}`), 'latin1');
}
