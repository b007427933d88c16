// Stand-in of a network receipt printer: a TCP listener as on port 9100, which keeps the bytes and reads them as ESC/POS.
// Built from Epson's ESC/POS command reference (DLE EOT, GS r, paper and cover states) compared with
// the status masks in src/escpos/constants.py of github.com/python-escpos/python-escpos.

import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { EscPosReader, type Receipt } from './escpos-reader.ts';
import type { WideText } from './escpos-tables.ts';

export interface EscPosJob {
  bytes: Buffer;
  receipt: Receipt;
  /** The client has closed the connection in an orderly way, and everything is printed. */
  done: boolean;
  /** The connection ended by a reset, from either side. */
  reset: boolean;
  /** Bytes at the end make no whole command. */
  unfinished: boolean;
}

export interface EscPosSwitches {
  /** Accepts connections but never reads, as a printer that is busy with another client. */
  hang: boolean;
  /** Resets the connection once this many bytes of a job have come. */
  closeAfterBytes: number | null;
  /** Takes bytes but prints nothing until there is paper again; status questions are still answered. */
  paperOut: boolean;
  paperNearEnd: boolean;
  coverOpen: boolean;
  cutterError: boolean;
  /** Leaves status questions without an answer, as cheap printers do. */
  mute: boolean;
  replyDelayMs: number;
}

export interface EscPosOptions {
  wide?: WideText;
  host?: string;
}

export interface EscPosPrinter {
  host: string;
  port: number;
  url: string;
  switches: EscPosSwitches;
  /** One for each connection, even those that brought nothing. */
  jobs: EscPosJob[];
  /** The text of every line that was printed, over all jobs. */
  text(): string[];
  /** Off refuses connections and cuts those that are open; on takes the same port again. */
  setPower(on: boolean): Promise<void>;
  /** Puts in paper and prints what was held back. */
  loadPaper(): void;
  close(): Promise<void>;
}

export async function startEscPosPrinter(options: EscPosOptions = {}): Promise<EscPosPrinter> {
  const host = options.host ?? '127.0.0.1';
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];

  function getStatusByte(kind: 'DLE EOT' | 'GS r', n: number): number {
    const s = printer.switches;
    const offline = s.paperOut || s.coverOpen || s.cutterError;
    if (kind === 'GS r') return n % 48 === 1 ? (s.paperNearEnd ? 0x03 : 0) | (s.paperOut ? 0x0c : 0) : 0;
    // Bits 1 and 4 are always set, which distinguishes a status byte from others.
    if (n === 1) return 0x12 | (offline ? 0x08 : 0);
    if (n === 2)
      return 0x12 | (s.coverOpen ? 0x04 : 0) | (s.paperOut ? 0x20 : 0) | (s.cutterError ? 0x40 : 0);
    if (n === 3) return 0x12 | (s.cutterError ? 0x08 : 0);
    return 0x12 | (s.paperNearEnd || s.paperOut ? 0x0c : 0) | (s.paperOut ? 0x60 : 0);
  }

  function isStopped(): boolean {
    return printer.switches.paperOut || printer.switches.coverOpen;
  }

  function serve(socket: Socket): void {
    const reader = new EscPosReader(options.wide);
    const job: EscPosJob = {
      bytes: Buffer.alloc(0),
      receipt: reader.receipt,
      done: false,
      reset: false,
      unfinished: false,
    };
    let held = Buffer.alloc(0);
    let answered = false;
    let ended = false;
    printer.jobs.push(job);
    sockets.add(socket);

    function reply(kind: 'DLE EOT' | 'GS r', n: number): void {
      const { mute, replyDelayMs } = printer.switches;
      if (mute || answered) return;
      const send = (): void => void (socket.writable && socket.write(Buffer.of(getStatusByte(kind, n))));
      if (replyDelayMs) setTimeout(send, replyDelayMs);
      else send();
    }

    function finish(): void {
      reader.finish();
      job.unfinished = reader.unfinished;
      job.done = ended;
    }

    function release(): void {
      // The questions among the held bytes were answered when they came.
      answered = true;
      reader.push(held);
      answered = false;
      held = Buffer.alloc(0);
      if (ended) finish();
    }

    reader.onStatus = reply;
    socket.on('error', () => (job.reset = true));
    socket.on('close', (hadError) => {
      sockets.delete(socket);
      if (hadError) job.reset = true;
      if (held.length === 0) finish();
    });
    if (printer.switches.hang) {
      socket.pause();
      return;
    }
    socket.on('data', (chunk: Buffer) => {
      const limit = printer.switches.closeAfterBytes;
      const room = limit === null ? chunk.length : Math.max(0, limit - job.bytes.length);
      const bytes = chunk.subarray(0, room);
      job.bytes = Buffer.concat([job.bytes, bytes]);
      if (isStopped()) {
        if (held.length === 0) waiting.push(release);
        held = Buffer.concat([held, bytes]);
        // Real-time questions are answered at once, even though printing has stopped.
        for (let i = 0; i + 2 < bytes.length; i += 1)
          if (bytes[i] === 0x10 && bytes[i + 1] === 0x04) reply('DLE EOT', bytes[i + 2] ?? 0);
      } else {
        reader.push(Buffer.concat([held, bytes]));
        held = Buffer.alloc(0);
      }
      if (limit !== null && job.bytes.length >= limit) {
        job.reset = true;
        socket.resetAndDestroy();
      }
    });
    socket.on('end', () => {
      ended = true;
      socket.end();
    });
  }

  let server: Server | null = null;

  async function open(port: number): Promise<number> {
    const opened = createServer({ allowHalfOpen: true }, serve);
    await new Promise<void>((resolve, reject) => {
      opened.once('error', reject);
      opened.listen(port, host, resolve);
    });
    server = opened;
    return (opened.address() as AddressInfo).port;
  }

  async function shut(): Promise<void> {
    const old = server;
    server = null;
    if (!old) return;
    const closing = new Promise<void>((resolve) => old.close(() => resolve()));
    for (const socket of sockets) socket.resetAndDestroy();
    await closing;
  }

  const printer: EscPosPrinter = {
    host,
    port: 0,
    url: '',
    switches: {
      hang: false,
      closeAfterBytes: null,
      paperOut: false,
      paperNearEnd: false,
      coverOpen: false,
      cutterError: false,
      mute: false,
      replyDelayMs: 0,
    },
    jobs: [],
    text: () => printer.jobs.flatMap((job) => job.receipt.lines.map((line) => line.text)),
    async setPower(on) {
      if (on && !server) await open(printer.port);
      if (!on) await shut();
    },
    loadPaper() {
      printer.switches.paperOut = false;
      for (const release of waiting.splice(0)) release();
    },
    close: shut,
  };
  printer.port = await open(0);
  printer.url = `tcp://${host}:${printer.port}`;
  return printer;
}
