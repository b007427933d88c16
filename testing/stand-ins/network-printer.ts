/**
 * A network printer for tests. It takes ESC/POS on a TCP port, prints on paper that can be read, answers questions about
 * its state, and has faults on request. It is written from the public command reference and imports nothing from the
 * server.
 */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { startPaper, type PrintedLine } from './escpos-paper.ts';

interface Faults {
  hasPaper: boolean;
  /** It is offline then. */
  isCoverOpen: boolean;
  /** Milliseconds until it answers a question. */
  answersAfter: number | 'never';
  /** It falls silent after this number of answers. */
  answersLast: number;
  /** It does not know GS r. */
  knowsNoQueuedQuestion: boolean;
  /** Bytes that it sends to each new connection. */
  chatter: readonly number[];
  /** It resets the connection after this number of bytes. */
  breaksAfterBytes: number;
  /** Lines until the paper is used up. */
  paperLasts: number;
  /** It accepts the connection and reads nothing. */
  hangs: boolean;
  /** It keeps the connection open when the other end hangs up. */
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

export async function startPrinter() {
  const paper = startPaper('big5');
  const sockets = new Set<Socket>();
  const timers = new Set<NodeJS.Timeout>();
  let faults = sound;
  let connections = 0;
  let answers = 0;

  const hasPaper = () => faults.hasPaper && listLines(paper).length < faults.paperLasts;
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
  /** Answers DLE EOT n. */
  const getStateByte = (n: number): number => {
    if (n === 1) return 0x12 | (isOnline() ? 0 : 0x08);
    if (n === 2) return 0x12 | (faults.isCoverOpen ? 0x04 : 0) | (hasPaper() ? 0 : 0x20);
    if (n === 4) return 0x12 | (hasPaper() ? 0 : 0x6c);
    return 0x12;
  };
  const serve = (socket: Socket) => {
    sockets.add(socket);
    connections += 1;
    const questionsIn = createQuestionReader();
    let taken = 0;
    socket.write(Uint8Array.from(faults.chatter));
    if (faults.hangs) socket.pause();
    socket.on('data', (bytes) => {
      const room = faults.breaksAfterBytes - taken;
      const part = bytes.subarray(0, room);
      taken += bytes.length;
      for (const question of questionsIn(part)) answer(socket, getStateByte(question));
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
    /** The oldest first. */
    tickets: paper.tickets,
    uncut: paper.uncut,
    pulses: paper.pulses,
    /** The texts of all lines, without margins. */
    text: (): string[] => listLines(paper).map(({ text }) => text.trim()),
    /** Takes the printed tickets away. */
    clear(): void {
      paper.tickets.length = 0;
      paper.pulses.length = 0;
    },
    connections: () => ({ open: sockets.size, ever: connections }),
    /** Replaces all faults. New paper or a shut cover lets it go on printing. */
    set(changed: Partial<Faults>): void {
      faults = { ...sound, ...changed };
      paper.take(new Uint8Array(), isOnline);
    },
    switchOff,
    /** At the same address. */
    switchOn: () => listen(port),
    close: async () => {
      if (server.listening) await switchOff();
    },
  };
}

function listLines({ tickets, uncut }: ReturnType<typeof startPaper>): readonly PrintedLine[] {
  return [...tickets.flatMap(({ lines }) => lines), ...uncut()];
}

/** Finds DLE EOT n wherever it stands, even in the data of a command, as a printer does. */
function createQuestionReader(): (bytes: Uint8Array) => number[] {
  let last: number[] = [];
  return (bytes) =>
    [...bytes].flatMap((byte) => {
      last = [...last.slice(-2), byte];
      const [dle, eot, n = 0] = last;
      return dle === 0x10 && eot === 0x04 && n >= 1 && n <= 4 ? [n] : [];
    });
}
