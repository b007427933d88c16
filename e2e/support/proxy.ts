import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

interface ProxyOptions {
  /** Local ports, used in turn. The proxy skips a port without an answer, or with the answer 503. */
  readonly ports: () => readonly number[];
  /** Answers instead of the servers. undefined: the proxy asks a server. */
  readonly instead?: (
    request: IncomingMessage,
  ) => { readonly type: string; readonly text: string } | undefined;
  /** Changes a JSON answer. */
  readonly change?: (json: unknown) => unknown;
  /** The proxy's port. By default a free one. */
  readonly port?: number;
}

export interface Proxy {
  readonly url: string;
  close(): Promise<void>;
}

/** A proxy as docs/operating.md describes it: round robin, without sticky sessions. */
export async function startProxy({ ports, instead, change, port = 0 }: ProxyOptions): Promise<Proxy> {
  const agent = new Agent({ keepAlive: false });
  const sockets = new Set<Duplex>();
  let turn = 0;
  const rotatePorts = (): readonly number[] => {
    const all = ports();
    turn += 1;
    return all.map((_, index) => all[(turn + index) % all.length]!);
  };

  const pass = (asked: IncomingMessage, answer: ServerResponse, body: Buffer, left: readonly number[]) => {
    const [port, ...others] = left;
    if (port === undefined) return void answer.writeHead(502).end();
    // A server that stops answers 503 or nothing. A request may be sent twice, because events and orders have ids.
    const askNext = () => pass(asked, answer, body, others);
    const headers = { ...asked.headers, ...(change && { 'accept-encoding': 'identity' }) };
    const { method, url: path } = asked;
    const passed = request({ host: '127.0.0.1', port, method, path, headers, agent }, (given) => {
      if (given.statusCode === 503 && others.length > 0) {
        given.resume();
        return askNext();
      }
      const isJson = given.headers['content-type']?.includes('application/json') === true;
      if (!change || !isJson) {
        answer.writeHead(given.statusCode!, given.headers);
        return void given.pipe(answer);
      }
      const pieces: Buffer[] = [];
      given.on('data', (piece: Buffer) => pieces.push(piece));
      given.on('end', () => {
        const text = JSON.stringify(change(JSON.parse(Buffer.concat(pieces).toString())));
        const { 'content-length': _, ...rest } = given.headers;
        answer.writeHead(given.statusCode!, rest).end(text);
      });
    });
    passed.on('error', () => {
      if (answer.headersSent) answer.destroy();
      else askNext();
    });
    passed.end(body);
  };

  const server = createServer((asked, answer) => {
    const own = instead?.(asked);
    if (own) return void answer.writeHead(200, { 'content-type': own.type }).end(own.text);
    const pieces: Buffer[] = [];
    asked.on('data', (piece: Buffer) => pieces.push(piece));
    asked.on('end', () => pass(asked, answer, Buffer.concat(pieces), rotatePorts()));
  });
  server.on('upgrade', (asked: IncomingMessage, socket: Duplex, head: Buffer) => {
    const target = connect(rotatePorts()[0]!, '127.0.0.1');
    const lines = Object.entries(asked.headers).map(([name, value]) => `${name}: ${String(value)}`);
    target.write([`GET ${asked.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
    target.write(head);
    target.pipe(socket).pipe(target);
    for (const each of [target, socket]) {
      sockets.add(each);
      each.on('error', () => undefined).on('close', () => (target.destroy(), socket.destroy()));
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}
