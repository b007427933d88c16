import { readPrinterAddress } from '#contract/menu-file/printer-address.ts';
import { queries, queryWhenPrinted, isOffline, isPaperOut, describeOffline } from './printer-answers.ts';
import { connectToPrinter, type PrinterLine } from './printer-line.ts';

/**
 * - `unreachable`: no connection, or the address is invalid
 * - `offline`: the printer reports an open cover or an error
 * - `noPaper`
 * - `cutOff`: the connection broke
 * - `silent`: the printer accepted the connection, but not all data, or it does not answer
 */
type PrinterProblem = 'unreachable' | 'offline' | 'noPaper' | 'cutOff' | 'silent';

export type PrintResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly problem: PrinterProblem;
      /** A few words for the log and the staff. */
      readonly detail: string;
      /** The printer may have printed some or all of it, or may still do so. A further print should say so. */
      readonly mayBePrinted: boolean;
    };

/** All ms. */
export interface PrinterTimes {
  readonly connectMs: number;
  /** For one answer. A printer that does not answer before the ticket is treated as one that never answers. */
  readonly answerMs: number;
  /** For receiving and printing a ticket, in addition to `perKilobyteMs`. */
  readonly ticketMs: number;
  /** For each 1 024 bytes. A slow printer prints 13 lines of 100 bytes a second. */
  readonly perKilobyteMs: number;
}

export const usualTimes: PrinterTimes = {
  connectMs: 3_000,
  answerMs: 1_000,
  ticketMs: 10_000,
  perKilobyteMs: 1_000,
};

/**
 * Prints ESC/POS bytes on a network printer.
 *
 *     connect ─► ask for paper and state ─┬─ answers ─► send, then GS r ─► answer: printed
 *                                         └─ silent ──► send, then hang up ─► printer hangs up: printed
 *
 * Print one ticket at a time on each printer, because most accept one connection only.
 *
 * @param address `host` or `host:port`; default port 9100
 */
export async function sendToPrinter(
  address: string,
  bytes: Uint8Array,
  times: PrinterTimes = usualTimes,
): Promise<PrintResult> {
  const target = readPrinterAddress(address);
  if (!target) return createFailure('unreachable', 'the address is not host:port');
  const line = await connectToPrinter(target, times.connectMs);
  if (typeof line === 'string') return createFailure('unreachable', line);
  try {
    return await print(line, bytes, times);
  } finally {
    line.close();
  }
}

async function print(line: PrinterLine, bytes: Uint8Array, times: PrinterTimes): Promise<PrintResult> {
  const state = await readState(line, times.answerMs);
  if (state === 'gone') return createFailure('cutOff', 'it hung up before the ticket');
  if (typeof state === 'object') return createFailure(state.problem, state.detail);

  const patienceMs = times.ticketMs + (bytes.length / 1024) * times.perKilobyteMs;
  return state === 'ready'
    ? sendAndAsk(line, bytes, patienceMs, times)
    : sendAndHangUp(line, bytes, patienceMs);
}

/** For a printer that answers. Its answer to GS r says that it has printed everything. */
async function sendAndAsk(
  line: PrinterLine,
  bytes: Uint8Array,
  patienceMs: number,
  { answerMs }: PrinterTimes,
): Promise<PrintResult> {
  const answer = line.answer('whenPrinted', patienceMs);
  const sent = await line.send(Buffer.concat([bytes, queryWhenPrinted]), patienceMs);
  if (sent === 'late') return createTimeout(patienceMs);
  const printed = await answer;
  if (printed === 'gone') return createCutOff();
  if (printed !== 'late') return { ok: true };
  const state = await readState(line, answerMs);
  if (state === 'gone') return createCutOff();
  if (state === 'mute') return createSilent('it answered before the ticket, and no more');
  // The printer is ready, but does not know GS r. It has had enough time to print.
  return state === 'ready' ? { ok: true } : createFailure(state.problem, state.detail, true);
}

/** For a printer that never answers. It ends the connection after it has received everything. */
async function sendAndHangUp(line: PrinterLine, bytes: Uint8Array, patienceMs: number): Promise<PrintResult> {
  const sent = await line.send(bytes, patienceMs);
  if (sent === 'gone') return createCutOff();
  if (sent === 'late') return createTimeout(patienceMs);
  const end = await line.hangUp(patienceMs);
  if (end === 'ended') return { ok: true };
  return end === 'gone' ? createCutOff() : createSilent('it answers nothing, and does not hang up');
}

type State = 'ready' | 'mute' | 'gone' | { readonly problem: 'offline' | 'noPaper'; readonly detail: string };

/** Asks for paper first, because a printer without paper also reports that it is offline. */
async function readState(line: PrinterLine, answerMs: number): Promise<State> {
  const askPrinter = async (bytes: Uint8Array) => {
    const answer = line.answer('atOnce', answerMs);
    await line.send(bytes, answerMs);
    return answer;
  };
  const paper = await askPrinter(queries.paper);
  if (typeof paper === 'string') return paper === 'late' ? 'mute' : paper;
  if (isPaperOut(paper)) return { problem: 'noPaper', detail: 'it has no paper' };
  const state = await askPrinter(queries.state);
  if (typeof state === 'string') return state === 'late' ? 'mute' : state;
  if (!isOffline(state)) return 'ready';
  const cause = await askPrinter(queries.offlineCause);
  return { problem: 'offline', detail: typeof cause === 'number' ? describeOffline(cause) : 'it is offline' };
}

function createFailure(problem: PrinterProblem, detail: string, mayBePrinted = false): PrintResult {
  return { ok: false, problem, detail, mayBePrinted };
}

const createCutOff = (): PrintResult =>
  createFailure('cutOff', 'the connection broke within the ticket', true);
const createSilent = (detail: string): PrintResult => createFailure('silent', detail, true);
const createTimeout = (patienceMs: number): PrintResult =>
  createSilent(`it took not all of it within ${Math.round(patienceMs)} ms`);
