import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sharp } from 'sharp';
import { mostPictureBytes } from '#contract/calls/menu-picture.ts';
import type { Mistake } from '#contract/menu-file/mistake.ts';
import { drawInProcess } from './draw-in-process.ts';
import { densities, drawDish, type UploadFault, type Square } from './draw-dish.ts';

export const drawnPicturesDir = fileURLToPath(new URL('../../../demo/pictures', import.meta.url));

export function ownPicturesDir(dataDir: string): string {
  return join(dataDir, 'pictures');
}

const logoSize = 256;

export interface FoundPicture {
  /** What the menu keeps: a dish's slug, or a logo's file name. */
  readonly name: string;
  /** Writes its files; does nothing when they are there. */
  save(): Promise<void>;
}

/** What is wrong with one. */
export type PictureFault = Pick<Mistake, 'code' | 'values'>;

export interface Pictures {
  readonly menuPath: string;
  readonly dataDir: string;
}

/** By the name of one that the server has, or the path of a file next to the menu. @returns what is wrong, if not found */
export async function findDishPicture(
  given: string,
  key: string,
  where: Pictures,
): Promise<FoundPicture | PictureFault> {
  return await found(given, `${given}@1x.webp`, where, ({ hash, open }) => {
    const name = `${key}-${hash}`;
    return {
      name,
      save: async () => await keepDish(name, where, async () => await drawDish(open().rotate())),
    };
  });
}

/** @param draw not called where both files are there */
async function keepDish(
  name: string,
  where: Pick<Pictures, 'dataDir'>,
  draw: () => Promise<readonly Uint8Array[]>,
): Promise<void> {
  let drawn: Promise<readonly Uint8Array[]> | undefined;
  for (const [index, density] of densities.entries())
    await keep(`${name}@${density}x.webp`, where, async () => (await (drawn ??= draw()))[index]!);
}

/**
 * CX25: a dish's picture that was sent, cut out and scaled. @param square without it the part that draws the eye
 * @returns what is wrong, if it is none
 */
export async function drawUploadedPicture(
  bytes: Buffer,
  key: string,
  { dataDir }: Pick<Pictures, 'dataDir'>,
  square?: Square,
): Promise<FoundPicture | UploadFault | 'tooSlow'> {
  const name = `${key}-${hashOf(square ? Buffer.concat([bytes, Buffer.from(JSON.stringify(square))]) : bytes)}`;
  const drawn = await drawInProcess({ bytes, square });
  if (typeof drawn === 'string') return drawn;
  return { name, save: async () => await keepDish(name, { dataDir }, async () => Promise.resolve(drawn)) };
}

/** A restaurant's logo, likewise; the whole of it, whatever its shape. */
export async function findLogo(
  given: string,
  key: string,
  where: Pictures,
): Promise<FoundPicture | PictureFault> {
  return await found(given, given, where, ({ hash, open }) => {
    const name = `logo-${key}-${hash}.webp`;
    const drawn = open()
      .rotate()
      .resize(logoSize, logoSize, { fit: 'contain', background: '#0000' })
      .webp({ quality: 85, effort: 6 });
    return { name, save: () => keep(name, where, () => drawn.toBuffer()) };
  });
}

async function found(
  given: string,
  file: string,
  where: Pictures,
  draw: (image: Image) => FoundPicture,
): Promise<FoundPicture | PictureFault> {
  if (has(file, where)) return { name: given, save: async () => undefined };
  const image = await readImage(given, where);
  return 'code' in image ? image : draw(image);
}

/** A logo for a restaurant that gave none: its first sign in its colour. Undefined when the server has one of this id. */
export function createPlainLogo(
  id: string,
  shortName: string,
  colour: string,
  where: Pictures,
): FoundPicture | undefined {
  if (has(`logo-${id}.svg`, where)) return undefined;
  const [sign = ''] = Array.from(shortName.toUpperCase());
  const escaped = `&#${sign.codePointAt(0) ?? 32};`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="24" fill="${colour}"/>` +
    `<text x="48" y="66" font-family="sans-serif" font-size="52" font-weight="bold" text-anchor="middle" fill="#fff">${escaped}</text></svg>\n`;
  const name = `logo-${id}-${hashOf(Buffer.from(svg))}.svg`;
  return { name, save: async () => await keep(name, where, () => Promise.resolve(Buffer.from(svg))) };
}

/** Of a dish, by the name that the menu keeps. */
export function hasPicture(name: string, where: Pick<Pictures, 'dataDir'>): boolean {
  return has(`${name}@1x.webp`, where);
}

function has(name: string, { dataDir }: Pick<Pictures, 'dataDir'>): boolean {
  if (/[/\\]/.test(name)) return false;
  return [ownPicturesDir(dataDir), drawnPicturesDir].some((folder) => existsSync(join(folder, name)));
}

interface Image {
  readonly hash: string;
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
    // Only who brings pictures of their own waits for the library.
    const { default: sharp } = await import('sharp');
    await sharp(bytes).metadata();
    return { hash: hashOf(bytes), open: () => sharp(bytes) };
  } catch {
    return { code: 'unreadablePicture', values: { path } };
  }
}

/** Phones keep a picture for a month: another picture has another name. */
function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 10);
}

async function keep(
  name: string,
  { dataDir }: Pick<Pictures, 'dataDir'>,
  draw: () => Promise<Uint8Array>,
): Promise<void> {
  const folder = ownPicturesDir(dataDir);
  const path = join(folder, name);
  if (existsSync(path)) return;
  mkdirSync(folder, { recursive: true });
  const bytes = await draw();
  writeFileSync(`${path}.part`, bytes);
  renameSync(`${path}.part`, path);
}
