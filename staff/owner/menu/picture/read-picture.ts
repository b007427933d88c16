import { mostPictureBytes } from '#contract/calls/menu-picture.ts';
import type { Extent, Square } from './crop.ts';

/** The side of the uploaded square in pixels. Phones show it smaller. */
const sentSide = 640;

export type OpenedPicture =
  | { readonly kind: 'opened'; readonly bitmap: ImageBitmap; readonly extent: Extent }
  /** This browser cannot read it. The server may. */
  | { readonly kind: 'unread' }
  /** Neither this browser nor the server can read it. */
  | { readonly kind: 'heic' }
  | { readonly kind: 'tooLarge' };

/** Opens a picture, rotated as its camera recorded. */
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

/** Cuts out the square and scales it down for the upload. */
export async function cutSquare(bitmap: ImageBitmap, { left, top, side }: Square): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.min(sentSide, Math.ceil(side));
  const context = canvas.getContext('2d');
  // White below transparent parts, which would turn black.
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
