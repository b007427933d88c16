/**
 * The pictures of dishes, and the logos and covers of restaurants.
 *
 * Uploaded and imported files are those of `PictureFiles`; `demo/pictures` is part of the program. A name contains a
 * hash of the picture, and a file never changes: phones cache it for a month. A dish and a cover have one file per
 * density; a dish with a large picture has a third one, and its name says so:
 *
 *   1001-12-3f2a9c1b7e@1x.webp    1001-12-3f2a9c1b7e@2x.webp    logo-1001-77aa01c3d2.webp
 *   1001-13-91c04be2aa-x4@1x.webp    …-x4@2x.webp    …-x4@4x.webp
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sharp } from 'sharp';
import { mostPictureBytes } from '#contract/calls/menu-picture.ts';
import type { Mistake } from '#contract/menu-file/mistake.ts';
import type { PictureFiles } from '#server/platform/pictures/picture-files.ts';
import { largeEnding } from '#server/menu/merchants.ts';
import { drawInProcess } from './draw-in-process.ts';
import {
  drawPicture,
  listDensities,
  measureSide,
  type Density,
  type PictureShape,
  type Square,
  type UploadFault,
} from './draw-dish.ts';

export const demoPicturesDir = fileURLToPath(new URL('../../../demo/pictures', import.meta.url));

const logoSize = 256;

export interface FoundPicture {
  /** The name that the menu stores: the part before `@` for a dish, the file name for a logo. */
  readonly name: string;
  /** Writes the files, unless they exist. */
  save(): Promise<void>;
}

/** The reason why a picture cannot be used. */
export type PictureFault = Pick<Mistake, 'code' | 'values'>;

export interface Pictures {
  readonly menuPath: string;
  readonly files: PictureFiles;
}

/**
 * Finds the picture of a dish.
 * @param given the name of a stored picture, or the path of a file relative to the menu file
 * @param key the first part of the name of a new picture
 */
export async function findDishPicture(
  given: string,
  key: string,
  where: Pictures,
): Promise<FoundPicture | PictureFault> {
  return await findSizedPicture('dish', given, key, where);
}

/** Finds the cover of a restaurant, like `findDishPicture`. */
export async function findCover(
  given: string,
  key: string,
  where: Pictures,
): Promise<FoundPicture | PictureFault> {
  return await findSizedPicture('cover', given, `${key}-cover`, where);
}

async function findSizedPicture(
  shape: PictureShape,
  given: string,
  key: string,
  where: Pictures,
): Promise<FoundPicture | PictureFault> {
  return await findPicture(given, `${given}@1x.webp`, where, ({ hash, side, open }) =>
    nameSizes(`${key}-${hash}`, listDensities(shape, side), where.files, () =>
      drawPicture(open().rotate(), shape, side),
    ),
  );
}

/** Returns a picture with a file for each density. @param draw called only if a file is missing */
function nameSizes(
  key: string,
  densities: readonly Density[],
  files: PictureFiles,
  draw: () => Promise<readonly Uint8Array[]>,
): FoundPicture {
  const name = densities.length > 2 ? key + largeEnding : key;
  const save = async () => {
    let drawn: Promise<readonly Uint8Array[]> | undefined;
    for (const [index, density] of densities.entries())
      await saveFile(`${name}@${density}x.webp`, files, async () => (await (drawn ??= draw()))[index]!);
  };
  return { name, save };
}

/**
 * Draws an uploaded picture. @param square the part to use; by default the most interesting part
 * @returns the picture, or the reason why it cannot be drawn
 */
export async function drawUploadedPicture(
  bytes: Buffer,
  key: string,
  files: PictureFiles,
  {
    square,
    shape = 'dish',
  }: { readonly square?: Square | undefined; readonly shape?: PictureShape | undefined },
): Promise<FoundPicture | UploadFault | 'tooSlow'> {
  const hash = hashOf(square ? Buffer.concat([bytes, Buffer.from(JSON.stringify(square))]) : bytes);
  const drawn = await drawInProcess({ bytes, square, shape });
  if (typeof drawn === 'string') return drawn;
  const { densities, files: sizes } = drawn;
  return nameSizes(`${key}-${hash}`, densities, files, () => Promise.resolve(sizes));
}

/** Finds the logo of a restaurant, like `findDishPicture`. A logo is scaled, but never cropped. */
export async function findLogo(
  given: string,
  key: string,
  where: Pictures,
): Promise<FoundPicture | PictureFault> {
  return await findPicture(given, given, where, ({ hash, open }) => {
    const name = `logo-${key}-${hash}.webp`;
    const drawn = open()
      .rotate()
      .resize(logoSize, logoSize, { fit: 'contain', background: '#0000' })
      .webp({ quality: 85, effort: 6 });
    return { name, save: () => saveFile(name, where.files, () => drawn.toBuffer()) };
  });
}

async function findPicture(
  given: string,
  file: string,
  where: Pictures,
  draw: (image: Image) => FoundPicture,
): Promise<FoundPicture | PictureFault> {
  if (await hasFile(file, where.files)) return { name: given, save: async () => undefined };
  const image = await readImage(given, where);
  return 'code' in image ? image : draw(image);
}

/**
 * Creates a logo for a restaurant without one: its first character on its theme colour. Returns undefined if the
 * program has a logo file for this restaurant.
 */
export async function createPlainLogo(
  id: string,
  shortName: string,
  colour: string,
  { files }: Pick<Pictures, 'files'>,
): Promise<FoundPicture | undefined> {
  if (await hasFile(`logo-${id}.svg`, files)) return undefined;
  const [sign = ''] = Array.from(shortName.toUpperCase());
  const escaped = `&#${sign.codePointAt(0) ?? 32};`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="24" fill="${colour}"/>` +
    `<text x="48" y="66" font-family="sans-serif" font-size="52" font-weight="bold" text-anchor="middle" fill="#fff">${escaped}</text></svg>\n`;
  const name = `logo-${id}-${hashOf(Buffer.from(svg))}.svg`;
  return { name, save: async () => await saveFile(name, files, () => Promise.resolve(Buffer.from(svg))) };
}

/** How many pictures are looked for at once. */
const lookedForAtOnce = 20;

/** Returns those dish pictures that do not exist. @param names as menus store them */
export async function listMissingPictures(
  names: readonly string[],
  files: PictureFiles,
): Promise<ReadonlySet<string>> {
  const missing = new Set<string>();
  const wanted = [...new Set(names)];
  for (let start = 0; start < wanted.length; start += lookedForAtOnce)
    await Promise.all(
      wanted.slice(start, start + lookedForAtOnce).map(async (name) => {
        if (!(await hasFile(`${name}@1x.webp`, files))) missing.add(name);
      }),
    );
  return missing;
}

async function hasFile(name: string, files: PictureFiles): Promise<boolean> {
  if (/[/\\]/.test(name)) return false;
  return existsSync(join(demoPicturesDir, name)) || (await files.has(name));
}

interface Image {
  readonly hash: string;
  /** The shorter side, px. */
  readonly side: number;
  open(): Sharp;
}

async function readImage(given: string, { menuPath }: Pictures): Promise<Image | PictureFault> {
  const path = resolve(dirname(menuPath), given);
  if (!existsSync(path)) return { code: 'noPicture', values: { value: given, path } };
  const { size } = statSync(path);
  if (size > mostPictureBytes)
    return { code: 'pictureTooLarge', values: { path, most: mostPictureBytes / 1024 / 1024 } };
  try {
    const bytes = readFileSync(path);
    // Loaded only when needed, because the library starts slowly.
    const { default: sharp } = await import('sharp');
    const side = measureSide(await sharp(bytes).metadata());
    return { hash: hashOf(bytes), side, open: () => sharp(bytes) };
  } catch {
    return { code: 'unreadablePicture', values: { path } };
  }
}

/** A changed picture gets a new name, because phones cache pictures for a month. */
function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 10);
}

async function saveFile(name: string, files: PictureFiles, draw: () => Promise<Uint8Array>): Promise<void> {
  if (!(await files.has(name))) await files.write(name, await draw());
}
