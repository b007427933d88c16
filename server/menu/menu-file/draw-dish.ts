/** Makes the two pictures of a dish that phones load. Pure but for sharp, so that it runs in a process of its own, too. */
import type { Sharp } from 'sharp';

/** Pixels of a dish's picture at one pixel a point: a square. */
const dishSize = 240;
export const densities = [1, 2] as const;
const qualities = { 1: 78, 2: 70 } as const;

/** A few kilobytes may unfold to gigabytes; a phone that takes its largest pictures stays below this. */
export const mostPicturePixels = 120_000_000;

/** Pixels of a picture as it is seen, turned as its camera was. */
export interface Square {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

/** What is wrong with a picture that was sent. */
export type UploadFault = 'unreadable' | 'tooManyPixels' | 'outside';

/** By density. The file is decoded once: that costs most of the time. */
export async function drawDish(turned: Sharp): Promise<Buffer[]> {
  const { default: sharp } = await import('sharp');
  const largest = dishSize * Math.max(...densities);
  const square = await turned
    .resize(largest, largest, { fit: 'cover', position: 'attention' })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const drawn = densities.map(async (density) => {
    const side = dishSize * density;
    return await sharp(square).resize(side, side).webp({ quality: qualities[density], effort: 6 }).toBuffer();
  });
  return await Promise.all(drawn);
}

/** CX25. @param square without it the part that draws the eye */
export async function drawUpload(
  bytes: Uint8Array,
  square: Square | undefined,
): Promise<Buffer[] | UploadFault> {
  const { default: sharp } = await import('sharp');
  try {
    // Only its head is read.
    const { autoOrient, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > mostPicturePixels) return 'tooManyPixels';
    const cut = square && within(square, autoOrient);
    if (cut === 'outside') return cut;
    const turned = sharp(bytes, { limitInputPixels: mostPicturePixels }).rotate();
    return await drawDish(cut ? turned.extract(cut) : turned);
  } catch {
    return 'unreadable';
  }
}

/** What is a rounding beyond an edge is within. */
function within({ left, top, side }: Square, { width, height }: { width: number; height: number }) {
  const least = Math.min(side, width - left, height - top);
  return least < 1 || least < side - 2 ? 'outside' : { left, top, width: least, height: least };
}
