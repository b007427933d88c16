import { connect, type Socket } from 'node:net';
import { createAnswerReader, type Answer } from './printer-answers.ts';
import type { PrinterAddress } from '#contract/menu-file/printer-address.ts';

/** `late`: not within the time; `gone`: the connection has closed. */
type WaitFailure = 'late' | 'gone';

/** A connection to a printer. Every wait has a time limit, and no method throws. */
export interface PrinterLine {
  /** Resolves once the operating system has accepted all bytes. */
  readonly send: (bytes: Uint8Array, withinMs: number) => Promise<'sent' | WaitFailure>;
  /** The next answer of this kind. */
  readonly answer: (kind: Answer['kind'], withinMs: number) => Promise<number | WaitFailure>;
  /** Ends the sending side. `ended` once the printer has received everything and ended its side. */
  readonly hangUp: (withinMs: number) => Promise<'ended' | WaitFailure>;
  readonly close: () => void;
}

/** @returns the connection, or the reason of the failure, for the log */
export async function connectToPrinter(
  address: PrinterAddress,
  withinMs: number,
): Promise<PrinterLine | string> {
  const socket = connect(address);
  socket.setNoDelay(true);
  let fault: string | undefined;
  socket.on('error', (error) => {
    fault = error.message;
  });
  const connected = await waitWithin(socket, withinMs, (done) =>
    socket.once('connect', () => done('connected')),
  );
  if (connected === 'connected') return createLine(socket);
  socket.destroy();
  return fault ?? `no connection within ${withinMs} ms`;
}

function createLine(socket: Socket): PrinterLine {
  const read = createAnswerReader();
  let hasEnded = false;
  let listener: ((answer: Answer) => void) | undefined;
  socket.on('data', (bytes) => {
    for (const answer of read(bytes)) listener?.(answer);
  });
  // After the printer ended its side, writing may still succeed, but it prints nothing more.
  socket.once('end', () => {
    hasEnded = true;
  });
  const wait = <Done extends string | number>(
    withinMs: number,
    start: (done: (value: Done) => void) => void,
  ) => (hasEnded ? Promise.resolve('gone' as const) : waitWithin(socket, withinMs, start));

  return {
    send: (bytes, withinMs) =>
      wait<'sent'>(withinMs, (done) => {
        socket.write(bytes, (error) => {
          if (!error) done('sent');
        });
      }),
    answer: (kind, withinMs) =>
      wait<number>(withinMs, (done) => {
        listener = (answer) => {
          if (answer.kind === kind) done(answer.byte);
        };
      }),
    hangUp: (withinMs) =>
      waitWithin<'ended'>(socket, withinMs, (done) => {
        socket.once('end', () => done('ended'));
        socket.end();
      }),
    close: () => void socket.destroy(),
  };
}

/** The value that `start` reports, unless the time is over or the socket closes first. */
async function waitWithin<Done extends string | number>(
  socket: Socket,
  withinMs: number,
  start: (done: (value: Done) => void) => void,
): Promise<Done | WaitFailure> {
  if (socket.destroyed) return 'gone';
  return new Promise((resolve) => {
    const finish = (value: Done | WaitFailure) => {
      clearTimeout(timer);
      socket.off('close', handleClose);
      resolve(value);
    };
    const handleClose = () => finish('gone');
    const timer = setTimeout(() => finish('late'), withinMs);
    socket.once('close', handleClose);
    start(finish);
  });
}
