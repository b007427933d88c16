/**
 * Draws the icons of the installed app from its mark, public/favicon.svg:
 *
 *   npx tsx tools/build/draw-icons.ts
 */
import { mkdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';

const folder = new URL('../../public/', import.meta.url);
const ground = '#f8f3ea';
/** `share` is how much of the icon the mark fills. Systems crop a maskable icon to a circle of 80 %. */
const icons = [
  { file: '192', size: 192, share: 0.92, rounded: true },
  { file: '512', size: 512, share: 0.92, rounded: true },
  { file: 'maskable', size: 512, share: 0.72, rounded: false },
  { file: 'apple-touch', size: 180, share: 0.84, rounded: false },
];

const mark = readFileSync(new URL('favicon.svg', folder));
mkdirSync(new URL('icons/', folder), { recursive: true });
for (const { file, size, share, rounded } of icons) {
  const corner = rounded ? size * 0.22 : 0;
  const plate = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" rx="${corner}" fill="${ground}"/></svg>`;
  const width = Math.round(size * share);
  const dishes = await sharp(mark, { density: 72 * 12 })
    .resize(width, width)
    .toBuffer();
  await sharp(Buffer.from(plate))
    .composite([{ input: dishes, gravity: 'centre' }])
    .png({ compressionLevel: 9, palette: true })
    .toFile(new URL(`icons/${file}.png`, folder).pathname);
}
