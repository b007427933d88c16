import { greyInk, hairline, ink, page, type Mark } from './marks.ts';

const fonts =
  "Helvetica, Arial, 'Noto Sans CJK TC', 'Noto Sans TC', 'PingFang TC', 'Microsoft JhengHei', sans-serif";

/** One page as an SVG document of the size of A4. */
export function svgPage(marks: readonly Mark[]): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${page.width}mm" height="${page.height}mm" ` +
    `viewBox="0 0 ${page.width} ${page.height}">\n<rect width="100%" height="100%" fill="#ffffff"/>\n` +
    `${marks.map(element).join('\n')}\n</svg>\n`
  );
}

function element(mark: Mark): string {
  switch (mark.kind) {
    case 'text':
      return (
        `<text x="${short(mark.x)}" y="${short(mark.y)}" font-family="${fonts}" font-size="${short(mark.size)}" ` +
        `font-weight="${mark.bold ? 700 : 400}" text-anchor="middle" fill="${mark.grey ? greyInk : ink}">` +
        `${escaped(mark.text)}</text>`
      );
    case 'path': {
      const scale = `${mark.scale} ${mark.upwards ? -mark.scale : mark.scale}`;
      return `<path transform="translate(${short(mark.x)} ${short(mark.y)}) scale(${scale})" d="${mark.d}" fill="${ink}"/>`;
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

function short(millimetres: number): string {
  return String(Math.round(millimetres * 1000) / 1000);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
