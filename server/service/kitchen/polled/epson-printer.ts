/** Reads the requests of Epson Server Direct Print, and writes the answers. It was never tried with a real printer. */
import type { PrinterProblem } from '#contract/calls/kitchen.ts';
import { escapeHtml } from '#server/platform/http/html-page.ts';
import { cutIntoBands, type Bitmap } from '#server/service/kitchen/tickets/bitmap.ts';
import {
  drawPaper,
  hasRows,
  shouldOpenDrawer,
  writeLines,
  type Paper,
} from '#server/service/kitchen/tickets/paper.ts';
import { findPen } from '#server/service/kitchen/tickets/pen.ts';

/** How long the printer may take, ms. */
const printWithinMs = 15_000;

/** Writes a job as ePOS-Print XML. Tickets are pictures, so that no model lacks a character. */
export async function writeEpsonJob(paper: Paper, columns: number, token: string): Promise<string> {
  const pen = findPen();
  const content = !hasRows(paper)
    ? ''
    : pen
      ? writePicture(await drawPaper(paper, columns, pen))
      : `<text lang="mul">${writeText(writeLines(paper, columns))}</text>`;
  const parts = [
    ...(shouldOpenDrawer(paper) ? ['<pulse drawer="drawer_1" time="pulse_100"/>'] : []),
    content,
    ...(hasRows(paper) ? ['<cut type="feed"/>'] : []),
  ];
  return `<?xml version="1.0" encoding="utf-8"?>
<PrintRequestInfo Version="2.00"><ePOSPrint><Parameter><devid>local_printer</devid><timeout>${printWithinMs}</timeout><printjobid>${token}</printjobid></Parameter><PrintData><epos-print xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print">${parts.join('')}</epos-print></PrintData></ePOSPrint></PrintRequestInfo>`;
}

function writePicture(bitmap: Bitmap): string {
  return cutIntoBands(bitmap)
    .map(
      ({ width, height, bits }) =>
        `<image width="${width}" height="${height}" color="color_1" mode="mono">${Buffer.from(bits).toString('base64')}</image>`,
    )
    .join('');
}

/** A line feed in XML must be written as a number, or the printer reads a blank. */
function writeText(text: string): string {
  return escapeHtml(text).replaceAll('\n', '&#10;');
}

export interface EpsonResult {
  readonly token: string;
  /** null: printed */
  readonly problem: PrinterProblem | null;
}

/** Bit of the status for an empty roll. */
const paperEnd = 0x80000;

/** Reads the results of a `ResponseFile`. Results without a job are left out. */
export function readEpsonResults(xml: string): EpsonResult[] {
  return xml.split('<ePOSPrint>').flatMap((part) => {
    const token = /<printjobid>\s*([\w.-]{1,30})\s*<\/printjobid>/.exec(part)?.[1];
    const response = /<response\s([^>]{0,500})>/.exec(part)?.[1];
    if (token === undefined || response === undefined) return [];
    const read = (name: string) => new RegExp(`\\b${name}="([^"]{0,60})"`).exec(response)?.[1] ?? '';
    if (read('success') === 'true') return { token, problem: null };
    return { token, problem: toProblem(read('code'), Number(read('status'))) };
  });
}

function toProblem(code: string, status: number): PrinterProblem {
  if (code === 'EPTR_REC_EMPTY' || (status & paperEnd) !== 0) return 'noPaper';
  if (code === 'SchemaError' || code === 'DeviceNotFound') return 'unreadable';
  if (code === 'EX_TIMEOUT') return 'silent';
  return 'offline';
}
