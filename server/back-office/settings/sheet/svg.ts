import { greyInk, hairline, ink, page, type Mark } from '#server/platform/pdf/marks.ts';

const fonts =
  "Helvetica, Arial, 'Noto Sans CJK TC', 'Noto Sans TC', 'PingFang TC', 'Microsoft JhengHei', sans-serif";

/** Creates an SVG document of A4 size. */
export function createSvgPage(marks: readonly Mark[]): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${page.width}mm" height="${page.height}mm" ` +
    `viewBox="0 0 ${page.width} ${page.height}">\n<rect width="100%" height="100%" fill="#ffffff"/>\n` +
    `${marks.map(toElement).join('\n')}\n</svg>\n`
  );
}

const anchors = { left: 'start', middle: 'middle', right: 'end' } as const;

function toElement(mark: Mark): string {
  switch (mark.kind) {
    case 'text':
      return (
        `<text x="${round(mark.x)}" y="${round(mark.y)}" font-family="${fonts}" font-size="${round(mark.size)}" ` +
        `font-weight="${mark.bold ? 700 : 400}" text-anchor="${anchors[mark.align ?? 'middle']}" fill="${mark.grey ? greyInk : ink}">` +
        `${escapeXml(mark.text)}</text>`
      );
    case 'path': {
      const scale = `${mark.scale} ${mark.upwards ? -mark.scale : mark.scale}`;
      return `<path transform="translate(${round(mark.x)} ${round(mark.y)}) scale(${scale})" d="${mark.d}" fill="${ink}"/>`;
    }
    case 'line':
      return (
        `<line x1="${mark.from[0]}" y1="${mark.from[1]}" x2="${mark.to[0]}" y2="${mark.to[1]}" ` +
        `stroke="${greyInk}" stroke-width="${hairline}"/>`
      );
    default:
      return mark satisfies never;
  }
}

function round(millimetres: number): string {
  return String(Math.round(millimetres * 1000) / 1000);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
