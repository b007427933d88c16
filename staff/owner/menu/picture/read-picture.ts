import { mostPictureBytes } from '#contract/calls/menu-picture.ts';
import type { Extent, Square } from './crop.ts';

/** Pixels of the square that is sent: more than a phone shows. */
const sentSide = 640;

export type OpenedPicture =
  | { readonly kind: 'opened'; readonly bitmap: ImageBitmap; readonly extent: Extent }
  /** The server may read what this browser cannot. */
  | { readonly kind: 'unread' }
  /** Neither this browser reads it nor the server (D57). */
  | { readonly kind: 'heic' }
  | { readonly kind: 'tooLarge' };

/** A picture as it is to be seen: turned as its camera was. */
export async function openPicture(file: File): Promise<OpenedPicture> {
  if (file.size > mostPictureBytes) return { kind: 'tooLarge' };
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    return { kind: 'opened', bitmap, extent: { width: bitmap.width, height: bitmap.height } };
  } catch {
    const isHeic = /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name);
    return { kind: isHeic ? 'heic' : 'unread' };
  }
}

/** The square alone, small enough for any line. */
export async function cutSquare(bitmap: ImageBitmap, { left, top, side }: Square): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.min(sentSide, Math.ceil(side));
  const context = canvas.getContext('2d');
  // Black behind what is transparent would be a hole on a plate.
  if (context) {
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, left, top, side, side, 0, 0, canvas.width, canvas.height);
  }
  return await new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be drawn'))),
      'image/jpeg',
      0.9,
    ),
  );
}
