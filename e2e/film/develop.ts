import { statSync } from 'node:fs';
import sharp from 'sharp';
import type { Shot } from './film.ts';
import { stageOf } from './stage.ts';

/** bytes; a page with it must open on a phone, too. */
const largest = 2_500_000;
/** The first that makes it small enough; the better, the less of a picture shines through the next. */
const qualities = [90, 80, 65];

/** Writes the film, an animated WebP that starts again at its end, and one picture of it, which stands still. */
export async function develop(
  shots: readonly Shot[],
  names: readonly string[],
  { film, still }: { film: string; still: string },
): Promise<void> {
  const draw = stageOf(names);
  const pictures: Buffer[] = [];
  for (const shot of shots) pictures.push(await draw(shot));
  const delay = shots.map(({ duration }) => duration);
  for (const quality of qualities) {
    await sharp(pictures, { join: { animated: true } })
      .webp({ quality, effort: 4, loop: 0, delay })
      .toFile(film);
    if (statSync(film).size <= largest) break;
  }
  const poster = shots.findLastIndex(({ scene }) => scene.poster);
  await sharp(pictures.at(poster)).webp({ quality: 80 }).toFile(still);
}
