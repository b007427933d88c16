/**
 * Draws the two pictures of a dish or of a cover that phones load. It needs no state of the server, so it can run in a child process.
 */
import type { Sharp } from 'sharp';

/** Width and height of a dish's picture at density 1, pixels. */
const dishSize = 240;
/** The same of a cover. At density 2 it fills the width of a phone with the sharpest screen. */
const coverSize = { width: 800, height: 350 };
export const densities = [1, 2] as const;
const qualities = { 1: 78, 2: 70 } as const;

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

/** The reason why an upload cannot be drawn. */
export type UploadFault = 'unreadable' | 'tooManyPixels' | 'outside';

/**
 * Returns the pictures in the order of `densities`. It decodes the file only once, because decoding takes most of the
 * time.
 */
export async function drawPicture(oriented: Sharp, shape: PictureShape): Promise<Buffer[]> {
  const { default: sharp } = await import('sharp');
  const { width, height } = sizes[shape];
  const most = Math.max(...densities);
  const largest = await oriented
    .resize(width * most, height * most, { fit: 'cover', position: 'attention' })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const drawn = densities.map(async (density) => {
    const sized = sharp(largest).resize(width * density, height * density);
    return await sized.webp({ quality: qualities[density], effort: 6 }).toBuffer();
  });
  return await Promise.all(drawn);
}

/** Draws an uploaded picture. @param square the part to use; by default sharp finds the most interesting part */
export async function drawUpload(
  bytes: Uint8Array,
  square: Square | undefined,
  shape: PictureShape,
): Promise<Buffer[] | UploadFault> {
  const { default: sharp } = await import('sharp');
  try {
    // This reads only the header of the file.
    const { autoOrient, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > maxPicturePixels) return 'tooManyPixels';
    const cut = square && clampSquare(square, autoOrient);
    if (cut === 'outside') return cut;
    const oriented = sharp(bytes, { limitInputPixels: maxPicturePixels }).rotate();
    return await drawPicture(cut ? oriented.extract(cut) : oriented, shape);
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
