/**
 * Draws the two pictures of a dish that phones load. It needs no state of the server, so it can run in a child process.
 */
import type { Sharp } from 'sharp';

/** Width and height of a dish's picture at density 1, pixels. */
const dishSize = 240;
export const densities = [1, 2] as const;
const qualities = { 1: 78, 2: 70 } as const;

/**
 * Largest picture. A file of a few kilobytes may decode to gigabytes; the largest phone cameras stay below this limit.
 */
export const maxPicturePixels = 120_000_000;

/** A part of a picture, in pixels, after the rotation that its camera stored. */
export interface Square {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

/** The reason why an upload cannot be drawn. */
export type UploadFault = 'unreadable' | 'tooManyPixels' | 'outside';

/**
 * Returns the pictures in the order of `densities`. It decodes the file only once, because decoding takes most of the
 * time.
 */
export async function drawDish(oriented: Sharp): Promise<Buffer[]> {
  const { default: sharp } = await import('sharp');
  const largest = dishSize * Math.max(...densities);
  const square = await oriented
    .resize(largest, largest, { fit: 'cover', position: 'attention' })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const drawn = densities.map(async (density) => {
    const side = dishSize * density;
    return await sharp(square).resize(side, side).webp({ quality: qualities[density], effort: 6 }).toBuffer();
  });
  return await Promise.all(drawn);
}

/** Draws an uploaded picture. @param square the part to use; by default sharp finds the most interesting part */
export async function drawUpload(
  bytes: Uint8Array,
  square: Square | undefined,
): Promise<Buffer[] | UploadFault> {
  const { default: sharp } = await import('sharp');
  try {
    // This reads only the header of the file.
    const { autoOrient, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > maxPicturePixels) return 'tooManyPixels';
    const cut = square && clampSquare(square, autoOrient);
    if (cut === 'outside') return cut;
    const oriented = sharp(bytes, { limitInputPixels: maxPicturePixels }).rotate();
    return await drawDish(cut ? oriented.extract(cut) : oriented);
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
