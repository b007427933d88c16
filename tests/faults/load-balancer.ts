/**
 * A TCP proxy in front of the servers that works like `deploy/Caddyfile`: new connections go in turn to the servers whose
 * `/health` answers, and to the next one if a server refuses.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

const healthMs = 2_000;

/** @param servers their ports; read for each connection */
export async function startLoadBalancer(servers: () => readonly number[]) {
  const healthy = new Set<number>();
  const sockets = new Set<Socket>();
  let turn = 0;

  const check = async (port: number): Promise<void> => {
    const signal = AbortSignal.timeout(healthMs);
    const isHealthy = await fetch(`http://127.0.0.1:${port}/health`, { signal }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isHealthy) healthy.add(port);
    else healthy.delete(port);
  };

  const pass = (client: Socket, [port, ...others]: readonly number[]): void => {
    if (port === undefined) return void client.destroy();
    const server = connect(port, '127.0.0.1');
    let isOpen = false;
    server.once('connect', () => {
      isOpen = true;
      client.pipe(server).pipe(client);
    });
    server.on('error', () => {
      if (isOpen || client.destroyed) return;
      healthy.delete(port);
      pass(client, others);
    });
    server.on('close', () => isOpen && client.destroy());
    client.on('close', () => server.destroy());
  };

  const listener = createServer((client) => {
    sockets.add(client);
    client.on('error', () => undefined).on('close', () => sockets.delete(client));
    const ports = servers().filter((port) => healthy.has(port));
    turn += 1;
    pass(client, ports.map((_, n) => ports[(turn + n) % ports.length]!)); // prettier-ignore
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const timer = setInterval(() => servers().forEach((port) => void check(port)), healthMs);
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    address: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    /** Resets every connection, so that the phones spread over the present servers. */
    cut,
    close: async () => {
      clearInterval(timer);
      cut();
      listener.close();
      await once(listener, 'close');
    },
  };
}
