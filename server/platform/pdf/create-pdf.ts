import Pdf from 'pdfkit';
import { greyInk, hairline, ink, page, type Mark, type PageSize, type TextMark } from './marks.ts';

const plainFont = 'Helvetica';
const boldFont = 'Helvetica-Bold';

const pointsPerMillimetre = 72 / 25.4;

/** Draws the pages as a PDF. Its standard fonts have no Chinese, so the caller passes Chinese text as paths. */
export async function createPdf(
  title: string,
  pages: readonly (readonly Mark[])[],
  { width, height }: PageSize = page,
): Promise<Buffer> {
  const doc = new Pdf({ autoFirstPage: false, info: { Title: title }, lang: 'en' });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => doc.on('end', resolve));
  for (const marks of pages) {
    doc.addPage({ size: [toPoints(width), toPoints(height)], margin: 0 });
    // PDF counts in points. From here on all sizes are millimetres, as in the marks.
    doc.scale(pointsPerMillimetre);
    for (const mark of marks) drawMark(doc, mark);
  }
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

/** In hundredths, as the usual sizes of paper are named. */
function toPoints(millimetres: number): number {
  return Math.round(millimetres * pointsPerMillimetre * 100) / 100;
}

/** The part of a text's width that lies before its `x`. */
const shareBefore: Record<NonNullable<TextMark['align']>, number> = { left: 0, middle: 0.5, right: 1 };

function drawMark(doc: PDFKit.PDFDocument, mark: Mark): void {
  switch (mark.kind) {
    case 'text': {
      doc.font(mark.bold ? boldFont : plainFont, mark.size).fillColor(mark.grey ? greyInk : ink);
      const x = mark.x - shareBefore[mark.align ?? 'middle'] * doc.widthOfString(mark.text);
      doc.text(mark.text, x, mark.y, { baseline: 'alphabetic', lineBreak: false });
      return;
    }
    case 'path':
      doc
        .save()
        .translate(mark.x, mark.y)
        .scale(mark.scale, mark.upwards ? -mark.scale : mark.scale)
        .path(mark.d)
        .fill(ink)
        .restore();
      return;
    case 'line':
      doc
        .moveTo(...mark.from)
        .lineTo(...mark.to)
        .lineWidth(hairline)
        .stroke(greyInk);
      return;
    default:
      mark satisfies never;
  }
}

/** Measures text in the standard font, in ems. */
export function createMeasure(): (text: string, isBold: boolean) => number {
  const doc = new Pdf({ autoFirstPage: false });
  return (text, isBold) => doc.font(isBold ? boldFont : plainFont, 1).widthOfString(text);
}
