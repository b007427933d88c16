import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Posted {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Records the server's posts to others. With `answers: false` it never answers them. */
export async function startPostReceiver({ port = 0, answers = true } = {}) {
  const posted: Posted[] = [];
  const receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += String(part)));
    request.on('end', () => {
      posted.push({ path: request.url ?? '', headers: request.headers, text });
      if (answers) response.end('{}');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(port, '127.0.0.1', resolve));
  const { port: listensAt } = receiver.address() as AddressInfo;
  return {
    posted,
    port: listensAt,
    origin: `http://127.0.0.1:${listensAt}`,
    close: (): void => {
      receiver.closeAllConnections();
      receiver.close();
    },
  };
}
