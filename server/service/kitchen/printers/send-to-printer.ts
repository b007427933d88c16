import { readPrinterAddress } from '#contract/menu-file/printer-address.ts';
import { queries, queryWhenPrinted, isOffline, isPaperOut, offlineDetail } from './printer-answers.ts';
import { connectToPrinter, type PrinterLine } from './printer-line.ts';

/**
 * - `unreachable`: no connection, or the address is none
 * - `offline`: it says so of itself (cover, error)
 * - `noPaper`
 * - `cutOff`: the connection broke
 * - `silent`: it took the connection, and then neither all data nor a question
 */
type PrinterProblem = 'unreachable' | 'offline' | 'noPaper' | 'cutOff' | 'silent';

export type PrintResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly problem: PrinterProblem;
      /** For the log and the staff, in a few words. */
      readonly detail: string;
      /** Some or all of it may be on paper, or will be once the printer goes on: a further print should say what it is. */
      readonly mayBePrinted: boolean;
    };

/** All ms. */
export interface PrinterTimes {
  readonly connectMs: number;
  /** For the answer to one question; a printer that misses it before the ticket is taken for one that never answers. */
  readonly answerMs: number;
  /** For a ticket to be taken and printed: so much, */
  readonly ticketMs: number;
  /** and so much for each 1 024 bytes: a slow printer makes 13 lines a second of 100 bytes each. */
  readonly perKilobyteMs: number;
}

export const usualTimes: PrinterTimes = {
  connectMs: 3_000,
  answerMs: 1_000,
  ticketMs: 10_000,
  perKilobyteMs: 1_000,
};

/**
 * Prints ESC/POS bytes on a network printer: asks how it is, sends, and waits until it has printed all of it, as far
 * as the printer can say. One ticket at a time for each printer: most take one connection.
 *
 * @param address `host` or `host:port`; 9100 where it names none
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

/** To a printer that answers: its last answer says that it is through. */
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
  // It is well and knows DLE EOT, but not GS r: it has had its time.
  return state === 'ready' ? { ok: true } : createFailure(state.problem, state.detail, true);
}

/** To one that never answers: it hangs up when we do, after all that came before. */
async function sendAndHangUp(line: PrinterLine, bytes: Uint8Array, patienceMs: number): Promise<PrintResult> {
  const sent = await line.send(bytes, patienceMs);
  if (sent === 'gone') return createCutOff();
  if (sent === 'late') return createTimeout(patienceMs);
  const end = await line.hangUp(patienceMs);
  if (end === 'ended') return { ok: true };
  return end === 'gone' ? createCutOff() : createSilent('it answers nothing, and does not hang up');
}

type State = 'ready' | 'mute' | 'gone' | { readonly problem: 'offline' | 'noPaper'; readonly detail: string };

/** Paper first: a printer without any is offline as well. */
async function readState(line: PrinterLine, answerMs: number): Promise<State> {
  const question = async (bytes: Uint8Array) => {
    const answer = line.answer('atOnce', answerMs);
    await line.send(bytes, answerMs);
    return answer;
  };
  const paper = await question(queries.paper);
  if (typeof paper === 'string') return paper === 'late' ? 'mute' : paper;
  if (isPaperOut(paper)) return { problem: 'noPaper', detail: 'it has no paper' };
  const state = await question(queries.state);
  if (typeof state === 'string') return state === 'late' ? 'mute' : state;
  if (!isOffline(state)) return 'ready';
  const cause = await question(queries.offlineCause);
  return { problem: 'offline', detail: typeof cause === 'number' ? offlineDetail(cause) : 'it is offline' };
}

function createFailure(problem: PrinterProblem, detail: string, mayBePrinted = false): PrintResult {
  return { ok: false, problem, detail, mayBePrinted };
}

const createCutOff = (): PrintResult =>
  createFailure('cutOff', 'the connection broke within the ticket', true);
const createSilent = (detail: string): PrintResult => createFailure('silent', detail, true);
const createTimeout = (patienceMs: number): PrintResult =>
  createSilent(`it took not all of it within ${Math.round(patienceMs)} ms`);
