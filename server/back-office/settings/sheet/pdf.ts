import Pdf from 'pdfkit';
import { greyInk, hairline, ink, type Mark } from './marks.ts';

const pointsPerMillimetre = 72 / 25.4;

/** Draws the pages as a PDF. Its standard fonts have no Chinese, so the caller passes Chinese text as paths. */
export async function createPdf(title: string, pages: readonly (readonly Mark[])[]): Promise<Buffer> {
  const doc = new Pdf({ autoFirstPage: false, info: { Title: title }, lang: 'en' });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => doc.on('end', resolve));
  for (const marks of pages) {
    doc.addPage({ size: 'A4', margin: 0 });
    // PDF counts in points. From here on all sizes are millimetres, as in the marks.
    doc.scale(pointsPerMillimetre);
    for (const mark of marks) drawMark(doc, mark);
  }
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

function drawMark(doc: PDFKit.PDFDocument, mark: Mark): void {
  switch (mark.kind) {
    case 'text': {
      doc.font(mark.bold ? 'Helvetica-Bold' : 'Helvetica', mark.size).fillColor(mark.grey ? greyInk : ink);
      const x = mark.x - doc.widthOfString(mark.text) / 2;
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
