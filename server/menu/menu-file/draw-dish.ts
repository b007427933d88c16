/**
 * Draws the files of a dish's picture or of a cover that phones load. It needs no state of the server, so it can run in a child process.
 */
import type { Metadata, Sharp } from 'sharp';

/** Width and height of a dish's picture at density 1, pixels. */
const dishSize = 240;
/** The same of a cover. At density 2 it fills the width of a phone with the sharpest screen. */
const coverSize = { width: 800, height: 350 };
const qualities = { 1: 78, 2: 70, 4: 60 } as const;
export type Density = keyof typeof qualities;
const usualDensities = [1, 2] as const;
/** For the dish's sheet on a sharp screen. */
const largeDensities = [1, 2, 4] as const;

/**
 * Largest picture. A file of a few kilobytes may decode to gigabytes; the largest phone cameras stay below this limit.
 */
export const maxPicturePixels = 120_000_000;

/** What a picture is for. */
export type PictureShape = 'dish' | 'cover';
const sizes: Record<PictureShape, { readonly width: number; readonly height: number }> = {
  dish: { width: dishSize, height: dishSize },
  cover: coverSize,
};

/** A part of a picture, in pixels, after the rotation that its camera stored. */
export interface Square {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

/** An uploaded picture in each of its densities. */
export interface DrawnUpload {
  readonly densities: readonly Density[];
  readonly files: readonly Uint8Array[];
}

/** The reason why an upload cannot be drawn. */
export type UploadFault = 'unreadable' | 'tooManyPixels' | 'outside';

/**
 * Returns the densities in which a picture is drawn. A photograph that density 2 shows in full has no larger file.
 * @param side the shorter side of the part to draw, px; `Infinity` for a vector drawing
 */
export function listDensities(shape: PictureShape, side: number): readonly Density[] {
  return shape === 'dish' && side > dishSize * 2 ? largeDensities : usualDensities;
}

/**
 * Returns the pictures in the order of `listDensities`. It decodes the file only once, because decoding takes most of
 * the time.
 */
export async function drawPicture(oriented: Sharp, shape: PictureShape, side: number): Promise<Buffer[]> {
  const { default: sharp } = await import('sharp');
  const { width, height } = sizes[shape];
  const densities = listDensities(shape, side);
  // Density 4 may be smaller than it says: a photograph is not enlarged.
  const factors = densities.map((density) => (density === 4 ? Math.min(density, side / dishSize) : density));
  const most = Math.max(...factors);
  const largest = await oriented
    .resize(Math.round(width * most), Math.round(height * most), { fit: 'cover', position: 'attention' })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const drawn = densities.map(async (density, index) => {
    const factor = factors[index]!;
    const sized = sharp(largest).resize(Math.round(width * factor), Math.round(height * factor));
    return await sized.webp({ quality: qualities[density], effort: 6 }).toBuffer();
  });
  return await Promise.all(drawn);
}

/** The shorter side of a picture, px, by its metadata. */
export function measureSide({ format, autoOrient }: Pick<Metadata, 'format' | 'autoOrient'>): number {
  return format === 'svg' ? Infinity : Math.min(autoOrient.width, autoOrient.height);
}

/** Draws an uploaded picture. @param square the part to use; by default sharp finds the most interesting part */
export async function drawUpload(
  bytes: Uint8Array,
  square: Square | undefined,
  shape: PictureShape,
): Promise<DrawnUpload | UploadFault> {
  const { default: sharp } = await import('sharp');
  try {
    // This reads only the header of the file.
    const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
    const { autoOrient, width, height } = metadata;
    if (width * height > maxPicturePixels) return 'tooManyPixels';
    const cut = square && clampSquare(square, autoOrient);
    if (cut === 'outside') return cut;
    const oriented = sharp(bytes, { limitInputPixels: maxPicturePixels }).rotate();
    const side = cut?.width ?? measureSide(metadata);
    const files = await drawPicture(cut ? oriented.extract(cut) : oriented, shape, side);
    return { densities: listDensities(shape, side), files };
  } catch {
    return 'unreadable';
  }
}

/**
 * Fits a square into the picture. A square that exceeds an edge by up to two pixels is a rounding error, and is cut.
 */
function clampSquare({ left, top, side }: Square, { width, height }: { width: number; height: number }) {
  const fitted = Math.min(side, width - left, height - top);
  return fitted < 1 || fitted < side - 2 ? 'outside' : { left, top, width: fitted, height: fitted };
}
