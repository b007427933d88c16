/** What stands around the screens: two phones on paper, whose they are, and what happens. */
import sharp from 'sharp';
import { palette } from '#src/kit/theme/theme.ts';
import type { Scene, Shot } from './film.ts';

/** The phones' screens, px. */
const screen = { width: 390, height: 844 } as const;

const bezel = 12;
const radius = 44;
const gap = 44;
const head = 64;
const foot = 92;
const fonts = 'Roboto, Inter, Liberation Sans, Helvetica, Arial, sans-serif';

const step = screen.width + 2 * bezel + gap;
/** The corner of the screen at this place. */
const left = (place: number) => gap + step * place + bezel;
const top = head + bezel;

/** Size of the whole picture with so many phones. */
const extent = (phones: number) => ({
  width: gap + step * phones,
  height: head + screen.height + 2 * bezel + foot,
});

/** Draws shots, as PNG. @param names of the phones' diners, from left to right */
export function stageOf(names: readonly string[]) {
  const { width, height } = extent(names.length);
  const surrounds = new Map<Scene, Promise<Buffer>>();
  const surroundOf = (scene: Scene) => {
    const drawn =
      surrounds.get(scene) ??
      sharp(Buffer.from(surround(names, scene)))
        .png()
        .toBuffer();
    surrounds.set(scene, drawn);
    return drawn;
  };

  return async ({ screens, scene }: Shot): Promise<Buffer> =>
    await sharp({ create: { width, height, channels: 3, background: palette.black } })
      .composite([
        ...screens.map((input, place) => ({ input, left: left(place), top })),
        { input: await surroundOf(scene), left: 0, top: 0 },
      ])
      .removeAlpha()
      .png({ compressionLevel: 1 })
      .toBuffer();
}

/** Paper with a hole for each screen, so that the screens' corners are round. */
function surround(names: readonly string[], { caption, cutOff }: Scene): string {
  const { width, height } = extent(names.length);
  const holes = names.map((_, place) => roundedPath(left(place), top, screen.width, screen.height, radius));
  const cases = names.map((_, place) =>
    roundedPath(
      left(place) - bezel,
      top - bezel,
      screen.width + 2 * bezel,
      screen.height + 2 * bezel,
      radius + bezel,
    ),
  );
  const labels = names.map((name, place) => {
    const off =
      place === cutOff ? `<tspan fill="${palette.chilli}" font-weight="400" dx="10">no network</tspan>` : '';
    return text(left(place) + screen.width / 2, head - 20, 24, `${name}${off}`);
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <path fill-rule="evenodd" fill="${palette.paperShade}" d="M0 0H${width}V${height}H0Z ${cases.join(' ')}"/>
    <path fill-rule="evenodd" fill="${palette.walnut}" d="${cases.join(' ')} ${holes.join(' ')}"/>
    ${labels.join('')}
    ${text(width / 2, height - foot / 2 + 10, 27, caption)}
  </svg>`;
}

function text(x: number, y: number, size: number, content: string): string {
  return `<text x="${x}" y="${y}" font-family="${fonts}" font-size="${size}" font-weight="700" fill="${palette.ink}" text-anchor="middle">${content}</text>`;
}

function roundedPath(x: number, y: number, width: number, height: number, r: number): string {
  const arc = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  const [across, down] = [width - 2 * r, height - 2 * r];
  return `M${x + r} ${y}h${across}${arc(r, r)}v${down}${arc(-r, r)}h${-across}${arc(-r, -r)}v${-down}${arc(r, -r)}Z`;
}
