/**
 * Draws every dish of the demonstration menus, at one and two pixels per CSS pixel:
 *
 *   npx tsx tools/draw-pictures.ts
 *
 * The ingredients that are glyphs come from Fluent Emoji (MIT). The same sources write the same bytes.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { Brush, type Glyphs } from '../server/demo/art/brush.ts';
import { logos } from '../server/demo/art/logos.ts';
import { recipes } from '../server/demo/art/recipes.ts';

const folder = new URL('../demo/pictures/', import.meta.url);

function loadGlyphs(): Glyphs {
  const path = createRequire(import.meta.url).resolve('@iconify-json/fluent-emoji/icons.json');
  const set: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (typeof set !== 'object' || set === null || !('icons' in set))
    throw new Error('no icons in the glyph set');
  return set.icons as Glyphs;
}

function compose(slug: string, glyphs: Glyphs): string {
  const recipe = recipes[slug];
  if (!recipe) throw new Error(`no recipe for ${slug}`);
  const brush = new Brush(slug, glyphs);
  const scene = recipe(brush);
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="160" height="160" viewBox="0 0 160 160"><defs>' +
    '<filter id="soft" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="5"/></filter>' +
    '<filter id="near" x="-40%" y="-40%" width="180%" height="180%"><feGaussianBlur stdDeviation="1.6"/></filter>' +
    `${brush.defs.join('')}</defs>${scene}</svg>`
  );
}

async function draw(): Promise<void> {
  const glyphs = loadGlyphs();
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (name.endsWith('.webp')) rmSync(new URL(name, folder));
  let bytes = 0;
  for (const slug of Object.keys(recipes)) {
    const svg = Buffer.from(compose(slug, glyphs));
    for (const density of [1, 2]) {
      // Drawn large and reduced, so that both densities have the same clean edges.
      const large = await sharp(svg, { density: 72 * 4 })
        .png()
        .toBuffer();
      const picture = await sharp(large)
        .resize(160 * density, 160 * density, { kernel: 'lanczos3' })
        .webp({ quality: density === 1 ? 74 : 64, effort: 6, smartSubsample: true })
        .toBuffer();
      writeFileSync(new URL(`${slug}@${density}x.webp`, folder), picture);
      bytes += picture.length;
    }
  }
  for (const [merchant, svg] of Object.entries(logos))
    writeFileSync(new URL(`logo-${merchant}.svg`, folder), svg);
  console.log(`${Object.keys(recipes).length} pictures at two densities, ${Math.round(bytes / 1024)} KiB`);
}

await draw();
