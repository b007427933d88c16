/**
 * Lays out a bill or receipt as a PDF. All lengths are millimetres.
 *
 *   rows ──► lines of text that fit the width ──► pages ──► PDF
 *
 * A page is as wide as a receipt of paper with margins, and as long as the text, at most as long as A4.
 */
import type { PaperRow } from '#contract/calls/receipt.ts';
import { standardCharacters, type Align, type Mark } from '#server/platform/pdf/marks.ts';
import { createMeasure, createPdf } from '#server/platform/pdf/create-pdf.ts';
import { findDrawer, type Drawer } from '#server/platform/pdf/outline.ts';

const pageWidth = 100;
const longestPage = 297;
const margin = 8;
const width = pageWidth - 2 * margin;
/** Between a label and its amount. */
const gap = 3;
const noteIndent = 4;
/** From one baseline to the next, in font sizes. */
const lineHeight = 1.4;
/** The part of the space of a line above its baseline. */
const ascent = 0.75;

const sizes = { title: 5.5, total: 4.2, text: 3.5, note: 3, columns: 3 } as const;

/** The right edges of the columns with amounts, as parts of the width. */
const columnEdges = [0.58, 0.78, 1] as const;
const labelColumn = 0.36;

/** Loaded once, at the first receipt, because a Chinese font is large. */
let drawer: { readonly draw: Drawer | undefined } | undefined;

/** Returns a drawer with a font of the server. */
export function createServerDrawer(): Drawer | undefined {
  drawer ??= { draw: findDrawer(undefined) };
  return drawer.draw;
}

/** @returns the PDF, or undefined if neither the standard fonts nor `draw` have a character */
export async function createReceiptPdf(
  title: string,
  rows: readonly PaperRow[],
  draw: Drawer | undefined,
): Promise<Buffer | undefined> {
  const layout = createLayout(draw);
  const lines = rows.flatMap(layout.composeLines);
  if (layout.isMissing()) return undefined;
  const { pages, height } = toPages(lines);
  return await createPdf(title, pages, { width: pageWidth, height });
}

/** A piece of text in a line. `x` is its edge or its middle, from the left margin. */
interface Piece {
  readonly text: string;
  readonly x: number;
  readonly align: Align;
}

/** A line of the receipt. `marks` draws it at a baseline. */
interface Line {
  readonly height: number;
  readonly marks: (baseline: number) => Mark[];
}

interface Look {
  readonly size: number;
  readonly isBold?: boolean;
  readonly isGrey?: boolean;
}

function createLayout(draw: Drawer | undefined) {
  const measure = createMeasure();
  let isMissing = false;

  const measureWidth = (text: string, { size, isBold = false }: Look): number => {
    if (standardCharacters.test(text)) return measure(text, isBold) * size;
    const outline = draw?.(text);
    isMissing ||= outline === undefined;
    return (outline?.width ?? 0) * size;
  };

  const place = ({ text, x, align }: Piece, baseline: number, look: Look): Mark[] => {
    const { size, isBold = false, isGrey = false } = look;
    const left = margin + x;
    if (standardCharacters.test(text))
      return [{ kind: 'text', text, x: left, y: baseline, size, bold: isBold, grey: isGrey, align }];
    const outline = draw?.(text);
    if (!outline) return [];
    const { d, unitsPerEm } = outline;
    const before = { left: 0, middle: 0.5, right: 1 }[align] * outline.width * size;
    return [{ kind: 'path', d, x: left - before, y: baseline, scale: size / unitsPerEm, upwards: true }];
  };

  const line = (pieces: readonly Piece[], look: Look): Line => ({
    height: look.size * lineHeight,
    marks: (baseline) => pieces.flatMap((piece) => place(piece, baseline, look)),
  });

  const wrap = (text: string, room: number, look: Look): string[] =>
    wrapText(text, (part) => measureWidth(part, look) <= room);

  /** A label that may need several lines, and amounts in the first one. */
  const composeLabelLines = (label: string, room: number, amounts: readonly Piece[], look: Look): Line[] =>
    wrap(label, room, look).map((text, n) =>
      line([{ text, x: 0, align: 'left' }, ...(n === 0 ? amounts : [])], look),
    );

  const composeLines = (row: PaperRow): Line[] => {
    switch (row.kind) {
      case 'rule':
        return [ruleLine];
      case 'title':
      case 'middle': {
        const look = row.kind === 'title' ? { size: sizes.title, isBold: true } : { size: sizes.text };
        return wrap(toPrintable(row.text), width, look).map((text) =>
          line([{ text, x: width / 2, align: 'middle' }], look),
        );
      }
      case 'note': {
        const look = { size: sizes.note, isGrey: true };
        return wrap(toPrintable(row.text), width - noteIndent, look).map((text) =>
          line([{ text, x: noteIndent, align: 'left' }], look),
        );
      }
      case 'amount':
      case 'total': {
        const look = row.kind === 'total' ? { size: sizes.total, isBold: true } : { size: sizes.text };
        const text = toPrintable(row.amount);
        const room = width - measureWidth(text, look) - gap;
        return composeLabelLines(toPrintable(row.label), room, [{ text, x: width, align: 'right' }], look);
      }
      case 'columns': {
        const [label = '', ...cells] = row.cells.map(toPrintable);
        const look = { size: sizes.columns, isGrey: row.isHead };
        const pieces = cells.map((text, n): Piece => {
          return { text, x: (columnEdges[n] ?? 1) * width, align: 'right' };
        });
        // Measured, so that a missing character is noticed.
        for (const { text } of pieces) measureWidth(text, look);
        const lines = composeLabelLines(label, labelColumn * width, pieces, look);
        return row.isHead ? [spaceLine, ...lines] : lines;
      }
    }
  };
  return { composeLines, isMissing: () => isMissing };
}

const spaceLine: Line = { height: 1.5, marks: () => [] };

const ruleLine: Line = {
  height: 4,
  marks: (baseline) => [
    { kind: 'line', from: [margin, baseline - 1], to: [pageWidth - margin, baseline - 1] },
  ],
};

/** One line, with characters that the standard fonts have where there is a choice. */
function toPrintable(text: string): string {
  return text.replaceAll(/\s/gu, ' ').replaceAll('\u2212', '\u2013');
}

/** The parts after which a line may end: words with the blank after them, and single Chinese characters. */
const parts = /[\u2E80-\u{10FFFF}]|[^ \u2E80-\u{10FFFF}]+ ?| /gu;

function wrapText(text: string, fits: (line: string) => boolean): string[] {
  if (fits(text)) return [text];
  const lines: string[] = [];
  let now = '';
  const add = (part: string) => {
    if (now !== '' && !fits((now + part).trimEnd())) {
      lines.push(now.trimEnd());
      now = '';
    }
    now += part;
  };
  // A word that is wider than the line is cut.
  for (const part of text.match(parts) ?? []) for (const each of fits(part) ? [part] : part) add(each);
  return [...lines, now.trimEnd()];
}

function toPages(lines: readonly Line[]): { readonly pages: Mark[][]; readonly height: number } {
  const whole = 2 * margin + lines.reduce((sum, { height }) => sum + height, 0);
  const height = Math.min(whole, longestPage);
  const pages: Mark[][] = [[]];
  let top = margin;
  for (const line of lines) {
    // The tolerance is for the sum of fractions.
    if (top + line.height > height - margin + 0.01) {
      pages.push([]);
      top = margin;
    }
    pages.at(-1)!.push(...line.marks(top + line.height * ascent));
    top += line.height;
  }
  return { pages, height };
}
