/** D77: a process that says to phones what a hub would, squeezed as its argument has it, and tells what that cost. */
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer, type PerMessageDeflateOptions, type WebSocket } from 'ws';
import type { Cost, Setting, Task } from './squeezing.ts';

/** Phones of one table hear the same; so far from each other are the tables. */
const [tableSize, apart] = [8, 37];

const setting = JSON.parse(process.argv[2]!) as Setting;
const hub = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: options(setting) });
const sockets: WebSocket[] = [];
hub.on('connection', (socket: WebSocket) => sockets.push(socket));
await once(hub, 'listening');
const before = used();
process.on('message', (task: Task) => void say(task).then((cost) => process.send!(cost)));
process.on('disconnect', () => process.exit());
process.send!((hub.address() as AddressInfo).port);

async function say({ messages, from, count }: Task): Promise<Cost> {
  const start = { cpu: process.cpuUsage(), bytes: written() };
  for (let n = from; n < from + count; n += 1)
    await Promise.all(
      sockets.map((socket, phone) => {
        const text = messages[(n + apart * Math.floor(phone / tableSize)) % messages.length]!;
        return new Promise<void>((resolve) => socket.send(text, () => resolve()));
      }),
    );
  const { user, system } = process.cpuUsage(start.cpu);
  const each = sockets.length * count;
  return {
    bytes: (written() - start.bytes) / each,
    microseconds: (user + system) / each,
    memory: (used() - before) / sockets.length,
  };
}

function options(of: Setting): PerMessageDeflateOptions | false {
  if (!of) return false;
  const { bits, memLevel } = of;
  return {
    serverMaxWindowBits: bits,
    clientNoContextTakeover: true,
    zlibDeflateOptions: { level: 1, memLevel },
    threshold: 0,
  };
}

function written(): number {
  const all = sockets.map((socket) => (socket as unknown as { _socket: Socket })._socket.bytesWritten);
  return all.reduce((sum, bytes) => sum + bytes, 0);
}

function used(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage.rss();
}
