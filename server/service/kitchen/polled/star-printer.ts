/** Reads the requests of Star CloudPRNT, and writes the answers. It was never tried with a real printer. */
import type { PrinterProblem } from '#contract/calls/kitchen.ts';
import { encodePng } from '#server/service/kitchen/tickets/bitmap.ts';
import {
  drawPaper,
  hasRows,
  shouldOpenDrawer,
  writeLines,
  type Paper,
} from '#server/service/kitchen/tickets/paper.ts';
import { findPen, type Pen } from '#server/service/kitchen/tickets/pen.ts';

/** The types that this server can write, the best first. Every model prints pictures; a very old one only text. */
export const listStarTypes = (): readonly string[] =>
  findPen() ? ['image/png', 'text/plain'] : ['text/plain'];

/** Reads a status code such as `410 Out of paper`. Codes that begin with 2 are no problem. */
export function readStarCode(code: string): PrinterProblem | null {
  if (code.startsWith('2') || /^ok\b/i.test(code)) return null;
  if (code.startsWith('41')) return 'noPaper';
  if (code.startsWith('51')) return 'unreadable';
  if (code.startsWith('52')) return 'silent';
  return 'offline';
}

/** What a printer says about itself in its question. */
export interface StarQuestion {
  readonly problem: PrinterProblem | null;
  readonly isPrinting: boolean;
}

/** Returns undefined if the text is not a question of a printer. */
export function readStarQuestion(text: string): StarQuestion | undefined {
  try {
    const value = JSON.parse(text) as { statusCode?: unknown; printingInProgress?: unknown } | null;
    if (typeof value !== 'object' || value === null) return undefined;
    const { statusCode, printingInProgress } = value;
    return {
      problem: typeof statusCode === 'string' ? readStarCode(decodeURIComponent(statusCode)) : null,
      isPrinting: printingInProgress === true,
    };
  } catch {
    return undefined;
  }
}

/** A picture without a black dot, for a job that only opens the drawer. */
const blank = { width: 8, height: 1, bits: Uint8Array.of(0) };

/** @returns the body of the answer, and the headers that steer cutter and drawer */
export async function writeStarJob(
  paper: Paper,
  columns: number,
  type: string,
): Promise<{ readonly body: Buffer; readonly headers: Readonly<Record<string, string>> }> {
  const isPrinted = hasRows(paper);
  const pen = type === 'image/png' ? findPen() : undefined;
  return {
    body: pen ? await drawJob(paper, columns, pen) : Buffer.from(isPrinted ? writeLines(paper, columns) : ''),
    headers: {
      'Content-Type': pen ? 'image/png' : 'text/plain; charset=utf-8',
      'X-Star-Cut': isPrinted ? 'full; feed=true' : 'none',
      'X-Star-ImageDitherPattern': 'none',
      ...(shouldOpenDrawer(paper) && { 'X-Star-CashDrawer': 'start' }),
    },
  };
}

async function drawJob(paper: Paper, columns: number, pen: Pen): Promise<Buffer> {
  return await encodePng(hasRows(paper) ? await drawPaper(paper, columns, pen) : blank);
}
