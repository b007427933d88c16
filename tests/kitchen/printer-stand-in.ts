/**
 * A network printer for tests: takes ESC/POS on a TCP port, prints on paper that can be read, answers questions about
 * its state, and has the faults that printers have. Written from the public command reference; knows nothing of the
 * server.
 */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Command } from './esc-pos-commands.ts';
import { startPaper, type BuiltIn } from './paper.ts';

interface Faults {
  hasPaper: boolean;
  /** Its cover is open: it is offline. */
  isCoverOpen: boolean;
  /** Ms until it answers a question; `never` for printers that do not. */
  answersAfter: number | 'never';
  /** After so many answers it gives no more. */
  answersLast: number;
  /** GS r is unknown to it. */
  knowsNoQueuedQuestion: boolean;
  /** Bytes that whoever connects is sent unasked. */
  chatter: readonly number[];
  /** The connection breaks once so many bytes came. */
  breaksAfterBytes: number;
  /** The paper is used up by so many lines. */
  paperLasts: number;
  /** It takes the connection, and reads nothing of it. */
  hangs: boolean;
  /** It leaves the connection open when the other end hangs up. */
  staysOpen: boolean;
}

const sound: Faults = {
  hasPaper: true,
  isCoverOpen: false,
  answersAfter: 0,
  answersLast: Infinity,
  knowsNoQueuedQuestion: false,
  chatter: [],
  breaksAfterBytes: Infinity,
  paperLasts: Infinity,
  hangs: false,
  staysOpen: false,
};

export type PrinterStandIn = Awaited<ReturnType<typeof startPrinter>>;

/** @param builtIn its characters of two bytes */
export async function startPrinter(builtIn: BuiltIn = 'big5') {
  const paper = startPaper(builtIn);
  const sockets = new Set<Socket>();
  const timers = new Set<NodeJS.Timeout>();
  const realTimePulses: Command[] = [];
  let faults = sound;
  let connections = 0;
  let answers = 0;

  const hasPaper = () => faults.hasPaper && linesOf(paper) < faults.paperLasts;
  const isOnline = () => hasPaper() && !faults.isCoverOpen;

  const answer = (socket: Socket, byte: number) => {
    const { answersAfter, answersLast } = faults;
    if (answersAfter === 'never' || answers >= answersLast) return;
    answers += 1;
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (!socket.destroyed) socket.write(Uint8Array.of(byte));
    }, answersAfter);
    timers.add(timer);
  };
  /** DLE EOT n. */
  const stateByte = (n: number): number => {
    if (n === 1) return 0x12 | (isOnline() ? 0 : 0x08);
    if (n === 2) return 0x12 | (faults.isCoverOpen ? 0x04 : 0) | (hasPaper() ? 0 : 0x20);
    if (n === 4) return 0x12 | (hasPaper() ? 0 : 0x6c);
    return 0x12;
  };
  const serve = (socket: Socket) => {
    sockets.add(socket);
    connections += 1;
    const realTime = realTimeReader();
    let taken = 0;
    socket.write(Uint8Array.from(faults.chatter));
    if (faults.hangs) socket.pause();
    socket.on('data', (bytes) => {
      const room = faults.breaksAfterBytes - taken;
      const part = bytes.subarray(0, room);
      taken += bytes.length;
      for (const { name, args } of realTime(part)) {
        if (name === 'DLE \x04') answer(socket, stateByte(args[0]!));
        else realTimePulses.push({ name, args });
      }
      paper.take(part, isOnline, ({ name }) => {
        if (name === 'GS r' && !faults.knowsNoQueuedQuestion) answer(socket, hasPaper() ? 0 : 0x0f);
      });
      if (room < bytes.length) socket.resetAndDestroy();
    });
    socket.on('end', () => {
      if (!faults.staysOpen) socket.end();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  };

  const server = createServer({ allowHalfOpen: true }, serve);
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;

  const switchOff = async () => {
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    for (const socket of sockets) socket.resetAndDestroy();
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
    paper.forget();
    await closed;
  };

  return {
    address: `127.0.0.1:${port}`,
    /** What was cut off, oldest first. */
    tickets: paper.tickets,
    uncut: paper.uncut,
    /** Pulses to the cash drawer, of both kinds. */
    pulses: (): readonly Command[] => [...paper.pulses, ...realTimePulses],
    connections: () => ({ open: sockets.size, ever: connections }),
    /** From now on; what is not named is sound. Paper that is put in, or a cover that is shut, lets it print on. */
    set(changed: Partial<Faults>): void {
      faults = { ...sound, ...changed };
      paper.take(new Uint8Array(), isOnline);
    },
    switchOff,
    /** At the address that it had. */
    switchOn: () => listen(port),
    close: async () => {
      if (server.listening) await switchOff();
    },
  };
}

function linesOf({ tickets, uncut }: ReturnType<typeof startPaper>): number {
  return tickets.reduce((sum, { lines }) => sum + lines.length, 0) + uncut().length;
}

/** Finds DLE EOT n and DLE DC4 fn m t wherever they stand, even in a command's data: as a printer does. */
function realTimeReader(): (bytes: Uint8Array) => Command[] {
  let last: number[] = [];
  return (bytes) => {
    const found: Command[] = [];
    for (const byte of bytes) {
      last = [...last.slice(-4), byte];
      const [dle, dc4, ...pulse] = last;
      const [before, eot, n] = last.slice(-3);
      if (before === 0x10 && eot === 0x04 && n! >= 1 && n! <= 4) found.push({ name: 'DLE \x04', args: [n!] });
      if (dle === 0x10 && dc4 === 0x14 && pulse[0] === 1) found.push({ name: 'DLE \x14', args: pulse });
    }
    return found;
  };
}
