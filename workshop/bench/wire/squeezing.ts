/** D77: what `permessage-deflate` would spare on a phone's socket, and what the hub would pay for it. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { median, progress } from '../load/measures.ts';
import { tableLogs } from '../replay/logs.ts';
import type { Table } from '../table.ts';

/** zlib's; null: none. */
export type Setting = { readonly bits: number; readonly memLevel: number } | null;

/** What is said, and from which message on how many of them to each phone. */
export interface Task {
  readonly messages: readonly string[];
  readonly from: number;
  readonly count: number;
}

/** A message to one phone: bytes on the socket, and CPU of all threads; bytes of memory for each phone by then. */
export interface Cost {
  readonly bytes: number;
  readonly microseconds: number;
  readonly memory: number;
}

const settings: readonly Setting[] = [
  null,
  { bits: 9, memLevel: 1 },
  { bits: 10, memLevel: 1 },
  { bits: 11, memLevel: 2 },
  { bits: 12, memLevel: 1 },
  { bits: 12, memLevel: 4 },
];
const phones = 400;
const turns = 3;
/** To each phone in each turn, after as many that are not counted. */
const said = 30;

export async function run(): Promise<readonly Table[]> {
  const messages = saidAtATable();
  const found = settings.map((): Cost[] => []);
  for (let turn = 0; turn < turns; turn += 1)
    for (const [n, setting] of settings.entries()) found[n]!.push(await cost(setting, messages));
  const of = (n: number, read: (cost: Cost) => number) => median(found[n]!.map(read));
  const rows = settings.map((setting, n) => [
    nameOf(setting),
    of(n, ({ bytes }) => bytes).toFixed(0),
    of(n, ({ microseconds }) => microseconds).toFixed(1),
    (of(n, ({ microseconds }) => microseconds) / of(0, ({ microseconds }) => microseconds)).toFixed(2),
    ((of(n, ({ memory }) => memory) - of(0, ({ memory }) => memory)) / 1024).toFixed(0),
  ]);
  return [
    {
      title: 'If the hub squeezed what it says',
      head: ['', 'bytes a message', 'CPU a message, µs', 'beside none', 'KiB a phone more'],
      rows,
      notes: [
        `Medians of ${turns} turns, each a process of its own that says ${said} changes to ${phones} phones at tables of eight; level 1, window kept; of the hub the socket alone, CPU of all threads, memory as the system sees it.`,
      ],
    },
  ];
}

async function cost(setting: Setting, messages: readonly string[]): Promise<Cost> {
  const hub = fork(fileURLToPath(new URL('squeezing-hub.ts', import.meta.url)), [JSON.stringify(setting)], {
    execArgv: [...process.execArgv, '--expose-gc'],
  });
  try {
    const port = await answer<number>(hub);
    const sockets = Array.from({ length: phones }, () => new WebSocket(`ws://127.0.0.1:${port}`));
    await Promise.all(sockets.map((socket) => once(socket, 'open')));
    await asked(hub, { messages, from: 0, count: said });
    const counted = await asked(hub, { messages, from: said, count: said });
    for (const socket of sockets) socket.terminate();
    progress(`${nameOf(setting)}: ${counted.bytes.toFixed(0)} bytes, ${counted.microseconds.toFixed(1)} µs`);
    return counted;
  } finally {
    hub.disconnect();
  }
}

async function asked(hub: ChildProcess, task: Task): Promise<Cost> {
  hub.send(task);
  return await answer(hub);
}

async function answer<T>(hub: ChildProcess): Promise<T> {
  const [said] = (await once(hub, 'message')) as [T];
  return said;
}

function nameOf(setting: Setting): string {
  return setting ? `window of ${setting.bits} bits, memory level ${setting.memLevel}` : 'none';
}

/** One table's changes as its group hears them. */
function saidAtATable(): string[] {
  const [phone] = tableLogs({ seed: '1', phones: 8, records: 1_500 });
  return phone!.records.flatMap((record) => {
    if (!('event' in record) || record.from !== 'peer') return [];
    const { event } = record;
    const sessionId = 's1';
    const data = { userName: event.userName, sessionId, events: [event] };
    const message = { fromBrowserId: event.id.split(':')[0], messageType: 'cartChanged', data };
    const from = { type: 'message', from: 'group', fromUserId: event.userId, group: `1001-7-${sessionId}` };
    return [JSON.stringify({ ...from, dataType: 'json', data: message })];
  });
}
